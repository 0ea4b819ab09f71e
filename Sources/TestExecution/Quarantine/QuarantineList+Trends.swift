import CIModel
import RunHistory

extension QuarantineList {
  /// Returns the tests of the list and their results in earlier runs.
  ///
  /// - Parameter now: The current time, which determines the expired tests.
  func trends(in history: RunHistory, on now: Timestamp) -> HistoryTrends {
    var trends = HistoryTrends(runs: history.runs.count)
    let known = history.currentTests
    let points = history.newestPoints(of: Set(entries.map(\.id)))
    trends.quarantine = entries.map { entry in
      HistoryTrends.QuarantinedTest(
        test: entry.id, line: entry.line, reason: entry.quarantine.reason,
        since: entry.quarantine.since, until: entry.until, daysLeft: entry.daysLeft(on: now),
        isKnown: known.map { $0.contains(entry.id) },
        outcomes: (points[entry.id] ?? []).map(\.outcome),
        isFlaky: (points[entry.id] ?? []).map(\.isFlaky))
    }
    return trends
  }
}
