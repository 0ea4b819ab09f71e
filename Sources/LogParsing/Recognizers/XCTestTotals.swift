/// Recognizes the totals XCTest prints below the end of a suite.
///
///     \t Executed 11 tests, with 2 tests skipped and 3 failures (1 unexpected) in 1.6 (1.6) seconds
///
/// Failures count assertions, not tests. Source: `PrintObserver.swift` in swift-corelibs-xctest.
struct XCTestTotals: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("E")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard rest.skip("Executed "), let tests = rest.integer(),
      rest.skip(" tests, with ") || rest.skip(" test, with "), var failures = rest.integer()
    else { return nil }
    var skipped = 0
    if rest.skip(" tests skipped and ") || rest.skip(" test skipped and ") {
      guard let count = rest.integer() else { return nil }
      (skipped, failures) = (failures, count)
    }
    guard rest.skip(" failures (") || rest.skip(" failure ("), rest.integer() != nil,
      rest.skip(" unexpected) in ")
    else { return nil }
    return .executed(tests: tests, skipped: skipped, failures: failures)
  }
}
