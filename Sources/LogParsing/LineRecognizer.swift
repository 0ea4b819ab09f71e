/// Recognizes one kind of line and returns `nil` for every other.
///
/// It has no state: events of several lines are combined afterwards.
package protocol LineRecognizer: Sendable {
  /// The bytes with which a line of this kind can begin after its indentation; `nil` for any byte,
  /// which costs time on every line that no other recognizer takes.
  static var firstBytes: [UInt8]? { get }
  func event(in line: LogLine) -> LogEvent?
}

extension LineRecognizer {
  static func bytes(_ literal: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}
