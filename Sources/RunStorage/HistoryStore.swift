package import CIModel
import FileSystem
package import RunHistory

/// The history without thrown errors: unreadable data is empty, unwritable data is lost, and a
/// sentence explains the failure.
package struct HistoryStore: Sendable {
  private let tests: TestHistory
  private let interference: InterferenceHistory
  private let runs: RunHistoryFile

  package init(path: String, patience: Int32 = 10_000, keptRuns: Int = 1_000) {
    tests = TestHistory(path: path, patience: patience, keptRuns: keptRuns)
    interference = InterferenceHistory(path: path, patience: patience)
    runs = RunHistoryFile(tests)
  }

  /// Returns the entries of every test of each scope, and a note that explains a failure to read
  /// them.
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

  /// The usual durations of the tests that exist in seconds, by test id; empty when they cannot be
  /// read.
  package func usualSeconds(scope: String) -> [String: Double] {
    if !fileExists(tests.path) { return [:] }
    return (try? tests.usualSeconds(scope: scope)) ?? [:]
  }

  /// The newest run of any of some branches; `nil` also when it cannot be read.
  ///
  /// - Parameters:
  ///   - commit: A run of this commit is preferred over newer runs.
  ///   - selection: Only a run of the same tests is returned; `nil` accepts any.
  package func newest(
    of branches: Set<String>, preferring commit: String? = nil,
    running selection: TestSelection? = nil
  ) -> HistoryRun? {
    (try? runs.newest(of: branches, preferring: commit, running: selection)) ?? nil
  }

  /// Adds data of earlier runs to a joined run: how its failed tests ended before, and its
  /// differences from a branch.
  ///
  /// - Parameters:
  ///   - scopes: The scopes of its tests.
  ///   - base: The branch that the change targets; `nil` when it is unknown.
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

  /// Compares a run with one of the same tests: of its merge base, else with the newest one of some
  /// branches. If there is none, adds a note.
  package func compare(_ record: inout RunRecord, with branches: Set<String>) {
    guard !branches.isEmpty,
      record.coverage != nil || !record.tests.isEmpty || !HistoryRun(record).warnings.isEmpty
    else { return }
    let selection = TestSelection(record)
    let run =
      ofMergeBase(record, branches, selection) ?? newest(of: branches, running: selection)
    if let run {
      record.compare(with: run)
    } else if let other = newest(of: branches)?.checkout?.branch {
      record.notes.append(
        "This run as a whole is not compared with \(other): the history has no run of "
          + "\(other) with the same tests."
      )
    }
  }

  /// The newest run of the merge base, on any branch or on none. A run of a pull request does not
  /// count: its author may have made it name another commit.
  private func ofMergeBase(
    _ record: RunRecord, _ branches: Set<String>, _ selection: TestSelection
  ) -> HistoryRun? {
    guard let commit = record.changes?.mergeBase else { return nil }
    // A branch without own commits is not compared with itself.
    let isThere = record.checkout?.commit == commit
    let found = try? runs.newest(at: commit, running: selection) { run in
      run.request == nil && !(isThere && run.checkout?.branch == record.checkout?.branch)
    }
    guard var run = found ?? nil else { return nil }
    if run.checkout?.branch.map(branches.contains) != true {
      // The commit is on the base, wherever it ran.
      run.checkout?.branch =
        newest(of: branches)?.checkout?.branch ?? String(commit.prefix(10))
    }
    return run
  }

  /// Returns how tests ended in their newest runs, by id; empty when that cannot be read, because
  /// reading the timings reports the same failure.
  package func earlier(
    _ ids: Set<String>, scopes: [String], branch: String?, base: Set<String>
  ) -> [String: EarlierOutcomes] {
    (try? runs.earlier(ids, scopes: scopes, branch: branch, base: base)) ?? [:]
  }

  /// Returns the tests that became slower and stayed slower, by id, as `history slow` will list
  /// them once the run is stored; empty when that cannot be read, because reading the timings
  /// reports the same failure.
  ///
  /// - Parameter branches: The run's branch and its target: other branches may be slow for reasons
  ///   of their own.
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
    // The tests are sorted by loss, so the first entry of an id has the greatest loss.
    return Dictionary(slowed) { first, _ in first }
  }

  /// Adds the test results of a step; returns a sentence when they could not be written.
  package func add(_ suite: HistoryRun.Suite, runID: String) -> String? {
    write { () throws(HistoryError) in try tests.add(suite, runID: runID) }
  }

  /// Adds the other data of a run, without its tests; returns a sentence when it could not be
  /// written.
  package func add(_ run: HistoryRun) -> String? {
    write { () throws(HistoryError) in try runs.add(run) }
  }

  /// Adds a joined run with its tests; returns a sentence for each failed write.
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
      // The damaged file was moved away, so try again.
      do throws(HistoryError) {
        try body()
        return "A new history was started: \(reason)."
      } catch {
        return "This run was not added to the history: \(error)."
      }
    }
  }

  /// Returns the tests that must run apart from others; empty when that cannot be read, because
  /// reading the timings reports the same failure.
  package func apart(scope: String) -> [String: InterferenceHistory.Entry] {
    do throws(HistoryError) {
      return try interference.entries(scope: scope)
    } catch {
      return [:]
    }
  }

  /// Records which tests failed among others and which passed apart; returns a sentence when that
  /// could not be written.
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

  /// Moves a damaged file aside, so that the next write creates a new one.
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
