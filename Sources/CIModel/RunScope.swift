/// The part of its pipeline and of its tests that a run executed. Runs of different parts have
/// differences that the code did not cause.
package struct RunScope: Hashable, Sendable {
  /// The ids of the steps that were not skipped.
  private var steps: Set<String>
  /// The shards of tests that steps ran, with the ids of the steps.
  private var shards: [String]
  /// The selected tests, by name; `nil` when all were selected.
  private var tests: Set<String>?

  package init(_ record: RunRecord) {
    steps = Set(record.steps.lazy.filter { $0.status != .skipped }.map(\.id))
    shards = record.steps.compactMap { step in step.shard.map { "\(step.id) \($0.text)" } }
    let isPart = record.steps.contains { $0.suite?.isPart == true }
    tests = isPart ? Set(record.tests.map(\.shownName)) : nil
  }

  /// Whether only a part of the tests was selected.
  var isPartOfTests: Bool { tests != nil || !shards.isEmpty }

  func hasSteps(of other: RunScope) -> Bool { steps == other.steps }

  func hasTests(of other: RunScope) -> Bool { tests == other.tests && shards == other.shards }
}

extension RunComparison {
  /// The run to compare with: the newest one with the same scope, else the newest one.
  ///
  /// - Parameter earlier: Earlier runs, newest first.
  package static func base(
    for later: RunRecord, among earlier: some Sequence<RunRecord>
  ) -> RunRecord? {
    let scope = RunScope(later)
    var newest: RunRecord?
    for record in earlier {
      if RunScope(record) == scope { return record }
      newest = newest ?? record
    }
    return newest
  }

  /// Removes the warnings that one run did not print because it did not compile their files, and
  /// adds a note. Files that failed to compile are always compiled again.
  mutating func leaveOutUncompiled(_ later: RunRecord, with earlier: RunRecord) {
    func isCompiled(_ change: WarningChange) -> Bool { change.kind == Severity.warning.rawValue }
    var words: [String] = []
    if later.isIncremental, goneWarnings.contains(where: isCompiled) {
      goneWarnings.removeAll(where: isCompiled)
      words.append(
        "The later run compiled only changed sources, so warnings that are gone are not compared.")
    }
    if earlier.isIncremental, newWarnings.contains(where: isCompiled) {
      newWarnings.removeAll(where: isCompiled)
      words.append(
        "The earlier run compiled only changed sources, so new warnings are not compared.")
    }
    if !words.isEmpty { note = words.joined(separator: " ") }
  }

  /// Removes differences that exist only because the runs executed different parts, and adds a
  /// note.
  mutating func leaveOutParts(_ later: RunScope, with earlier: RunScope) {
    var sentences: [String] = []
    if !later.hasTests(of: earlier) {
      coverage = nil
      if earlier.isPartOfTests { newTests = [] }
      if later.isPartOfTests { missingTests = [] }
      switch (earlier.isPartOfTests, later.isPartOfTests) {
      case (true, true):
        sentences.append(
          "The two runs ran different parts of the tests, so tests that only one run has and coverage are not compared."
        )
      case (true, false):
        sentences.append(
          "The earlier run ran only some tests, so new tests and coverage are not compared.")
      default:
        sentences.append(
          "The later run ran only some tests, so missing tests and coverage are not compared.")
      }
    }
    if !later.hasSteps(of: earlier) {
      coverage = nil
      newWarnings = []
      goneWarnings = []
      sentences.append(
        "The two runs ran different steps, so warnings and coverage are not compared.")
    }
    if !sentences.isEmpty { note = ((note.map { [$0] } ?? []) + sentences).joined(separator: " ") }
  }
}

extension RunRecord {
  /// Whether a build was incremental, so that warnings of unchanged files are missing. Tests of an
  /// earlier build have no warnings at all.
  package var isIncremental: Bool {
    steps.contains { $0.isIncremental == true }
      || steps.contains { $0.suite != nil } && !steps.contains { $0.isIncremental == false }
  }
}

extension Coverage {
  /// Whether the numbers of both are comparable: neither lost data, and both count the same lines
  /// in the same way.
  package func isComparable(with other: Coverage) -> Bool {
    metric == other.metric && ignore == other.ignore && isPartial == other.isPartial
      && (!isPartial || isSelection == true && other.isSelection == true)
  }
}
