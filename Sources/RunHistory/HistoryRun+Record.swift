package import CIModel

extension RunComparison {
  /// Compares a run with an earlier one that is only in the history.
  ///
  /// The history contains only steps with tests, so the steps of the later run are used for the
  /// earlier one.
  package init(_ later: RunRecord, with earlier: HistoryRun) {
    self.init(
      later, with: earlier.record(like: later),
      warnings: (earlier.warnings.counts, HistoryRun(later).warnings.counts))
  }
}

extension BaseRun.TestChanges {
  /// - Parameter failing: The names of tests that fail the run, which excludes quarantined tests.
  /// - Returns: `nil` when there is no difference.
  init?(_ comparison: RunComparison, failing: Set<String>) {
    self.init(
      newlyFailing: comparison.newlyFailing.map(\.test).filter(failing.contains),
      fixed: comparison.fixed.map(\.test),
      slower: comparison.newlySlow, missing: comparison.missingTests)
  }
}

extension RunRecord {
  /// Records how the run differs from one of the target branch, and which failures are new.
  package mutating func compare(with run: HistoryRun) {
    base = run.base(of: self)
    guard let branch = base?.branch, run.ranTests(of: self) else { return }
    var known: [String: Bool] = [:]
    for test in run.suites.flatMap(\.tests) {
      known[test.id] = (known[test.id] ?? false) || test.outcome.isFailure
    }
    for index in tests.indices where tests[index].outcome.saysFailure {
      let fails = known[tests[index].shownName]
      var earlier = tests[index].earlier ?? EarlierOutcomes(outcomes: [])
      earlier.failsOnBase = fails
      earlier.newSince = fails == true ? nil : branch
      tests[index].earlier = earlier
    }
  }
}

extension HistoryRun {
  /// Restores the stored parts of the record, without its warnings.
  fileprivate func record(like later: RunRecord) -> RunRecord {
    var record = RunRecord(
      id: id, devtoolVersion: later.devtoolVersion, startedAt: startedAt,
      environment: later.environment, config: later.config)
    record.durationSeconds = durationSeconds
    record.verdict = verdict
    record.checkout = checkout
    let isPart = suites.contains(where: \.isPart)
    record.steps = later.steps.map { step in
      var step = step
      step.shard = nil
      step.isIncremental = isIncremental
      step.suite?.isPart = isPart ? true : nil
      return step
    }
    record.tests = suites.flatMap { $0.tests.map(TestCase.init) }
    if let coverage, let metric {
      let none = Coverage.Ratio(covered: 0, count: 0)
      let files = coverage.sorted { $0.key < $1.key }.map { path, lines in
        Coverage.File(
          path: path, target: nil, lines: lines, functions: none, regions: none, uncoveredLines: [],
          partialLines: [])
      }
      record.coverage = Coverage(
        metric: metric, isPartial: false,
        totals: .init(
          lines: files.reduce(none) { $0 + $1.lines }, functions: none, regions: none),
        files: files, excluded: [])
      record.coverage?.ignore = ignore
    }
    return record
  }
}

extension TestCase {
  fileprivate init(_ test: HistoryRun.Test) {
    self.init(
      name: test.id, id: test.id, framework: .other, function: test.id, outcome: test.outcome,
      durationSeconds: test.seconds)
    if test.isFlaky { isFlaky = true }
  }
}

extension [HistoryRun.Warning] {
  /// The number of occurrences of each warning.
  package var counts: [RunComparison.WarningKey: Int] {
    reduce(into: [:]) { counts, warning in
      let key = RunComparison.WarningKey(
        kind: warning.kind, file: warning.file, message: warning.message)
      counts[key] = (counts[key] ?? 0).addingReportingOverflow(warning.count).partialValue
    }
  }
}
