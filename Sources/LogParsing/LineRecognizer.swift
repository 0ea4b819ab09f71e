/// Knows one kind of line and answers `nil` for every other.
///
/// It keeps no state: what spans several lines is folded from events afterwards.
package protocol LineRecognizer: Sendable {
  /// The bytes with which a line of this kind can begin after its indentation; `nil` when it can
  /// begin with any, which costs time on every line that no other recognizer takes.
  static var firstBytes: [UInt8]? { get }
  func event(in line: LogLine) -> LogEvent?
}

extension LineRecognizer {
  static func bytes(_ literal: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}
