/// Recognizes the Swift runtime's fatal errors at the beginning of a line.
///
///     Fatal error: Unexpectedly found nil: file /p/F.swift, line 12
///
/// With a place before them they are a `LocatedMessage`. Source: `Assert.cpp` in the Swift runtime.
struct FatalErrorLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("FPA")

  func event(in line: LogLine) -> LogEvent? {
    guard var reason = Self.reason(line.content) else { return nil }
    let whole = reason
    // Before Swift 5.4 the place came last.
    if var text = reason.take(upToLast: ": file "), let file = reason.take(upToLast: ", line "),
      let number = reason.integer()
    {
      // `Precondition failed: ` precedes an empty message.
      text.dropTrailingBlanks()
      _ = text.dropSuffix(":")
      return .fatalError(reason: text.text, file: file.text, line: number)
    }
    return .fatalError(reason: whole.text, file: nil, line: nil)
  }

  /// The whole message if it is a fatal error.
  static func reason(_ content: ByteCursor) -> ByteCursor? {
    switch content.first {
    case UInt8(ascii: "F") where content.starts(with: "Fatal error"): content
    case UInt8(ascii: "F") where content.starts(with: "Fatal access conflict detected"): content
    case UInt8(ascii: "P") where content.starts(with: "Precondition failed"): content
    case UInt8(ascii: "A") where content.starts(with: "Assertion failed"): content
    default: nil
    }
  }
}
