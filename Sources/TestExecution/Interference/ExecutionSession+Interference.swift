import CIModel

/// Tells failures that other tests made from those of the test itself: what fails beside others, or
/// after others in the same process, and passes alone, is interference.
extension ExecutionSession {
  /// Runs tests that failed in company again, each alone, and looks for what made them fail.
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
        // A crash counts, whatever the test does alone: a process that died is never forgiven as company.
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

  /// Enough tests had failed, and not by themselves: the rest may run.
  mutating func resumesAfterFailures() -> Bool {
    defer { trials.wasResumed = false }
    return trials.wasResumed && !mustStop
  }

  /// The first test of each suite comes first: what breaks one suite must not use up all tries.
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

  /// A process that died while several tests ran, none of which dies by itself, fails the run.
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

  /// Whether the test passes alone.
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
    }
    return true
  }

  /// A test that passed alone once may alternate; one that passes twice in a row does not.
  private mutating func failsByItself(
    _ job: TestJob, _ id: String, _ budget: TrialBudget, expected: Duration
  ) throws(TestExecutionError) -> Bool {
    guard !mustStop, budget.hasTime(for: expected, at: .now) else { return false }
    return try trial([job], of: id, budget)?.outcome.isFailure == true
  }

  /// What made a test fail that passes alone; `nil` when it passes in the same company, too, so that
  /// it fails by chance.
  private mutating func interference(
    with test: PlannedTest, _ company: Company, _ budget: TrialBudget
  ) throws(TestExecutionError) -> Interference? {
    if !company.before.isEmpty, budget.hasTime(for: company.timeBefore, at: .now),
      let culprits = try culprits(for: test, among: company.before, budget)
    {
      return Interference(after: culprits.map(\.id.text), isReproduced: true)
    }
    if company.beside.isEmpty {
      // There was no time to tell; a failure that retries forgive is flaky then.
      return !budget.hasTime(for: company.timeBefore, at: .now) && plan.settings.retries == 0
        ? Interference(after: company.before.map(\.id.text), isReproduced: false) : nil
    }
    var isReproduced = false
    for _ in 0..<ExecutionSession.companyTrials {
      if isReproduced || mustStop { break }
      guard budget.hasTime(for: company.timeBeside, at: .now) else { break }
      isReproduced = try fails(test, beside: company, budget)
    }
    // Without retries no failure is forgiven as chance; one that others may have made is.
    if !isReproduced, plan.settings.retries > 0 { return nil }
    return Interference(beside: company.beside, isReproduced: isReproduced)
  }

  /// What runs at the same time does not meet at the same place each time.
  private static let companyTrials = 2

  // MARK: Trials

  /// Runs jobs and nothing else; what became of a test, or `nil` when it did not come to run or the time
  /// for trials was up before it ended.
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
    // A test that hung and goes on hanging has told what it had to tell.
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

  /// As few as possible of the tests that ran before it which make it fail; `nil` when all of them
  /// together do not.
  private mutating func culprits(
    for test: PlannedTest, among before: [PlannedTest], _ budget: TrialBudget
  ) throws(TestExecutionError) -> [PlannedTest]? {
    // What spoils a process for one test often spoils it for more.
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
  /// - Parameter left: How many failed tests did not run alone.
  fileprivate static func notice(tried: Int, passed: Int, left: Int) -> String {
    "\(counted(left, "failed test")) did not run alone to look for interference: "
      + (passed == 0
        ? "none of the \(tried) that ran alone passed."
        : "\(passed) of the \(tried) that ran alone passed, and the time limit was reached.")
  }
}
