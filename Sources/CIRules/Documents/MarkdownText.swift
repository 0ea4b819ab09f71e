/// Reads Markdown as far as needed to know which parts services do not show.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 4.6, 6.1 and 6.6.
enum MarkdownText {
  /// The text without `<!-- … -->`. Code contains no comments, and within a line an unclosed
  /// comment is text.
  static func withoutComments(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var blocks = MarkdownBlocks()
    var index = 0
    var spans = CodeSpans(bytes)
    // Whether a comment that begins from here on can have an end.
    var endsComments = true
    while index < bytes.count {
      if beginsLine(bytes, at: index) {
        let end = bytes[index...].firstIndex(where: isLineBreak) ?? bytes.endIndex
        if blocks.read(bytes[index..<end]) != .text {
          result += bytes[index..<min(end + 1, bytes.count)]
          index = end + 1
          continue
        }
      }
      let rest = bytes[index...]
      if rest.first == UInt8(ascii: "`") {
        let count = rest.prefix { $0 == UInt8(ascii: "`") }.count
        let end = spans.end(from: index) ?? index + count
        result += bytes[index..<end]
        index = end
      } else if rest.starts(with: "<!--".utf8),
        let end = endOfComment(bytes, from: index, &endsComments)
      {
        index = end
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

  /// The end of a comment; `nil` when it is text.
  ///
  /// - Parameter isEnded: Whether there may be an end; once there is none, the text is not searched
  ///   again.
  private static func endOfComment(
    _ bytes: [UInt8], from start: Int, _ isEnded: inout Bool
  ) -> Int? {
    let rest = bytes[(start + 4)...]
    if rest.starts(with: ">".utf8) { return start + 5 }
    if rest.starts(with: "->".utf8) { return start + 6 }
    var index = start + 4
    while isEnded, index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-"),
        bytes[index + 2] == UInt8(ascii: ">")
      {
        return index + 3
      }
      index += 1
    }
    isEnded = false
    // At the beginning of a line, an unclosed comment hides everything behind it.
    let indentation = bytes[..<start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let isAtStart = start == indentation || isLineBreak(bytes[start - indentation - 1])
    return isAtStart && indentation < 4 ? bytes.count : nil
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
