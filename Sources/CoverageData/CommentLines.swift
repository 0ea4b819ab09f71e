import CIModel
import SourceCode

/// Finds the lines of a source that are blank or contain only comments.
///
/// Each line of a multi-line string is code, and so is a line that may be code: patch coverage must not
/// ignore it.
enum CommentLines {
  /// - Parameter path: Its suffix is the language.
  /// - Returns: 1-based line ranges, ascending and not adjacent.
  static func find(in bytes: [UInt8], path: String) -> [ClosedRange<Int>] {
    let kinds = SourceKinds.find(in: bytes, path: path)
    var ranges: [ClosedRange<Int>] = []
    var (number, holdsCode) = (1, false)
    func endLine() {
      if !holdsCode {
        if let last = ranges.last, last.upperBound + 1 == number {
          ranges[ranges.count - 1] = last.lowerBound...number
        } else {
          ranges.append(number...number)
        }
      }
      (number, holdsCode) = (number + 1, false)
    }
    for (byte, kind) in zip(bytes, kinds) {
      // A line break in a multi-line string belongs to its line.
      if kind == .string || kind != .comment && !SwiftText.isWhiteSpace(byte) { holdsCode = true }
      if byte == UInt8(ascii: "\n") { endLine() }
    }
    if let last = bytes.last, last != UInt8(ascii: "\n") { endLine() }
    return ranges
  }
}
