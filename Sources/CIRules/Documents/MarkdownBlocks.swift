/// Finds blocks of code in a Markdown document, line by line. A block also ends, without a closing
/// fence, with the quote or list item that contains it.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 4.6, 5.1 and 5.2.
struct MarkdownBlocks {
  enum Line {
    case text
    /// A fence, which begins or ends a block of code.
    case fence
    case code
  }

  private enum Container {
    case quote
    /// A list item; its content is indented by `width` columns.
    case item(width: Int)
  }

  /// The open containers, the outermost first.
  private var containers: [Container] = []
  /// Indices of the quotes in `containers`, ascending.
  private var quotes: [Int] = []
  private var fence: MarkdownText.Fence?
  private var html: HTMLBlock?
  /// Whether the next line may continue a paragraph without the marks of its containers.
  private var isInParagraph = false

  /// Whether a line can continue a paragraph.
  static func mayContinueParagraph(_ line: ArraySlice<UInt8>) -> Bool { Rest(line).mayGoOn }

  /// - Parameter line: A line without its line break.
  mutating func read(_ line: ArraySlice<UInt8>) -> Line {
    var rest = Rest(line)
    let kept = enter(&rest)
    if let open = fence, kept == containers.count {
      guard open.isClosed(by: rest.slice) else { return .code }
      fence = nil
      return .fence
    }
    if let open = html, kept == containers.count {
      if open.isEnded(by: rest.slice) { html = nil }
      return .text
    }
    if fence == nil, kept < containers.count, isInParagraph, rest.mayGoOn { return .text }
    if kept < containers.count { leave(kept) }
    open(&rest)
    html = HTMLBlock(rest.slice, interrupts: isInParagraph)
    if let open = html {
      if open.isEnded(by: rest.slice) { html = nil }
      (fence, isInParagraph) = (nil, false)
      return .text
    }
    fence = MarkdownText.Fence(rest.slice)
    isInParagraph = fence == nil && rest.isParagraph(behindAnother: isInParagraph)
    return fence == nil ? .text : .fence
  }

  /// Moves behind the marks of the containers that a line belongs to.
  ///
  /// - Returns: The number of these containers.
  private func enter(_ rest: inout Rest) -> Int {
    var passedQuotes = 0
    for (index, container) in containers.enumerated() {
      if rest.isBlank {
        return passedQuotes < quotes.count ? quotes[passedQuotes] : containers.count
      }
      switch container {
      case .quote:
        guard rest.skipQuote() else { return index }
        passedQuotes += 1
      case .item(let width):
        guard rest.indentation >= width else { return index }
        rest.skip(to: rest.position + width)
      }
    }
    return containers.count
  }

  private mutating func leave(_ kept: Int) {
    isInParagraph = false
    containers.removeSubrange(kept...)
    while let last = quotes.last, last >= kept { quotes.removeLast() }
  }

  /// Opens the containers whose marks a line has.
  private mutating func open(_ rest: inout Rest) {
    while rest.indentation < 4 {
      if rest.skipQuote() {
        quotes.append(containers.count)
        containers.append(.quote)
      } else if let width = rest.skipItem(interrupts: isInParagraph) {
        containers.append(.item(width: width))
      } else {
        return
      }
      isInParagraph = false
    }
  }

  /// The rest of a line behind the marks of its containers.
  private struct Rest {
    /// The line with blanks in place of tabs.
    private let bytes: [UInt8]
    private(set) var position = 0
    /// Offset of the first byte that is not a blank.
    private var content = 0
    /// Offset from which only blanks and signs of a single kind follow, to the end of the line.
    private let startOfSigns: Int

    init(_ line: ArraySlice<UInt8>) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(line.count)
      for byte in line {
        bytes.append(byte == 0x09 ? 0x20 : byte)
        while byte == 0x09, bytes.count % 4 != 0 { bytes.append(0x20) }
      }
      let sign = bytes.last { $0 != 0x20 } ?? 0x20
      startOfSigns = bytes.lastIndex { $0 != 0x20 && $0 != sign }.map { $0 + 1 } ?? 0
      self.bytes = bytes
      skip(to: 0)
    }

    var slice: ArraySlice<UInt8> { bytes[position...] }
    var indentation: Int { content - position }
    var isBlank: Bool { content == bytes.count }

    mutating func skip(to place: Int) {
      position = min(place, bytes.count)
      content = max(content, position)
      while content < bytes.count, bytes[content] == 0x20 { content += 1 }
    }

    mutating func skipQuote() -> Bool {
      guard indentation < 4, !isBlank, bytes[content] == UInt8(ascii: ">") else { return false }
      let end = content + 1
      skip(to: end < bytes.count && bytes[end] == 0x20 ? end + 1 : end)
      return true
    }

    /// The end of the mark of a list item: `-`, `*`, `+`, `1.` or `1)`, with a blank or nothing
    /// behind it; `nil` when there is none.
    private var endOfMark: Int? {
      guard !isBlank, !isBreak else { return nil }
      let digits = bytes[content...].prefix(10).prefix {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
      let mark = digits.endIndex
      guard digits.count < 10, mark < bytes.count,
        (digits.isEmpty ? "-*+" : ".)").utf8.contains(bytes[mark]),
        mark + 1 == bytes.count || bytes[mark + 1] == 0x20
      else { return nil }
      return mark + 1
    }

    /// - Parameter interrupts: Whether the item would interrupt a paragraph. An empty item, or one
    ///   with a number other than 1, cannot do that.
    /// - Returns: The indentation of the content of the item; `nil` when no item begins here.
    mutating func skipItem(interrupts: Bool) -> Int? {
      guard indentation < 4, let end = endOfMark else { return nil }
      let start = position
      let isFirst =
        end - content == 1 || bytes[content..<end].elementsEqual("1.".utf8)
        || bytes[content..<end].elementsEqual("1)".utf8)
      var behind = self
      behind.skip(to: end)
      if interrupts, behind.isBlank || !isFirst { return nil }
      self = behind
      // Content that is indented further is code in the item.
      skip(to: isBlank || indentation > 4 ? end + 1 : content)
      return max(position, end + 1) - start
    }

    /// Whether the line is a thematic break: `***`, `- - -`.
    private var isBreak: Bool {
      guard !isBlank, content >= startOfSigns, "-*_".utf8.contains(bytes[content]) else {
        return false
      }
      return bytes[content...].lazy.filter { $0 != 0x20 }.prefix(3).count == 3
    }

    private var isHeading: Bool {
      let signs = bytes[content...].prefix { $0 == UInt8(ascii: "#") }
      return 1...6 ~= signs.count
        && (signs.endIndex == bytes.count || bytes[signs.endIndex] == 0x20)
    }

    /// Whether the line begins nothing but text.
    private var isText: Bool {
      !isBlank && !isBreak && !isHeading && !"><".utf8.contains(bytes[content])
        && endOfMark == nil && MarkdownText.Fence(slice) == nil
    }

    /// Whether a paragraph may continue here.
    var mayGoOn: Bool { !isBlank && (indentation >= 4 || isText) }

    func isParagraph(behindAnother isInParagraph: Bool) -> Bool {
      indentation >= 4 || !isBlank && bytes[content] == UInt8(ascii: "<")
        ? isInParagraph && !isBlank : isText
    }
  }
}
