import CIModel

extension TestPolicy {
  /// Tests that took at least as long as a limit.
  func findings(in facts: Facts) -> [Finding] {
    facts.tests.compactMap { test in
      // A test that hung or died is reported as such.
      guard test.outcome == .passed || test.outcome == .failed,
        let seconds = test.durationSeconds, let tier = tier(of: seconds)
      else { return nil }
      return Finding(
        tier.severity, "tests.slow",
        "\(test.name) took \(secondsText(seconds)), limit is \(secondsText(tier.limit))",
        at: test.file.map { SourceLocation($0, line: test.line) },
        help: "Make the test faster, or raise `slow` under `tests` in .ci.yml.")
    }
  }

  private func tier(of seconds: Double) -> (severity: Severity, limit: Double)? {
    if let slowFailSeconds, seconds >= slowFailSeconds { return (.error, slowFailSeconds) }
    if let slowWarnSeconds, seconds >= slowWarnSeconds { return (.warning, slowWarnSeconds) }
    return nil
  }

  /// `4.1 s`, `0.25 s`, `1 s`: at most three decimals, floored so that a duration never looks
  /// longer than it was.
  private func secondsText(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds) s" }
    // The tiny addend keeps 4.1, which is stored as slightly less, from becoming 4.099.
    let milliseconds = Int((seconds * 1000 + 1e-6).rounded(.down))
    var decimals = String(milliseconds % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(milliseconds / 1000)\(decimals.isEmpty ? "" : ".\(decimals)") s"
  }
}
