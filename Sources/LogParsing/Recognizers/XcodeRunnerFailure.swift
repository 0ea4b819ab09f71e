/// Recognizes xcodebuild's messages that the runner, not a test, failed.
///
///     Run test suite X encountered an error (Exceeded max restart count of 2. (Underlying Error: Crash: App (65214) AppTests.example3()))
///     Test target WebDriverAgentRunner encountered an error (Early unexpected exit, …)
///     … xcodebuild[10448:857161] Error Domain=IDETestOperationsObserverErrorDomain Code=6 "Early unexpected exit, …" UserInfo={…}
///
/// Source: output of xcodebuild 8 to 26.
struct XcodeRunnerFailure: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("RT") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    switch rest.first {
    case UInt8(ascii: "R") where rest.starts(with: "Run test suite "),
      UInt8(ascii: "T") where rest.starts(with: "Test target "):
      return Self.parse(rest)
    case let byte? where byte &- 0x30 < 10:
      guard rest.peek(4) == UInt8(ascii: "-"),
        rest.take(upTo: "Error Domain=IDETestOperationsObserverErrorDomain Code=") != nil,
        rest.integer() != nil, rest.skip(" \""), let reason = rest.take(upTo: "\" UserInfo=")
      else { return nil }
      return .runnerFailed(reason: reason.text, crashed: nil)
    default:
      return nil
    }
  }

  /// Parses `… encountered an error (…)`, which also appears in the list of reasons.
  static func parse(_ content: ByteCursor) -> LogEvent? {
    guard content.contains(" encountered an error (") else { return nil }
    var crashed: String?
    var rest = content
    if rest.take(upTo: ": Crash: ") != nil, rest.take(upTo: ") ") != nil,
      let end = rest.lastOffset(of: "()")
    {
      crashed = rest.prefix(end + 2).text
    }
    return .runnerFailed(reason: content.text, crashed: crashed)
  }
}
