/// Blocks of code in a document of Markdown, read line by line: one ends with the quote or the item of a list that
/// it stands in, also without a closing fence.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 5.1 and 5.2.
struct MarkdownBlocks {
  enum Line {
    case text
    /// A fence, which begins or ends a block of code.
    case fence
    case code
  }

  private enum Container {
    case quote
    /// An item of a list; what belongs to it is indented so far.
    case item(width: Int)
  }

  /// The outermost first.
  private var containers: [Container] = []
  /// Which of them are quotes, ascending.
  private var quotes: [Int] = []
  private var fence: MarkdownText.Fence?
  /// Whether the next line may go on with a paragraph without the marks of its containers.
  private var isInParagraph = false

  /// - Parameter line: Without its line break.
  mutating func read(_ line: ArraySlice<UInt8>) -> Line {
    var rest = Rest(line)
    let kept = enter(&rest)
    if let open = fence, kept == containers.count {
      guard open.isClosed(by: rest.slice) else { return .code }
      fence = nil
      return .fence
    }
    if fence == nil, kept < containers.count, isInParagraph, rest.mayGoOn { return .text }
    if kept < containers.count { leave(kept) }
    open(&rest)
    fence = MarkdownText.Fence(rest.slice)
    isInParagraph = fence == nil && rest.isParagraph(behindAnother: isInParagraph)
    return fence == nil ? .text : .fence
  }

  /// Goes behind the marks of the containers that a line belongs to.
  ///
  /// - Returns: How many of them there are.
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

  /// Begins the containers whose marks a line has.
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

  /// What is left of a line behind the marks of containers.
  private struct Rest {
    /// With blanks in place of tabs.
    private let bytes: [UInt8]
    private(set) var position = 0
    /// The first byte that is no blank.
    private var content = 0
    /// Where the signs and blanks begin that end the line, if all of the signs are the same.
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

    /// Where the mark of an item ends: `-`, `*`, `+`, `1.` or `1)`, with a blank or nothing behind it.
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

    /// - Parameter interrupts: A paragraph, which an empty item does not end, or one with another number than 1.
    /// - Returns: How far what belongs to the item is indented.
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
      // What is indented further is code in the item.
      skip(to: isBlank || indentation > 4 ? end + 1 : content)
      return max(position, end + 1) - start
    }

    /// `***`, `- - -`.
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

    /// Whether nothing else begins with the line than text.
    private var isText: Bool {
      !isBlank && !isBreak && !isHeading && !"><".utf8.contains(bytes[content])
        && endOfMark == nil && MarkdownText.Fence(slice) == nil
    }

    /// Whether a paragraph may go on here.
    var mayGoOn: Bool { !isBlank && (indentation >= 4 || isText) }

    func isParagraph(behindAnother isInParagraph: Bool) -> Bool {
      indentation >= 4 || !isBlank && bytes[content] == UInt8(ascii: "<")
        ? isInParagraph && !isBlank : isText
    }
  }
}
