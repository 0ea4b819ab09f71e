import CIModel

/// Recognizes the output of GHUnit.
///
///     Test Suite 'Tests' started.
///     Starting CartTest/testAdd
///      OK (0.001s)
///      FAIL (0.013s)
///     Test Suite 'Tests' finished.
///     Executed 12 of 12 tests, with 1 failures in 0.250 seconds (0 disabled).
///     Failed tests:
///
/// Source: `GHTestRunner.m` in gh-unit 0.4 to 0.5.
struct GHUnitLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("TSOFE")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    switch rest.first {
    case UInt8(ascii: "T"):
      guard rest.skip("Test Suite '") else { return nil }
      return rest.ends(with: "' started.") || rest.ends(with: "' finished.")
        || rest.ends(with: "' cancelled.") ? .notice : nil
    case UInt8(ascii: "S"):
      guard line.indent == 0, rest.skip("Starting "), rest.contains("/"), !rest.contains(" ") else {
        return nil
      }
      return .foreignStarted(name: rest.text)
    case UInt8(ascii: "O"), UInt8(ascii: "F"):
      if rest.equals("Failed tests:") { return .listStarted(.other) }
      guard line.indent == 1 else { return nil }
      let outcome: TestOutcome
      if rest.skip("OK (") {
        outcome = .passed
      } else if rest.skip("FAIL (") {
        outcome = .failed
      } else {
        return nil
      }
      guard let seconds = rest.decimal(), rest.equals("s)") else { return nil }
      return .foreignEnded(outcome, seconds: seconds)
    default:
      guard rest.skip("Executed "), let tests = rest.integer(), rest.skip(" of "),
        let total = rest.integer(), rest.skip(" tests, with "), let failures = rest.integer(),
        rest.skip(" failures in "), rest.ends(with: " disabled).")
      else { return nil }
      return .foreignExecuted(tests: tests, total: total, failures: failures)
    }
  }
}
