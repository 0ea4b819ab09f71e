import CIModel

/// Finds the lines of Swift and C sources that are blank or contain only comments.
///
/// Block comments nest as in Swift. Comment signs in quotes are ignored, and each line of a
/// multi-line string (`"""`) counts as code.
enum CommentLines {
  /// 1-based line ranges, ascending and not adjacent.
  static func find(in bytes: UnsafeRawBufferPointer) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var state = State()
    var number = 0
    var offset = 0
    while offset < bytes.count {
      number += 1
      let end = ByteScan.next(UInt8(ascii: "\n"), in: bytes, from: offset)
      if !state.holdsCode(UnsafeRawBufferPointer(rebasing: bytes[offset..<end])) {
        if let last = ranges.last, last.upperBound + 1 == number {
          ranges[ranges.count - 1] = last.lowerBound...number
        } else {
          ranges.append(number...number)
        }
      }
      offset = end + 1
    }
    return ranges
  }

  private struct State {
    var commentDepth = 0
    var isInText = false

    /// Reads one line; returns whether it contains code.
    mutating func holdsCode(_ line: UnsafeRawBufferPointer) -> Bool {
      var holdsCode = isInText
      var index = 0
      func at(_ offset: Int) -> UInt8 { index + offset < line.count ? line[index + offset] : 0 }
      let quote = UInt8(ascii: "\"")
      while index < line.count {
        let byte = line[index]
        let isTripleQuote = byte == quote && at(1) == quote && at(2) == quote
        if isInText {
          if byte == UInt8(ascii: "\\") {
            index += 1
          } else if isTripleQuote {
            isInText = false
            index += 2
          }
        } else if commentDepth > 0 {
          if byte == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
            commentDepth -= 1
            index += 1
          } else if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
            commentDepth += 1
            index += 1
          }
        } else if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "/") {
          return holdsCode
        } else if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
          commentDepth = 1
          index += 1
        } else if isTripleQuote {
          isInText = true
          holdsCode = true
          index += 2
        } else if byte == quote {
          holdsCode = true
          index += 1
          while index < line.count, line[index] != quote {
            if line[index] == UInt8(ascii: "\\") { index += 1 }
            index += 1
          }
        } else if byte != 0x20, byte != 0x09, byte != 0x0D {
          holdsCode = true
        }
        index += 1
      }
      return holdsCode
    }
  }
}
