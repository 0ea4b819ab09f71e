package import CIModel
package import RunEvents

/// An earlier run whose results are judged by a run without steps: `check --only coverage`.
package struct JudgedRun: Hashable, Sendable {
  package var record: RunRecord
  /// Marks of the measured sources, by path (`StoredMeasurement`).
  package var marks: [String: String]

  package init(_ record: RunRecord, marks: [String: String]) {
    self.record = record
    self.marks = marks
  }

  /// Whether a record has results for a check; a test step that ended without a test counts.
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

  /// Copies the results that the checks judge into a record without steps.
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

  /// Findings for the failed test steps of the judged run; this run has no step that could fail.
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
    return "No step ran: the results (\(names)) are from run \(record.id), which began at "
      + "\(record.startedAt.iso8601)."
  }
}
