/// Recognizes Bazel's lines about a `swift_test`.
///
///     //Tests/Demo:DemoTests                             FAILED in 0.6s
///     //Tests/Demo:DemoTests                    (cached) PASSED in 1.2s
///     INFO: Build completed, 1 test FAILED, 4 total actions
///     Executed 3 out of 3 tests: 2 tests pass and 1 fails locally.
///
/// Source: output of Bazel 5 to 8.
struct BazelLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("/IEALTX=(")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard line.indent == 0 else { return nil }
    switch rest.first {
    case UInt8(ascii: "/"):
      guard rest.starts(with: "//"), let label = rest.take(upTo: " ") else { return nil }
      rest.skipBlanks()
      _ = rest.skip("(cached) ")
      for (words, succeeded) in Self.endings where rest.starts(with: words) {
        return .buildEnded(action: "test \(label.text)", succeeded: succeeded, seconds: nil)
      }
      return nil
    case UInt8(ascii: "="):
      return rest.skip("==================== Test output for //") ? .notice : nil
    case UInt8(ascii: "E"):
      if rest.starts(with: "ERROR: "), rest.contains(" failed: (Exit ") {
        return .failureWrapper(rest.text)
      }
      if rest.starts(with: "Executing tests from //") { return .notice }
      guard rest.skip("Executed "), rest.integer() != nil, rest.skip(" out of "),
        rest.integer() != nil
      else { return nil }
      return rest.starts(with: " test: ") || rest.starts(with: " tests: ") ? .notice : nil
    default:
      return Self.openings.contains { rest.starts(with: $0) } ? .notice : nil
    }
  }

  private static let endings: [(StaticString, Bool)] = [
    ("PASSED in ", true), ("FLAKY, failed in ", true), ("FAILED in ", false),
    ("FAILED TO BUILD", false), ("TIMEOUT in ", false), ("NO STATUS", false),
    ("REMOTE FAILURE", false),
  ]

  private static let openings: [StaticString] = [
    "(Exit ", "Analyzing: ", "INFO: Analyzed ", "INFO: Build completed", "INFO: Elapsed time: ",
    "INFO: Found ", "INFO: From ", "INFO: Invocation ID: ", "INFO: Streaming build results to: ",
    "Loading: ", "Target //",
  ]
}
