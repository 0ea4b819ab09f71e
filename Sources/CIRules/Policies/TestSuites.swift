import CIModel

extension TestPolicy {
  /// Findings for test targets without tests, suites that take too long, and tests that check
  /// nothing.
  func suiteFindings(in facts: Facts) -> [Finding] {
    emptyFindings(facts) + totalFindings(facts) + assertionFindings(facts)
  }

  private func emptyFindings(_ facts: Facts) -> [Finding] {
    guard let severity = empty.severity else { return [] }
    var seen: Set<String> = []
    if facts.steps.contains(where: { $0.suite?.targets.isEmpty == true && $0.status == .skipped }) {
      return [
        Finding(
          severity, "tests.empty", "the package has no test target",
          help: "Add one, or write `empty: ignore` under `tests` in .ci.yml.")
      ]
    }
    return facts.steps.compactMap(\.suite).flatMap { suite in
      suite.targets.compactMap { target in
        // The cells of a matrix have the same targets.
        guard target.tests == 0, seen.insert(target.path).inserted else { return nil }
        if let list = suite.testList {
          return Finding(
            severity, "tests.empty",
            "\(list) lists no test of \(target.name), and SwiftPM runs only those it lists",
            at: SourceLocation(list),
            help: "Delete it, or build with `arguments: [--enable-test-discovery]`.")
        }
        return Finding(
          severity, "tests.empty", "test target \(target.name) has no test",
          at: SourceLocation(target.path),
          help: "Add a test, remove the target, or write `empty: ignore` under `tests` in .ci.yml.")
      }
    }
  }

  private func totalFindings(_ facts: Facts) -> [Finding] {
    guard let totalSeconds else { return [] }
    return facts.testTimes.compactMap { step, seconds in
      guard seconds > totalSeconds else { return nil }
      return Finding(
        .error, "tests.total",
        "the tests of step \(step) took \(timeText(seconds)), limit is \(timeText(totalSeconds))",
        help: "Make the slowest tests faster, run more at once with `workers`, or raise `total` "
          + "under `tests` in .ci.yml.")
    }
  }

  /// `12.5 s`, `10 min`, `10 min 12 s`.
  func timeText(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 60, seconds < 1e9 else { return secondsText(seconds) }
    return Duration.seconds(seconds.rounded(.down)).words
  }

  private func assertionFindings(_ facts: Facts) -> [Finding] {
    guard let severity = assertions.severity else { return [] }
    return facts.tests.filter { $0.assertsNothing == true }.map { test in
      Finding(
        severity, "tests.assertions", "\(test.name) passes without checking anything",
        at: test.file.map { SourceLocation($0, line: test.line) },
        help: "Check a result in it, or delete it.")
    }
  }
}
