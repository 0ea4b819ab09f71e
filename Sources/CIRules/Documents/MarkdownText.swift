/// Markdown as services show it, as far as it takes to know what is not shown.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 4.6, 6.1 and 6.6.
enum MarkdownText {
  /// The text without `<!-- … -->`. In code there are no comments, and one that does not end is none
  /// within a line.
  static func withoutComments(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var fence: Fence?
    var index = 0
    // Where code spans end, by the length of their marks; a mark without another is text.
    var hasEnd: [Int: Int] = [:]
    // Whether a comment that begins from here on ends at all.
    var endsComments = true
    while index < bytes.count {
      if index == 0 || isLineBreak(bytes[index - 1]) {
        let end = bytes[index...].firstIndex(where: isLineBreak) ?? bytes.endIndex
        let line = bytes[index..<end]
        if let open = fence {
          if open.isClosed(by: line) { fence = nil }
        } else {
          fence = Fence(line)
        }
        if fence != nil || Fence(line) != nil {
          result += bytes[index..<min(end + 1, bytes.count)]
          index = end + 1
          continue
        }
      }
      let rest = bytes[index...]
      if rest.first == UInt8(ascii: "`") {
        let count = rest.prefix { $0 == UInt8(ascii: "`") }.count
        let end = endOfSpan(bytes, from: index + count, count, &hasEnd) ?? index + count
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

  /// The mark of a block of code: three or more of one character.
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

  /// - Parameter known: For each length of a mark, a place behind which there is none of it.
  private static func endOfSpan(
    _ bytes: [UInt8], from start: Int, _ count: Int, _ known: inout [Int: Int]
  ) -> Int? {
    if let none = known[count], start >= none { return nil }
    var index = start
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "`") else {
        // A blank line ends what a span may be part of.
        if isLineBreak(bytes[index]), index + 1 < bytes.count, isLineBreak(bytes[index + 1]) {
          return nil
        }
        index += 1
        continue
      }
      let run = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
      index += run
      if run == count { return index }
    }
    known[count] = start
    return nil
  }

  /// `nil` where it is text.
  ///
  /// - Parameter isEnded: Whether there may be an end; without one the text is not searched again.
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
    // At the beginning of a line it hides everything behind it.
    let indentation = bytes[..<start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let isAtStart = start == indentation || isLineBreak(bytes[start - indentation - 1])
    return isAtStart && indentation < 4 ? bytes.count : nil
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
