import CIModel

extension TestPolicy {
  /// Maximum number of slow tests with a finding each; if more are slow, one finding summarizes
  /// them, because the whole run is slow.
  private static let mostListed = 10

  /// Findings for tests that took at least as long as a limit.
  func findings(in facts: Facts) -> [Finding] {
    var slow: [Severity: [(test: TestCase, seconds: Double, limit: Double)]] = [:]
    for test in facts.tests {
      // Tests that hung or died are reported as such.
      guard test.outcome == .passed || test.outcome == .failed,
        let seconds = test.durationSeconds, let tier = tier(of: seconds)
      else { continue }
      slow[tier.severity, default: []].append((test, seconds, tier.limit))
    }
    return untimed(facts.tests)
      + slow.flatMap { severity, tests in
        if tests.count > TestPolicy.mostListed { return [summary(severity, tests)] }
        return tests.map { test, seconds, limit in
          Finding(
            severity, "tests.slow",
            "\(test.shownName) took \(secondsText(seconds)), limit is \(secondsText(limit))",
            at: test.file.map { SourceLocation($0, line: test.line) },
            help: "Make the test faster, or raise `slow` under `tests` in .ci.yml.")
        }
      }
  }

  /// A finding about tests that `slow.fail` cannot judge.
  private func untimed(_ tests: [TestCase]) -> [Finding] {
    let untimed = tests.filter { test in
      test.framework == .swiftTesting && test.durationSeconds == nil
        && (test.outcome == .passed || test.outcome == .failed)
    }
    guard slowFailSeconds != nil, let first = untimed.first else { return [] }
    let tests = untimed.count == 1 ? first.shownName : "\(untimed.count) tests"
    return [
      Finding(
        .warning, "tests.slow",
        "`slow.fail` did not judge \(tests): Swift Testing does not tell how long they took",
        help: "Run the tests one after the other: `devtool check --workers 1`.")
    ]
  }

  private func summary(
    _ severity: Severity, _ tests: [(test: TestCase, seconds: Double, limit: Double)]
  ) -> Finding {
    let longest = tests.max { $0.seconds < $1.seconds }
    let example =
      longest.map { ", the longest \($0.test.shownName) with \(secondsText($0.seconds))" } ?? ""
    let limit = longest.map { secondsText($0.limit) } ?? ""
    return Finding(
      severity, "tests.slow", "\(tests.count) tests took \(limit) or longer\(example)",
      help: "Make the tests faster, or raise `slow` under `tests` in .ci.yml.")
  }

  private func tier(of seconds: Double) -> (severity: Severity, limit: Double)? {
    if let slowFailSeconds, seconds >= slowFailSeconds { return (.error, slowFailSeconds) }
    if let slowWarnSeconds, seconds >= slowWarnSeconds { return (.warning, slowWarnSeconds) }
    return nil
  }

  /// `4.1 s`, `0.25 s`, `1 s`: at most three decimals, floored so that a duration never looks
  /// longer than it was.
  func secondsText(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds) s" }
    // The tiny addend keeps 4.1, which is stored as slightly less, from becoming 4.099.
    let milliseconds = Int((seconds * 1000 + 1e-6).rounded(.down))
    var decimals = String(milliseconds % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(milliseconds / 1000)\(decimals.isEmpty ? "" : ".\(decimals)") s"
  }
}
