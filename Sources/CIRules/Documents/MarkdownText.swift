/// Reads Markdown as far as needed to know which parts services do not show.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 4.6, 6.1 and 6.6.
enum MarkdownText {
  /// The text without `<!-- … -->`, and without `[//]: # (…)`, which links to nothing. Code contains
  /// no comments. Within a paragraph, a comment that does not end there is text.
  static func withoutComments(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var blocks = MarkdownBlocks()
    var index = 0
    var spans = CodeSpans(bytes)
    var comments = Comments(bytes)
    var definitions = LinkDefinitions(bytes)
    while index < bytes.count {
      if beginsLine(bytes, at: index) {
        comments.startOfLine = index
        let end = bytes[index...].firstIndex(where: isLineBreak) ?? bytes.endIndex
        if blocks.read(bytes[index..<end]) != .text {
          result += bytes[index..<min(end + 1, bytes.count)]
          index = end + 1
          continue
        }
        if let end = definitions.endOfComment(index) {
          index = end
          continue
        }
      }
      let rest = bytes[index...]
      if rest.first == UInt8(ascii: "`") {
        let count = rest.prefix { $0 == UInt8(ascii: "`") }.count
        let end = spans.end(from: index) ?? index + count
        result += bytes[index..<end]
        index = end
      } else if rest.starts(with: "<!--".utf8), let end = comments.end(from: index) {
        // No block begins on the line on which that of the comment ends.
        let isBlock = comments.startOfLine == end
        if isBlock, bytes[end...].prefix(while: { !isLineBreak($0) }).contains(where: { $0 > 0x20 })
        {
          result += Array("\u{200B}".utf8)
        }
        index = end
      } else if rest.starts(with: "\\<".utf8) || rest.starts(with: "\\\\".utf8) {
        result += rest.prefix(2)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The fence of a block of code: three or more of one character.
  struct Fence {
    var character: UInt8
    var count: Int

    init?(_ line: ArraySlice<UInt8>) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard text.startIndex - line.startIndex < 4, let first = text.first,
        first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
      else { return nil }
      character = first
      count = text.prefix { $0 == first }.count
      guard count >= 3 else { return nil }
      if first == UInt8(ascii: "`"), text.dropFirst(count).contains(first) { return nil }
    }

    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      guard let other = Fence(line), other.character == character, other.count >= count else {
        return false
      }
      return line.allSatisfy { $0 == character || $0 == UInt8(ascii: " ") }
    }
  }

  /// The code spans of a text: code between two marks of the same length, before a blank line. A
  /// mark without a counterpart is text.
  private struct CodeSpans {
    /// The start of each mark, ascending, and the end of the span that it begins; 0 when it begins
    /// none.
    private var marks: [(start: Int, end: Int)] = []
    /// Index of the first mark that has not been looked up.
    private var next = 0

    init(_ bytes: [UInt8]) {
      // The last mark of each length, and its paragraph.
      var last: [Int: (mark: Int, paragraph: Int)] = [:]
      var (index, paragraph) = (0, 0)
      while index < bytes.count {
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
        if index > start {
          if let open = last[index - start], open.paragraph == paragraph {
            marks[open.mark].end = index
          }
          last[index - start] = (marks.count, paragraph)
          marks.append((start, 0))
          continue
        }
        if isLineBreak(bytes[index]), index + 1 < bytes.count, isLineBreak(bytes[index + 1]) {
          paragraph += 1
        }
        index += 1
      }
    }

    /// The end of the span that a mark begins; `nil` when it begins none.
    ///
    /// - Parameter start: Offset of the mark, greater than in the last call.
    mutating func end(from start: Int) -> Int? {
      while next < marks.count, marks[next].start < start { next += 1 }
      guard next < marks.count, marks[next].start == start, marks[next].end > 0 else { return nil }
      return marks[next].end
    }
  }

  /// Finds the ends of comments. A range without an end is searched once.
  private struct Comments {
    private let bytes: [UInt8]
    /// The start of the last line that did not begin in a comment or a code span.
    var startOfLine = 0 {
      didSet { blanks = bytes[startOfLine...].prefix { $0 == UInt8(ascii: " ") }.count }
    }
    /// The number of spaces at the start of the line.
    private var blanks = 0
    /// The last range that was searched in vain ends here.
    private var endOfSearch = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The text that a comment can be part of.
    private enum Place: Equatable {
      /// The comment is a block of its own: without an end it hides everything behind it.
      case block
      /// It is a block in a list item, whose content is indented by `width` columns.
      case item(width: Int)
      case quote
      case paragraph
      /// A heading, or a row of a table.
      case line
    }

    /// Maximum length of the marks of containers before a comment.
    private static let longestMarks = 256

    private func place(of start: Int) -> Place {
      let before = bytes[startOfLine..<start]
      let blanks = min(blanks, before.count)
      if blanks == before.count, blanks < 4 { return .block }
      let marks = before.dropFirst(blanks)
      let heading = marks.prefix(7).drop { $0 == UInt8(ascii: "#") }
      let isHeading = marks.first == UInt8(ascii: "#") && heading.first == UInt8(ascii: " ")
      if isHeading || marks.first == UInt8(ascii: "|") { return .line }
      guard blanks < 4, before.count <= Self.longestMarks,
        marks.allSatisfy({ " \t>-*+.)0123456789".utf8.contains($0) })
      else { return .paragraph }
      return marks.first == UInt8(ascii: ">") ? .quote : .item(width: before.count)
    }

    /// The end of a comment; `nil` when it is text.
    mutating func end(from start: Int) -> Int? {
      let rest = bytes[(start + 4)...]
      let place = place(of: start)
      if place != .block, start < endOfSearch { return nil }
      let isShort = rest.starts(with: ">".utf8) || rest.starts(with: "->".utf8)
      var index = isShort ? start + 2 : max(start + 4, endOfSearch)
      while index < bytes.count {
        if bytes[index...].starts(with: "-->".utf8) {
          if place == .block { startOfLine = index + 3 }
          return index + 3
        }
        index += 1
        if beginsLine(bytes, at: index), ends(place, at: index) { break }
      }
      endOfSearch = index
      return place == .block ? bytes.count : nil
    }

    /// Whether a comment cannot go on in the line that begins here.
    private func ends(_ place: Place, at index: Int) -> Bool {
      let line = bytes[index...].prefix { !isLineBreak($0) }
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      switch place {
      case .block: return false
      case .item(let width):
        let columns = line[..<text.startIndex].reduce(0) { $0 + ($1 == UInt8(ascii: " ") ? 1 : 4) }
        return !text.isEmpty && columns < width
      case .quote: return text.first != UInt8(ascii: ">")
      case .paragraph: return !MarkdownBlocks.mayContinueParagraph(text)
      case .line: return true
      }
    }
  }

  /// Whether a line begins here, not counting the position between the two bytes of a line break.
  static func beginsLine(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index > 0 else { return true }
    return isLineBreak(bytes[index - 1])
      && !(bytes[index - 1] == UInt8(ascii: "\r") && index < bytes.count
        && bytes[index] == UInt8(ascii: "\n"))
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
