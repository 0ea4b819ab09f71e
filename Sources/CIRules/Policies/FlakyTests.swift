import CIModel

extension TestPolicy {
  /// Findings for tests that failed and then passed in another run.
  func flakyFindings(in facts: Facts) -> [Finding] {
    guard let severity = flaky.severity else { return [] }
    let runsHere = !facts.steps.contains(where: \.isImport)
    return facts.tests.compactMap { test in
      guard test.isFlaky == true, test.quarantine == nil else { return nil }
      let failures = max(1, test.runs.count(where: \.outcome.isFailure))
      let issue = test.attempts?.first { $0.outcome.isFailure }?.issues.first {
        !$0.isKnown && $0.severity == .error
      }
      let reason =
        issue.map { ": \($0.headline)\($0.arguments.map { " (\($0))" } ?? "")" } ?? ""
      return Finding(
        severity, "tests.flaky",
        "\(test.shownName) failed \(failures == 1 ? "once" : "\(failures) times") and then passed\(reason)",
        at: (issue?.file ?? test.file).map { SourceLocation($0, line: issue?.line ?? test.line) },
        help: "Find the cause"
          + (runsHere
            ? "; `devtool check --only test --stress 50` can make the test fail again." : "."))
    }
  }
}
