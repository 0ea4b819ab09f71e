import CIModel

/// Runs and what their tests did, the oldest first.
package struct RunHistory: Sendable {
  /// Without their tests.
  package var runs: [HistoryRun]
  package var series: [TestSeries]
  /// Where the runs of a branch were asked for and there are only others.
  package var noRunOf: HistoryTrends.NoRun?
  /// The branches of which runs are looked at; `nil` is all.
  private var keptBranches: Set<String>?

  package init(runs: [HistoryRun] = [], series: [TestSeries] = []) {
    self.runs = runs
    self.series = series
  }

  // MARK: Tests

  /// How many of the newest runs are looked at where nothing else is asked for.
  package static let usualRuns = 200

  /// Adds a run with its tests, as far as earlier runs had them.
  package mutating func add(_ run: HistoryRun) {
    let suites = Dictionary(grouping: run.suites, by: \.scope).mapValues { suites in
      Dictionary(
        suites.flatMap { suite in suite.tests.map { ($0.id, (test: $0, isPart: suite.isPart)) } }
      ) { $1 }
    }
    for index in series.indices {
      guard let (test, isPart) = suites[series[index].scope]?[series[index].id] else { continue }
      series[index].points.append(
        TestSeries.Point(
          run: runs.count, outcome: test.outcome, seconds: test.seconds.map { Float($0) },
          attempts: test.attempts, isFlaky: test.isFlaky, isPart: isPart))
    }
    runs.append(run)
  }

  /// - Parameter text: A part of the test's id, whatever its case.
  package func tests(matching text: String?) -> HistoryTrends {
    var trends = HistoryTrends(of: self)
    let wanted = text?.lowercased()
    trends.tests = series.filter { series in
      wanted.map { series.id.lowercased().contains($0) } ?? true
    }.map { series in
      let newest = series.points.suffix(HistoryTrends.shownPoints)
      let seconds = series.points.suffix(DurationShift.window).compactMap(\.passedSeconds)
      return HistoryTrends.TestTrend(
        test: series.id, scope: series.scope, runs: series.runs, failures: series.failures,
        medianSeconds: seconds.isEmpty ? nil : DurationShift.median(seconds[...]),
        outcomes: newest.map(\.outcome), isFlaky: newest.map(\.isFlaky),
        seconds: newest.map { $0.seconds.map(Double.init) })
    }.sorted { ($0.test, $0.scope) < ($1.test, $1.scope) }
    return trends
  }

  /// The tests of the newest run of all tests, of each folder and way to build them; `nil` when there was none.
  package var currentTests: Set<String>? {
    var newest: [String: Int] = [:]
    for series in series {
      guard let run = series.points.last(where: { !$0.isPart })?.run else { continue }
      newest[series.scope] = max(run, newest[series.scope] ?? run)
    }
    if newest.isEmpty { return nil }
    return Set(
      series.filter { series in
        series.points.contains { !$0.isPart && $0.run == newest[series.scope] }
      }.map(\.id))
  }

  /// What tests did in the newest runs that had them, whatever way they were built, the oldest first.
  package func newestPoints(of ids: Set<String>) -> [String: ArraySlice<TestSeries.Point>] {
    var points: [String: [TestSeries.Point]] = [:]
    for series in series where ids.contains(series.id) {
      points[series.id, default: []] += series.points
    }
    return points.mapValues { points in
      points.sorted { $0.run < $1.run }.suffix(HistoryTrends.shownPoints)
    }
  }

  /// Tests of which there is evidence: one that failed and passed when it ran again, or the same commit
  /// with another outcome on the same kind of machine. What was not committed is no evidence: the code may
  /// have been another.
  package func flaky() -> HistoryTrends {
    var trends = HistoryTrends(of: self)
    trends.flaky = series.compactMap(flaky).sorted {
      ($1.evidence, $0.test, $0.scope) < ($0.evidence, $1.test, $1.scope)
    }
    return trends
  }

  private func flaky(_ series: TestSeries) -> HistoryTrends.FlakyTest? {
    struct Place: Hashable {
      var commit: String
      var machine: String
    }
    // Most tests have always passed.
    guard series.failures > 0 else { return nil }
    var outcomes: [Place: (passed: Bool, failed: Bool)] = [:]
    var (commits, passedAgain, last): ([String], Int, Int) = ([], 0, 0)
    for point in series.points {
      if point.isFlaky {
        passedAgain += 1
        last = point.run
      }
      guard let checkout = runs[point.run].checkout, !checkout.isModified,
        point.outcome == .passed || point.outcome.isFailure, !point.isFlaky
      else { continue }
      let place = Place(commit: checkout.commit, machine: runs[point.run].machine)
      var known = outcomes[place] ?? (false, false)
      let wasBoth = known.passed && known.failed
      if point.outcome == .passed { known.passed = true } else { known.failed = true }
      outcomes[place] = known
      if known.passed, known.failed {
        last = max(last, point.run)
        if !wasBoth { commits.insert(checkout.commit, at: 0) }
      }
    }
    guard passedAgain > 0 || !commits.isEmpty else { return nil }
    let newest = series.points.suffix(HistoryTrends.shownPoints)
    return HistoryTrends.FlakyTest(
      test: series.id, scope: series.scope, runs: series.runs, passedAgain: passedAgain,
      commits: commits, lastRun: runs[last].id,
      outcomes: newest.map(\.outcome), isFlaky: newest.map(\.isFlaky))
  }

  /// Leaves out what runs of other branches told of tests; a run that knows none counts.
  package mutating func keepRuns(of branches: Set<String>) {
    if branches.isEmpty { return }
    keptBranches = branches
    let others = Set(runs.indices.filter { !isKept(runs[$0]) })
    if others.isEmpty { return }
    for index in series.indices {
      series[index].points.removeAll { others.contains($0.run) }
    }
  }

  fileprivate func isKept(_ run: HistoryRun) -> Bool {
    guard let keptBranches, let branch = run.checkout?.branch else { return true }
    return keptBranches.contains(branch)
  }

  /// Usual names of the base branch, for where none is given.
  package static let usualBases: Set<String> = ["main", "master"]

  /// Without what runs of other branches told of tests than that of the newest run and those that changes
  /// usually go to: they may have their own reason to be slow.
  package var ofNewestBranch: RunHistory {
    var history = self
    if let branch = runs.last?.checkout?.branch {
      history.keepRuns(of: Self.usualBases.union([branch]))
    }
    return history
  }

  /// Tests that have become slower and stayed so, by `DurationShift`. Runs of all tests are compared that
  /// took place on the same kind of machine as the newest one.
  package func slow() -> HistoryTrends {
    var trends = HistoryTrends(of: self)
    trends.slow = series.compactMap { series -> HistoryTrends.SlowedTest? in
      guard let newest = series.points.last(where: { !$0.isPart }) else { return nil }
      let machine = runs[newest.run].machine
      let points = series.points.filter {
        !$0.isPart && $0.passedSeconds != nil && runs[$0.run].machine == machine
      }.suffix(DurationShift.window)
      let seconds = points.compactMap(\.passedSeconds)
      guard let shift = DurationShift.slowDown(in: seconds) else { return nil }
      let first = runs[points[points.startIndex + shift.index].run]
      return HistoryTrends.SlowedTest(
        test: series.id, scope: series.scope, beforeSeconds: shift.before,
        afterSeconds: shift.after, sinceRun: first.id,
        sinceCommit: first.checkout?.commit,
        seconds: Array(seconds.suffix(2 * HistoryTrends.shownPoints)))
    }.sorted {
      let (one, other) = ($0.afterSeconds - $0.beforeSeconds, $1.afterSeconds - $1.beforeSeconds)
      return (other, $0.test, $0.scope) < (one, $1.test, $1.scope)
    }
    return trends
  }

  // MARK: Coverage and warnings

  /// Of the runs that measured all tests, and counted the same lines in the same way as the newest of them.
  package func coverage() -> HistoryTrends {
    var trends = HistoryTrends(of: self)
    let newest = runs.last { $0.coverage != nil }
    let measured = runs.filter {
      $0.coverage != nil && $0.metric == newest?.metric && $0.ignore == newest?.ignore
    }
    let points = measured.map { run in
      HistoryTrends.CoverageTrend.Point(
        run: run.id, commit: run.checkout?.commit, branch: run.checkout?.branch,
        lines: (run.coverage ?? [:]).values.reduce(Coverage.Ratio(covered: 0, count: 0), +))
    }
    let before = measured.first?.coverage ?? [:]
    let after = measured.last?.coverage ?? [:]
    let files = Set(before.keys).union(after.keys).compactMap { path in
      before[path] == after[path]
        ? nil
        : HistoryTrends.CoverageTrend.File(path: path, before: before[path], after: after[path])
    }
    trends.coverage = HistoryTrends.CoverageTrend(
      points: points, files: files.sorted { ($1.loss, $0.path) < ($0.loss, $1.path) })
    return trends
  }

  /// The sizes of everything that release builds made, also of what newer ones make no more.
  package func sizes() -> HistoryTrends {
    var trends = HistoryTrends(of: self)
    let measured = runs.filter { $0.products != nil }
    let names = Set(measured.flatMap { ($0.products ?? [:]).keys })
    trends.sizes = names.sorted().compactMap { name in
      let points = measured.compactMap { run in run.products?[name].map { (run, bytes: $0) } }
      guard let newest = points.last else { return nil }
      let last = points.lastIndex { $0.bytes != newest.bytes }
      let since = points[last.map { $0 + 1 } ?? 0].0
      return HistoryTrends.SizeTrend(
        product: name,
        bytes: measured.suffix(HistoryTrends.shownPoints).map { $0.products?[name] },
        before: last.map { points[$0].bytes }, sinceRun: since.id,
        sinceCommit: since.checkout?.commit)
    }
    return trends
  }

  /// Of the newest runs, by `WarningTrail`.
  package func warnings() -> HistoryTrends {
    struct Key: Hashable {
      var kind: String
      var file: String?
      var message: String
    }
    let places = WarningTrail.Runs(runs)
    var trails: [Key: WarningTrail] = [:]
    for (index, run) in runs.enumerated() {
      for warning in run.warnings {
        let key = Key(kind: warning.kind, file: warning.file, message: warning.message)
        trails[key, default: WarningTrail(kind: key.kind, at: index, places)]
          .add(warning.count, at: index, places)
      }
    }
    var trends = HistoryTrends(of: self)
    trends.runs = places.count - places.firstShown
    trends.warnings = trails.compactMap { key, trail in
      var trail = trail
      let isThere = trail.end(places)
      // It went before the runs that are shown.
      guard trail.counts.contains(where: { $0 > 0 }) else { return nil }
      return HistoryTrends.WarningTrend(
        kind: key.kind, file: key.file, message: key.message, counts: trail.counts,
        sinceRun: isThere ? runs[trail.since].id : nil)
    }.sorted {
      ($1.counts.last ?? 0, $0.file ?? "", $0.message)
        < ($0.counts.last ?? 0, $1.file ?? "", $1.message)
    }
    return trends
  }
}

extension HistoryTrends.CoverageTrend.File {
  /// So many lines more are missed.
  fileprivate var loss: Int { (after?.missed ?? 0) - (before?.missed ?? 0) }
}

extension HistoryTrends {
  fileprivate init(of history: RunHistory) {
    let runs = history.runs.filter(history.isKept)
    self.init(runs: runs.count)
    let branches = Set(runs.compactMap { $0.checkout?.branch })
    if !branches.isEmpty { self.branches = branches.sorted() }
    noRunOf = history.noRunOf
  }
}
