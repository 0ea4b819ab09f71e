/// Distinguishes files that the runs of `--watch` change from those that a person saves during a
/// run.
///
/// A file that changed during several consecutive runs may be either, so it no longer ends a run
/// early. If it also changes during complete runs, the runs change it, and only a change between
/// two runs counts.
package struct RepeatedChanges: Sendable {
  /// The number of consecutive runs that a file may end early.
  package static let mostEndedRuns = 5
  /// The number of consecutive runs with a change after which a file counts as changed by the runs.
  package static let mostRuns = 7

  /// By path: the number of latest consecutive runs during which the file changed.
  private var counts: [String: Int] = [:]

  package init() {}

  /// Whether a change of a file during a run ends that run.
  package func endsRuns(_ path: String) -> Bool { counts[path, default: 0] < Self.mostEndedRuns }

  /// Whether a change of a file during a run starts another one.
  package func startsRuns(_ path: String) -> Bool { counts[path, default: 0] < Self.mostRuns }

  /// Records the files that changed during a run.
  ///
  /// - Returns: The files that now count as changed by the runs, sorted.
  package mutating func note(_ changed: [String]) -> [String] {
    counts = Dictionary(uniqueKeysWithValues: Set(changed).map { ($0, counts[$0, default: 0] + 1) })
    return counts.filter { $0.value == Self.mostRuns }.map(\.key).sorted()
  }
}
