package import CIModel

/// Which tests a run ran, as far as another run has to have run the same to be compared with it.
package struct TestSelection: Hashable, Sendable {
  /// How many steps ran tests.
  private var steps: Int
  /// The ids of the tests where only a part of them was asked for; `nil` when all were.
  private var part: Set<String>?

  package init(_ record: RunRecord) {
    let ran = record.steps.filter { $0.suite != nil }
    steps = ran.count
    let isPart = ran.contains { $0.suite?.isPart == true || $0.shard.map { $0.count > 1 } ?? false }
    part = isPart ? Set(record.tests.compactMap(\.id)) : nil
  }

  /// Whether the run had no tests: then nothing depends on those of the other.
  package var isEmpty: Bool { steps == 0 }

  /// Whether a run can have run the same tests, by its suites alone.
  package func fits(_ suites: [HistoryRun.Suite]) -> Bool {
    isEmpty || suites.count == steps && suites.contains(where: \.isPart) == (part != nil)
  }

  /// Whether a run ran the same tests.
  package func matches(_ run: HistoryRun) -> Bool {
    guard fits(run.suites) else { return false }
    return part.map { $0 == Set(run.suites.flatMap { $0.tests.map(\.id) }) } ?? true
  }
}
