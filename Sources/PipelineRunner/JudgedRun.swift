package import CIModel
package import RunEvents

/// An earlier run whose results are judged by one that runs no step: `check --only coverage`.
package struct JudgedRun: Hashable, Sendable {
  package var record: RunRecord
  /// Marks of the sources that it measured, by path (`StoredMeasurement`).
  package var marks: [String: String]

  package init(_ record: RunRecord, marks: [String: String]) {
    self.record = record
    self.marks = marks
  }

  /// Whether a run has anything to say to a check; one whose tests were to run and did not has.
  package static func answers(_ check: Check, _ record: RunRecord) -> Bool {
    guard record.judgedRun == nil, record.verdict == .passed || record.verdict == .failed else {
      return false
    }
    switch check {
    case .tests, .coverage:
      return !record.tests.isEmpty
        || record.steps.contains { $0.runsTests && $0.status != .skipped }
    case .warnings: return record.steps.contains { $0.attempts > 0 }
    case .rules: return true
    }
  }

  /// Puts what the checks judge into a record that has no steps of its own.
  func fill(_ record: inout RunRecord, for checks: Set<Check>) {
    record.judgedRun = self.record.id
    if checks.contains(.tests) {
      record.tests = self.record.tests
      record.counts = self.record.counts
      record.crashes = self.record.crashes
      record.findings += self.record.findings.filter {
        $0.ruleID.hasPrefix("tests.") && !TestPolicy.findingIDs.contains($0.ruleID)
      }
      record.findings += failures
    }
    if checks.contains(.warnings) {
      record.diagnostics = self.record.diagnostics
      record.runtimeWarnings = self.record.runtimeWarnings
    }
    if checks.contains(.coverage) {
      record.coverage = self.record.coverage
      record.coverage?.patch = nil
      record.findings += self.record.findings.filter { $0.ruleID == CoveragePolicy.exclusionsID }
    }
    record.notes.append(note(checks))
  }

  /// The steps of that run failed, and none of this one can.
  private var failures: [Finding] {
    let failed = record.steps.filter { step in
      step.runsTests && !step.status.satisfiesNeeds
    }
    if failed.isEmpty {
      let count = record.tests.count(where: \.failsTheRun)
      guard count > 0 else { return [] }
      return [Finding(.error, "tests", "\(counted(count, "test")) failed in run \(record.id)")]
    }
    return failed.map { step in
      Finding(
        .error, "tests",
        "step \(step.id) \(step.status == .failed ? "failed" : "was \(step.status.rawValue)") in "
          + "run \(record.id)" + (step.reason.map { ": \($0)" } ?? ""),
        help: "Run `devtool check \(step.id)`.")
    }
  }

  private func note(_ checks: Set<Check>) -> String {
    let names = checks.subtracting([.rules]).map(\.rawValue).sorted().joined(separator: ", ")
    return "No step ran: judged \(names) of run \(record.id), which began at "
      + "\(record.startedAt.iso8601)."
  }
}
