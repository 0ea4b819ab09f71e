/// A stored run as one line of a list.
package struct RunSummary: Codable, Hashable, Sendable {
  package var id: String
  package var startedAt: Timestamp
  package var durationSeconds: Double
  package var verdict: RunRecord.Verdict
  /// How many tests it has, and how many of them failed.
  package var tests: Int
  package var failedTests: Int
  /// Covered lines; `nil` when none were measured.
  @NullCoded package var lines: Coverage.Ratio?
  /// The commit that was judged or checked out; `nil` when there was none.
  @NullCoded package var head: String?
  /// The branch; `nil` when no branch was checked out and the CI service named none.
  @NullCoded package var branch: String?

  package init(_ record: RunRecord) {
    id = record.id
    startedAt = record.startedAt
    durationSeconds = record.durationSeconds
    verdict = record.verdict
    tests = record.tests.count
    failedTests = record.tests.count { $0.outcome.isFailure }
    lines = record.coverage?.totals.lines
    head = record.changes?.head ?? record.checkout?.commit
    branch = record.checkout?.branch
  }
}

/// The stored runs, as `devtool report --list` shows them.
package struct RunList: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.runs/1"

  package var schema = RunList.schemaName
  /// The runs, newest first.
  package var runs: [RunSummary]

  package init(_ runs: [RunSummary]) { self.runs = runs }
}
