/// Tells files that the runs of `--watch` change from those that a person saves while they run.
///
/// A file that changed during several runs in a row may be either, so it does not end a run early any more.
/// When it changes during whole runs as well, the runs change it, and only a change between two runs counts.
package struct RepeatedChanges: Sendable {
  /// Runs in a row that a file may end early.
  package static let mostEndedRuns = 5
  /// Runs in a row during which a file changes that the runs change themselves.
  package static let mostRuns = 7

  /// By path: during how many of the newest runs in a row it changed.
  private var counts: [String: Int] = [:]

  package init() {}

  /// Whether a change of a file during a run ends that run.
  package func endsRuns(_ path: String) -> Bool { counts[path, default: 0] < Self.mostEndedRuns }

  /// Whether a change of a file during a run is a reason for another one.
  package func startsRuns(_ path: String) -> Bool { counts[path, default: 0] < Self.mostRuns }

  /// Notes what changed during a run.
  ///
  /// - Returns: The files that turned out to be changed by the runs, sorted.
  package mutating func note(_ changed: [String]) -> [String] {
    counts = Dictionary(uniqueKeysWithValues: Set(changed).map { ($0, counts[$0, default: 0] + 1) })
    return counts.filter { $0.value == Self.mostRuns }.map(\.key).sorted()
  }
}
