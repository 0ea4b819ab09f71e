import CIModel

/// Why a run failed, or that it passed without doing anything, in a few words.
enum VerdictReasons {
  static func of(_ record: RunRecord, _ log: LogReport?) -> [String] {
    if record.verdict == .passed { return nothingRan(record).map { [$0] } ?? [] }
    if let log, !log.facts.reasons.isEmpty {
      return log.facts.reasons + findings(record)
    }
    var reasons: [String] = []
    let tally = Tally(record)
    for (outcome, words) in [
      (TestOutcome.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
      (.unfinished, "did not end"), (.notRun, "did not run"),
    ] {
      guard let count = tally.outcomes[outcome], count > 0 else { continue }
      reasons.append(
        reasons.isEmpty ? "\(counted(count, "test")) \(words)" : "\(count.grouped) \(words)")
    }
    let tests = reasons.indices.last
    let loose = record.crashes.count { $0.test == nil }
    if loose > 0 { reasons.append(counted(loose, "crash", plural: "crashes")) }
    let errors = record.diagnostics.count { $0.severity == .error }
    if errors > 0 { reasons.append(counted(errors, "error")) }
    reasons += findings(record)
    for step in unexplainedSteps(record) {
      let detail = step.status == .failed ? step.reason.map { " (\($0))" } ?? "" : ""
      reasons.append("step \(step.id) \(step.status.words)\(detail)")
    }
    if let tests, let more = aboutFailures(record) {
      // With several kinds of failures, the addition applies to all of them.
      if tests > 0 {
        reasons.insert(more, at: tests + 1)
      } else {
        reasons[0] += reasons.count == 1 ? ": \(more)" : " (\(more))"
      }
    }
    // Otherwise, only `--fail-on` can have failed the run.
    return reasons.isEmpty ? findings(record) { $0.suppressed == nil } : reasons
  }

  /// `no step ran (os == "macos" is false)`; `nil` if a step ran, or an earlier result of it is valid.
  private static func nothingRan(_ record: RunRecord) -> String? {
    guard let first = record.steps.first,
      record.steps.allSatisfy({ $0.status == .skipped && $0.isUpToDate != true })
    else { return nil }
    let isShared = record.steps.allSatisfy { $0.reason == first.reason }
    return "no step ran" + (isShared ? first.reason.map { " (\($0.firstLine))" } ?? "" : "")
  }

  /// An addition such as `4 new since main, 1 cause explains 3`; `nil` when there is none.
  private static func aboutFailures(_ record: RunRecord) -> String? {
    var words: [String] = []
    let new = record.tests.filter(\.isNewFailure)
    func count(_ tests: [TestCase]) -> Int { Set(tests.lazy.map(\.shownName)).count }
    if let base = new.lazy.compactMap({ $0.earlier?.newSince }).first {
      words.append(
        "\(count(new.filter { $0.earlier?.newSince == base }).grouped) new since \(base)")
    } else {
      // Without a base, a test that the history does not have may only be new itself.
      let tests = new.filter { $0.earlier?.outcomes.isEmpty == true }
      let failures = count(new) - count(tests)
      if failures > 0 { words.append(counted(failures, "new failure")) }
      if !tests.isEmpty { words.append(counted(count(tests), "new test")) }
    }
    let causes = FailureCause.all(record).filter { cause in
      cause.failures.count > 1 && cause.failures.first?.causePlace != nil
    }
    if !causes.isEmpty {
      let explained = causes.reduce(0) { $0 + $1.failures.count }
      let verb = causes.count == 1 ? "explains" : "explain"
      words.append("\(counted(causes.count, "cause")) \(verb) \(explained.grouped)")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Steps that failed for reasons other than the tests, errors and findings that are listed
  /// anyway.
  static func unexplainedSteps(_ record: RunRecord) -> [StepResult] {
    record.steps.filter { step in
      switch step.status {
      case .timedOut: true
      case .failed: !explains(step, record)
      case .passed, .warned, .skipped, .blocked, .cancelled: false
      }
    }
  }

  /// The failing findings: `2 findings (changelog, pr-size)`.
  private static func findings(
    _ record: RunRecord, where counts: (Finding) -> Bool = \.failsTheRun
  ) -> [String] {
    let ids = record.findings.filter(counts).map(\.ruleID)
    guard !ids.isEmpty else { return [] }
    let unique = Set(ids).sorted()
    let names = unique.count <= 3 ? " (\(unique.joined(separator: ", ")))" : ""
    return [counted(ids.count, "finding") + names]
  }

  /// Whether the listed tests or diagnostics explain why a step failed.
  private static func explains(_ step: StepResult, _ record: RunRecord) -> Bool {
    if step.runsTests, record.tests.contains(where: \.failsTheRun) {
      return true
    }
    return record.diagnostics.contains {
      $0.severity == .error && ($0.step == step.id || $0.step == nil)
    }
  }
}
