import CIModel

/// Recognizes the lines XCTest prints when a test starts and ends.
///
///     Test Case 'MathTests.testAdd' started at 2026-11-20 23:31:18.868
///     Test Case 'MathTests.testAdd' passed (0.001 seconds)
///     Test Case '-[Mod.MathTests testAdd]' started.
///     Test Case '-[Mod.MathTests testAdd]' started (Iteration 2 of 3).
///     Test Case '-[Mod.MathTests testAdd]' failed (0.163 seconds).
///
/// Source: `PrintObserver.swift` in swift-corelibs-xctest; Apple's XCTest prints the second form.
struct XCTestCaseLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("T")

  func event(in line: LogLine) -> LogEvent? { Self.parse(line.content) }

  /// Parses a line from `Test Case '` on; the text after the closing parenthesis is ignored.
  static func parse(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard rest.skip("Test Case '"), let name = rest.take(upTo: "' "), !name.isEmpty else {
      return nil
    }
    if rest.starts(with: "started at ") || rest.equals("started.")
      || rest.starts(with: "started (Iteration ")
    {
      return .testStarted(name: name.text, .xctest)
    }
    let outcome: TestOutcome
    if rest.skip("passed (") {
      outcome = .passed
    } else if rest.skip("failed (") {
      outcome = .failed
    } else if rest.skip("skipped (") {
      outcome = .skipped
    } else {
      return nil
    }
    guard let seconds = rest.decimal(), rest.starts(with: " seconds)") else { return nil }
    return .testEnded(name: name.text, .xctest, outcome, seconds: seconds)
  }
}
