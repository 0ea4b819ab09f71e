import CIModel

/// Detects interference: a test that fails beside others, or after others in the same process, and
/// passes alone was made to fail by them.
extension ExecutionSession {
  /// Runs tests that failed among others again, each alone, and searches for the tests that made
  /// them fail.
  mutating func examineFailures() throws(TestExecutionError) {
    guard plan.settings.looksForInterference, !result.wasCancelled, !result.timedOut else { return }
    let hadEnough = hasEnoughFailures
    hasEnoughFailures = false
    defer {
      hasEnoughFailures = hadEnough && failures.count >= plan.settings.maxFailures ?? .max
      trials.wasResumed = hadEnough && !hasEnoughFailures
    }
    let failed = ExecutionSession.spread(
      ledger.failedTests.filter { test in
        // A crash always counts, even if the test passes alone.
        guard let outcome = ledger.lastOutcome(test.id.text),
          [.failed, .timedOut].contains(outcome)
        else { return false }
        return trials.examined.insert(test.id.text).inserted
      })
    var budget = TrialBudget(now: .now, startedAt: startedAt)
    var passes = 0
    for (offset, test) in failed.enumerated() {
      guard let company = Company(of: test.id.text, in: trials.timeline), !company.isEmpty else {
        continue
      }
      if mustStop { return }
      if budget.isSpent(at: .now) {
        result.notices.append(
          TrialBudget.notice(tried: offset, passed: passes, left: failed.count - offset))
        return
      }
      if offset == 0 {
        context.onNote("running failed tests alone, to see whether other tests made them fail")
      }
      budget.noteTry()
      if try examine(test, company, budget) {
        passes += 1
        budget.notePass()
      }
    }
  }

  /// Whether to run the remaining tests, because some of the failures that stopped the run were
  /// caused by other tests.
  mutating func resumesAfterFailures() -> Bool {
    defer { trials.wasResumed = false }
    return trials.wasResumed && !mustStop
  }

  /// Orders tests so that the first one of each suite comes first: a single broken suite must not
  /// use up all trials.
  private static func spread(_ tests: [PlannedTest]) -> [PlannedTest] {
    // The first test of each suite, the second of each, and so on.
    var rows: [[PlannedTest]] = []
    var counts: [String: Int] = [:]
    for test in tests {
      let suite = test.id.module + "." + (test.id.suite ?? "")
      let row = counts[suite, default: 0]
      counts[suite] = row + 1
      if row == rows.count { rows.append([]) }
      rows[row].append(test)
    }
    return Array(rows.joined())
  }

  /// Fails the run for each process that died while several tests ran, none of which crashes it
  /// alone.
  mutating func reportDeaths() {
    for death in trials.deaths {
      let outcomes = death.suspects.map { ledger.lastOutcome($0.id.text) }
      if outcomes.contains(where: { $0 == .crashed || $0 == .timedOut }) { continue }
      result.crashes.append(death.crash)
      result.problems.append(death.words)
    }
    trials.deaths = []
  }

  // MARK: One test

  /// Runs a test alone, and searches for interference if it passes; returns whether it passed.
  private mutating func examine(
    _ test: PlannedTest, _ company: Company, _ budget: TrialBudget
  ) throws(TestExecutionError) -> Bool {
    let id = test.id.text
    let job = TestJob(framework: test.framework, tests: [test], purpose: .alone)
    let hung = ledger.lastOutcome(id) == .timedOut
    trials.hangLimit = hung ? TrialBudget.hangLimit(expected: test.expectedSeconds) : nil
    let start = SuspendingClock.now
    guard let alone = try trial([job], of: id, budget) else { return false }
    let isRetry = plan.settings.retries > 0
    if alone.outcome.isFailure {
      if isRetry { ledger.add(alone) } else { ledger.addOutput(alone.output, to: id) }
      return false
    }
    if try failsByItself(job, id, budget, expected: SuspendingClock.now - start) {
      if isRetry { ledger.add(alone) }
      result.notices.append(
        "\(id) failed, passed alone, and failed alone again: no other test makes it fail.")
    } else if let interference = try interference(with: test, company, budget) {
      ledger.excuse(id, interference, passed: alone)
      failures.remove(id)
      context.onNote("\(id) \(interference.words)")
    } else if isRetry {
      ledger.add(alone)
    } else if !mustStop {
      result.notices.append(
        "\(id) failed, then passed alone and after the same tests: it fails by chance.")
    }
    return true
  }

  /// Runs a test alone once more. A test that alternates between passing and failing fails now.
  private mutating func failsByItself(
    _ job: TestJob, _ id: String, _ budget: TrialBudget, expected: Duration
  ) throws(TestExecutionError) -> Bool {
    guard !mustStop, budget.hasTime(for: expected, at: .now) else { return false }
    return try trial([job], of: id, budget)?.outcome.isFailure == true
  }

  /// Finds the tests that make a test fail that passes alone; `nil` when it passes among them too,
  /// so that it fails by chance.
  private mutating func interference(
    with test: PlannedTest, _ company: Company, _ budget: TrialBudget
  ) throws(TestExecutionError) -> Interference? {
    if !company.before.isEmpty, budget.hasTime(for: company.timeBefore, at: .now),
      let culprits = try culprits(for: test, among: company.before, budget)
    {
      return Interference(after: culprits.map(\.id.text), isReproduced: true)
    }
    if company.beside.isEmpty {
      // There was no time for a trial; with retries, the failure counts as flaky.
      return !budget.hasTime(for: company.timeBefore, at: .now) && plan.settings.retries == 0
        ? Interference(after: company.before.map(\.id.text), isReproduced: false) : nil
    }
    var isReproduced = false
    for _ in 0..<ExecutionSession.companyTrials {
      if isReproduced || mustStop { break }
      guard budget.hasTime(for: company.timeBeside, at: .now) else { break }
      isReproduced = try fails(test, beside: company, budget)
    }
    // Without retries, no failure is excused as chance, but one that other tests may have caused
    // is.
    if !isReproduced, plan.settings.retries > 0 { return nil }
    return Interference(beside: company.beside, isReproduced: isReproduced)
  }

  /// The number of trials with concurrent tests, because their timing differs each time.
  private static let companyTrials = 2

  // MARK: Trials

  /// Runs only these jobs, and returns the result of a test; `nil` when the test did not run or the
  /// time for trials ran out before it ended.
  private mutating func trial(
    _ trialJobs: [TestJob], of id: String, _ budget: TrialBudget
  ) throws(TestExecutionError) -> TestCase? {
    let left = budget.timeLeft(at: .now)
    trials.outcomes = [:]
    trials.limit = min(left, trials.hangLimit ?? left)
    trials.isCut = false
    defer { trials.limit = nil }
    jobs = trialJobs
    try drain()
    // For a test that hung before, hanging again is a result.
    return trials.isCut && trials.hangLimit == nil ? nil : trials.outcomes[id]
  }

  private mutating func fails(
    _ test: PlannedTest, beside company: Company, _ budget: TrialBudget
  ) throws(TestExecutionError) -> Bool {
    let own = (company.together + [test]).sorted { $0.position < $1.position }
    let width = company.together.isEmpty ? 1 : company.process.job.width
    var jobs = [
      TestJob(framework: test.framework, tests: own, purpose: .company, width: width)
    ]
    jobs += company.elsewhere.map {
      TestJob(
        framework: $0.job.framework, tests: $0.tests, purpose: .company,
        width: min($0.job.width, max(1, workers - width)))
    }
    return try trial(jobs, of: test.id.text, budget)?.outcome.isFailure == true
  }

  private mutating func fails(
    _ test: PlannedTest, after others: [PlannedTest], _ budget: TrialBudget
  ) throws(TestExecutionError) -> Bool {
    let tests = (others + [test]).sorted { $0.position < $1.position }
    let job = TestJob(
      framework: test.framework, tests: tests, purpose: .company, isExclusive: true)
    return try trial([job], of: test.id.text, budget)?.outcome.isFailure == true
  }

  /// Finds the smallest set of earlier tests that makes the test fail; `nil` when not even all of
  /// them do.
  private mutating func culprits(
    for test: PlannedTest, among before: [PlannedTest], _ budget: TrialBudget
  ) throws(TestExecutionError) -> [PlannedTest]? {
    // Tests that disturb one test often disturb others as well.
    for known in trials.knownCulprits where Set(known).isSubset(of: before) {
      if try fails(test, after: known, budget) { return known }
    }
    guard try fails(test, after: before, budget) else { return nil }
    var culprits = before
    search: while culprits.count > 1, !mustStop, !budget.hasNoTime(at: .now) {
      let middle = culprits.count / 2
      for half in [Array(culprits[middle...]), Array(culprits[..<middle])]
      where try fails(test, after: half, budget) {
        culprits = half
        continue search
      }
      break
    }
    if culprits.count <= 2, trials.knownCulprits.count < 3 { trials.knownCulprits.append(culprits) }
    return culprits
  }
}

extension TrialBudget {
  /// - Parameter left: The number of failed tests that did not run alone.
  fileprivate static func notice(tried: Int, passed: Int, left: Int) -> String {
    "\(counted(left, "failed test")) did not run alone to look for interference: "
      + (passed == 0
        ? "none of the \(tried) that ran alone passed."
        : "\(passed) of the \(tried) that ran alone passed, and the time limit was reached.")
  }
}
