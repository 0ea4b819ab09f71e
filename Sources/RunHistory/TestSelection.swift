package import CIModel

/// The selection of tests in a run, which must be the same in another run to compare them.
package struct TestSelection: Hashable, Sendable {
  /// The number of steps that ran tests.
  private var steps: Int
  /// The ids of the tests when only a part was requested; `nil` when all were.
  private var part: Set<String>?

  package init(_ record: RunRecord) {
    let ran = record.steps.filter { $0.suite != nil }
    steps = ran.count
    let isPart = ran.contains { $0.suite?.isPart == true || $0.shard.map { $0.count > 1 } ?? false }
    part = isPart ? Set(record.tests.compactMap(\.id)) : nil
  }

  /// Whether the run had no tests, so that the tests of the other run do not matter.
  package var isEmpty: Bool { steps == 0 }

  /// Whether a run may have executed the same tests, judged only by its suites.
  package func fits(_ suites: [HistoryRun.Suite]) -> Bool {
    isEmpty || suites.count == steps && suites.contains(where: \.isPart) == (part != nil)
  }

  /// Whether a run executed the same tests.
  package func matches(_ run: HistoryRun) -> Bool {
    guard fits(run.suites) else { return false }
    return part.map { $0 == Set(run.suites.flatMap { $0.tests.map(\.id) }) } ?? true
  }
}
