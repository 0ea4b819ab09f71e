package import CIModel

/// The report of `devtool log`: the facts of a log and the findings of its limits.
package struct LogReport: Hashable, Sendable {
  package var facts: LogFacts
  /// Tests above the slow limit.
  package var slow: [SlowTest]
  /// The findings of the limits in `.ci.yml`.
  package var findings: [Finding]
  /// The verdict of the log and the limits.
  package var verdict: LogVerdict

  package init(facts: LogFacts, slow: [SlowTest], findings: [Finding] = []) {
    self.facts = facts
    self.slow = slow
    self.findings = findings
    verdict = facts.verdict
  }

  /// - Parameter slowSeconds: The duration from which a test is slow; `nil` lists none.
  package init(facts: LogFacts, slowSeconds: Double?, findings: [Finding] = []) {
    let slow = slowSeconds.map { SlowTest.slowest(facts.tests, from: $0) } ?? []
    self.init(facts: facts, slow: slow, findings: findings)
  }

  /// The log as a run without steps, for reporters that show runs.
  var record: RunRecord {
    var record = RunRecord(
      id: "", devtoolVersion: "", startedAt: Timestamp(secondsSinceEpoch: 0),
      environment: RunRecord.Environment(
        os: "", architecture: "", cpus: 0, swiftVersion: nil, ci: nil),
      config: RunRecord.Config(path: nil))
    switch verdict {
    case .passed: record.verdict = .passed
    case .failed: record.verdict = .failed
    case .unknown: record.verdict = .unknown
    }
    record.counts = facts.counts
    record.tests = facts.tests
    record.slow = slow
    record.crashes = facts.crashes
    record.diagnostics = facts.diagnostics
    record.runtimeWarnings = facts.runtimeWarnings
    record.findings = findings
    return record
  }
}

extension Finding {
  var failsTheRun: Bool { severity == .error && suppressed == nil }
}
