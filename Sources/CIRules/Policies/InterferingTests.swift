import CIModel

extension TestPolicy {
  /// Findings for tests that failed together with others and pass alone.
  func interferenceFindings(in facts: Facts) -> [Finding] {
    guard let severity = interference.severity else { return [] }
    return facts.tests.compactMap { test in
      guard let interference = test.interference, !test.outcome.isFailure, test.quarantine == nil
      else { return nil }
      let failed = test.attempts?.first { $0.outcome.isFailure }
      let issue = failed?.issues.first { !$0.isKnown && $0.severity == .error }
      let reason =
        issue.map { $0.message.prefix { !$0.isNewline } }
        ?? failed.flatMap { $0.outcome == .failed ? nil : $0.outcome.rawValue[...] }
      return Finding(
        severity, "tests.interference",
        "\(test.id ?? test.name) \(interference.words)\(reason.map { ": \($0)" } ?? "")",
        at: (issue?.file ?? test.file).map { SourceLocation($0, line: issue?.line ?? test.line) },
        help: interference.help)
    }
  }
}

extension Interference {
  fileprivate var help: String {
    if !after.isEmpty {
      return
        "At the end of \(after.count == 1 ? after[0] : "each of them"), restore the process state "
        + "that it changes (environment, working directory, defaults, shared objects)."
    }
    return
      "Give the test a folder, file or port of its own, or list the tests that share one under "
      + "`tests.serial` in .ci.yml."
      + (isReproduced ? "" : " It may also fail by chance: it passed whenever it ran again.")
  }
}
