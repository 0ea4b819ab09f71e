import CIModel

/// Runs and the results of their tests, the oldest first.
package struct RunHistory: Sendable {
  /// The runs without their tests.
  package var runs: [HistoryRun]
  package var series: [TestSeries]
  /// Set when a branch without runs was requested.
  package var noRunOf: HistoryTrends.NoRun?
  /// The branches whose runs are used; `nil` uses all.
  private var keptBranches: Set<String>?

  package init(runs: [HistoryRun] = [], series: [TestSeries] = []) {
    self.runs = runs
    self.series = series
  }

  // MARK: Tests

  /// The default number of newest runs to examine.
  package static let usualRuns = 200

  /// Adds a run with the results of tests that earlier runs contain.
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

  /// - Parameter text: A part of the test's id, compared case-insensitively.
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

  /// The tests in the newest run of all tests, over all scopes; `nil` when there was no such run.
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

  /// The results of tests in the newest runs that contain them, in any scope, the oldest first.
  package func newestPoints(of ids: Set<String>) -> [String: ArraySlice<TestSeries.Point>] {
    var points: [String: [TestSeries.Point]] = [:]
    for series in series where ids.contains(series.id) {
      points[series.id, default: []] += series.points
    }
    return points.mapValues { points in
      points.sorted { $0.run < $1.run }.suffix(HistoryTrends.shownPoints)
    }
  }

  /// Finds flaky tests by evidence: a test that failed and passed in a later attempt, or different
  /// outcomes for the same commit on the same kind of machine. Runs with uncommitted changes are no
  /// evidence, because the code may differ.
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

  /// Removes test results of runs on other branches; runs with an unknown branch are kept.
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

  /// The usual names of the base branch, when none is given.
  package static let usualBases: Set<String> = ["main", "master"]

  /// The history without test results of branches other than that of the newest run and the usual
  /// base branches: those may be slow for reasons of their own.
  package var ofNewestBranch: RunHistory {
    var history = self
    if let branch = runs.last?.checkout?.branch {
      history.keepRuns(of: Self.usualBases.union([branch]))
    }
    return history
  }

  /// Finds tests that became slower and stayed slower, using `DurationShift`. Only runs of all
  /// tests on the same kind of machine as the newest one are compared.
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

  /// The coverage of runs that measured all tests with the same metric and exclusions as the newest
  /// one.
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

  /// The sizes of all release products, including those that newer runs no longer build.
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

  /// The warnings of the newest runs, according to `WarningTrail`.
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
      // The warning disappeared before the runs that are shown.
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
  /// The increase of missed lines.
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
