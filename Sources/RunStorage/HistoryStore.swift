package import CIModel
import FileSystem
package import RunHistory

/// The history behind a door through which no error comes: what cannot be read is empty, what
/// cannot be written is lost, and a sentence says so.
package struct HistoryStore: Sendable {
  private let tests: TestHistory
  private let interference: InterferenceHistory
  private let runs: RunHistoryFile

  package init(path: String, patience: Int32 = 10_000, keptRuns: Int = 1_000) {
    tests = TestHistory(path: path, patience: patience, keptRuns: keptRuns)
    interference = InterferenceHistory(path: path, patience: patience)
    runs = RunHistoryFile(tests)
  }

  /// What is known of every test of each scope, and what kept it from being read.
  package func entries(scopes: [String]) -> (entries: [[String: TestHistory.Entry]], note: String?)
  {
    let nothing = scopes.map { _ in [String: TestHistory.Entry]() }
    if !fileExists(tests.path) { return (nothing, nil) }
    do throws(HistoryError) {
      return (try tests.entries(scopes: scopes), nil)
    } catch {
      return (nothing, "Timings of earlier runs are not used: \(explain(error)).")
    }
  }

  package func entries(scope: String) -> (entries: [String: TestHistory.Entry], note: String?) {
    let (known, note) = entries(scopes: [scope])
    return (known.first ?? [:], note)
  }

  /// The newest run of one of some branches; `nil` also where that cannot be read.
  ///
  /// - Parameters:
  ///   - commit: A run of it is preferred, whatever is newer.
  ///   - selection: Only a run of the same tests is taken; `nil` takes any.
  package func newest(
    of branches: Set<String>, preferring commit: String? = nil,
    running selection: TestSelection? = nil
  ) -> HistoryRun? {
    (try? runs.newest(of: branches, preferring: commit, running: selection)) ?? nil
  }

  /// Tells of a joined run what earlier ones know: how failed tests had ended, and how it differs from a branch.
  ///
  /// - Parameters:
  ///   - scopes: Of its tests.
  ///   - base: The branch that the change goes to; `nil` where that is not known.
  package func tell(_ record: inout RunRecord, _ scopes: [String], since base: String?) {
    var base = base.map { [$0] } ?? RunHistory.usualBases
    if let own = record.checkout?.branch { base.remove(own) }
    let failed = record.tests.indices.filter { record.tests[$0].outcome.isFailure }
    let known = earlier(
      Set(failed.compactMap { record.tests[$0].historyID }), scopes: scopes,
      branch: record.checkout?.branch, base: base)
    for index in failed {
      let earlier = record.tests[index].historyID.flatMap { known[$0] }
      record.tests[index].earlier = earlier ?? record.tests[index].earlier
    }
    compare(&record, with: base)
  }

  /// Compares a run with the newest one of some branches that ran the same tests, or notes that there is none.
  package func compare(_ record: inout RunRecord, with branches: Set<String>) {
    guard !branches.isEmpty,
      record.coverage != nil || !record.tests.isEmpty || !HistoryRun(record).warnings.isEmpty
    else { return }
    if let run = newest(of: branches, running: TestSelection(record)) {
      record.compare(with: run)
    } else if let other = newest(of: branches)?.checkout?.branch {
      record.notes.append(
        "This run as a whole is not compared with \(other): the history has no run of "
          + "\(other) with the same tests."
      )
    }
  }

  /// How tests ended in their newest runs, by id; nothing when that cannot be read, which the reading of the
  /// timings tells.
  package func earlier(
    _ ids: Set<String>, scopes: [String], branch: String?, base: Set<String>
  ) -> [String: EarlierOutcomes] {
    (try? runs.earlier(ids, scopes: scopes, branch: branch, base: base)) ?? [:]
  }

  /// Which tests have become slower and stayed so, by id, as `history slow` tells it once a run is written down;
  /// nothing when that cannot be read, which the reading of the timings tells.
  ///
  /// - Parameter branches: The run's own and what it goes to: another branch may have its own reason to be slow.
  package func slowed(
    with run: HistoryRun, scopes: [String], branches: Set<String>
  ) -> [String: Slowdown] {
    guard fileExists(tests.path),
      var history = try? runs.history(newest: RunHistory.usualRuns, tests: .comparable)
    else { return [:] }
    history.series.removeAll { !scopes.contains($0.scope) }
    history.keepRuns(of: branches)
    history.add(run)
    let slowed = (history.slow().slow ?? []).map { test in
      let since = EarlierOutcomes.Place(run: test.sinceRun, commit: test.sinceCommit)
      return (
        test.test,
        Slowdown(
          beforeSeconds: test.beforeSeconds, afterSeconds: test.afterSeconds, since: since)
      )
    }
    // The greatest loss comes first.
    return Dictionary(slowed) { first, _ in first }
  }

  /// Adds what the tests of a step did; what kept it from being written.
  package func add(_ suite: HistoryRun.Suite, runID: String) -> String? {
    write { () throws(HistoryError) in try tests.add(suite, runID: runID) }
  }

  /// Adds what else is known of a run, without its tests; what kept it from being written.
  package func add(_ run: HistoryRun) -> String? {
    write { () throws(HistoryError) in try runs.add(run) }
  }

  /// Adds a joined run with its tests; what kept it from being written: sentences.
  package func add(_ record: RunRecord, _ suites: [HistoryRun.Suite]) -> [String] {
    (suites.map { add($0, runID: record.id) } + [add(HistoryRun(record))]).compactMap(\.self)
  }

  private func write(_ body: () throws(HistoryError) -> Void) -> String? {
    do throws(HistoryError) {
      try body()
      return nil
    } catch {
      let reason = explain(error)
      guard error.isCorrupt else { return "This run was not added to the history: \(reason)." }
      // Its place is free now.
      do throws(HistoryError) {
        try body()
        return "A new history was started: \(reason)."
      } catch {
        return "This run was not added to the history: \(error)."
      }
    }
  }

  /// Which tests have to run apart from others; nothing when that cannot be read, which the reading of
  /// the timings tells.
  package func apart(scope: String) -> [String: InterferenceHistory.Entry] {
    do throws(HistoryError) {
      return try interference.entries(scope: scope)
    } catch {
      return [:]
    }
  }

  /// Remembers which tests failed among others, and which passed apart; what kept it from that.
  package func note(
    caught: [String: Bool], passedApart: Set<String>, gone: Set<String>, scope: String
  ) -> String? {
    do throws(HistoryError) {
      try interference.note(
        caught: caught, passedApart: passedApart, gone: gone, scope: scope)
      return nil
    } catch {
      return "Interference was not recorded: \(explain(error))."
    }
  }

  /// Puts a damaged file aside, so that the next one to write begins anew.
  private func explain(_ error: HistoryError) -> String {
    guard error.isCorrupt else { return error.description }
    let aside = tests.path + ".damaged"
    for end in ["", "-journal", "-wal", "-shm"] {
      try? renameFile(tests.path + end, aside + end)
    }
    let name = aside.split(separator: "/").last.map(String.init) ?? aside
    return "\(error), and was renamed to \(name)"
  }
}
