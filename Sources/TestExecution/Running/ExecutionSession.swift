import CIModel
import LogParsing
import ProcessExecution

/// The state of a test run: queued, running, finished.
struct ExecutionSession {
  let plan: TestPlan
  /// Tags of tests, by test id.
  private let tags: [String: [String]]
  private let expectedSeconds: [String: Double]
  let context: TestExecutionContext
  private let process: TestProcess
  private let mailbox = Mailbox<Message>()
  let workers: Int

  /// Jobs that must run next, oldest first; they take precedence over all other tests.
  var jobs: [TestJob] = []
  var xctests: BatchQueue
  var swiftTests: [PlannedTest] = []
  var running: [Int: RunningJob] = [:]
  private var lastNumber = 0
  /// When the last XCTest was started: Swift Testing then waits a moment for free workers.
  private var drainedAt: SuspendingClock.Instant?

  var ledger: AttemptLedger
  var result = TestExecutionResult()
  /// The number of consecutive processes that ran no test at all.
  private var idleEndings = 0
  var failures: Set<String> = []
  var hasEnoughFailures = false
  /// The tests that are blamed for the ends of processes before the first test of their class, by
  /// class.
  private var blamed: [Substring: TestID] = [:]
  private var launchError: TestExecutionError?
  /// Tests that ran in a process that died before it wrote its profile.
  var withoutCoverage: Set<String> = []
  /// Ids of tests that a note has reported as slow.
  var slow: Set<String> = []

  /// The number of attachments that were dropped without being listed.
  var attachmentsLeftOut = 0

  /// The state of the search for interference between tests.
  var trials = TrialBooks()
  let startedAt = SuspendingClock.now

  private enum Message: Sendable {
    case ended(Int, Result<TestProcess.Ending, TestExecutionError>)
    case testEnded(id: String, TestOutcome, seconds: Double?)
  }

  init(product: TestProduct, plan: TestPlan, context: TestExecutionContext) {
    self.plan = plan
    self.context = context
    tags = product.tags
    expectedSeconds = Dictionary(
      plan.tests.compactMap { test in test.expectedSeconds.map { (test.id.text, $0) } },
      uniquingKeysWith: { first, _ in first })
    workers = max(1, plan.settings.workers)
    ledger = AttemptLedger(plan.tests, plan.settings) { context.attachments?.release($0) }
    xctests = BatchQueue([], workers: workers, isShuffled: false)
    let mailbox = mailbox
    process = TestProcess(
      product: product, context: context, relay: OutputRelay(to: context.onOutput),
      classes: XCTestClasses(of: product)
    ) { id, outcome, seconds in
      // Thousands of small tests do not each need an immediate reaction.
      mailbox.send(.testEnded(id: id, outcome, seconds: seconds), isUrgent: outcome.isFailure)
    }
  }

  /// Whether nothing more may start.
  var mustStop: Bool { result.wasCancelled || result.timedOut || hasEnoughFailures }

  // MARK: A round

  /// Runs every planned test once, and retries the failed ones.
  mutating func runRound(_ round: Int) throws(TestExecutionError) {
    try runOnce(plan.inOrder(round: round), plan.apartJobs)
    reportDeaths()
    if plan.settings.isStress { return }
    try examineFailures()
    // Failures that other tests caused do not count towards the limit that stops the run.
    while resumesAfterFailures() {
      let isOpen = { [ledger] (test: PlannedTest) in ledger.attemptCount(test.id.text) == 0 }
      let rest = plan.inOrder(round: round).filter(isOpen)
      if rest.isEmpty { break }
      var apart = plan.apartJobs
      for index in apart.indices { apart[index].tests.removeAll { !isOpen($0) } }
      try runOnce(rest, apart.filter { !$0.tests.isEmpty })
      reportDeaths()
      try examineFailures()
    }
    try retry()
    try recoverCoverage()
  }

  /// Runs tests beside each other, then those that must run apart.
  private mutating func runOnce(
    _ tests: [PlannedTest], _ apart: [TestJob]
  ) throws(TestExecutionError) {
    let beside = tests.filter { $0.apart == nil }
    xctests = BatchQueue(
      beside.filter { $0.framework == .xctest }, workers: workers,
      isShuffled: plan.settings.order != .listed, isIsolated: plan.settings.isIsolated)
    swiftTests = beside.filter { $0.framework == .swiftTesting }
    idleEndings = 0
    trials.timeline = []
    try drain()
    if mustStop || apart.isEmpty { return }
    jobs = apart
    try drain()
  }

  private mutating func retry() throws(TestExecutionError) {
    for attempt in 0..<max(0, plan.settings.retries) {
      let failed = ledger.failedTests.filter { ledger.attemptCount($0.id.text) == attempt + 1 }
      if mustStop { return }
      // A test that ran alone to look for interference has had its first retry.
      if failed.isEmpty { continue }
      context.onNote(
        "retrying \(counted(failed.count, "failed test")), each alone (attempt "
          + "\(attempt + 2) of \(plan.settings.retries + 1))")
      // Nothing else of the run competes with a retry for the machine.
      jobs += failed.map {
        TestJob(framework: $0.framework, tests: [$0], purpose: .retry)
      }
      try drain()
    }
  }

  /// Starts jobs and processes messages until nothing is left.
  mutating func drain() throws(TestExecutionError) {
    while true {
      startJobs()
      if running.isEmpty {
        if let launchError { throw launchError }
        if mustStop || (jobs.isEmpty && xctests.isEmpty && swiftTests.isEmpty) { break }
      }
      for message in mailbox.receive(within: waitingTime()) { take(message) }
      watchTheClock()
    }
    jobs = []
    swiftTests = []
    _ = xctests.removeAll()
  }

  // MARK: Scheduling

  private mutating func startJobs() {
    while !mustStop, launchError == nil, let job = nextJob() { start(job) }
  }

  var freeWorkers: Int {
    workers - running.values.reduce(0) { $0 + slots($1.job) }
  }

  /// The number of workers that a job occupies.
  private func slots(_ job: TestJob) -> Int {
    switch job.purpose {
    case .narrow, .retry, .alone: workers
    case .run, .coverage, .list, .company: job.isExclusive ? workers : min(workers, job.width)
    }
  }

  private mutating func nextJob() -> TestJob? {
    let free = freeWorkers
    guard free > 0 else { return nil }
    if let job = jobs.first {
      guard slots(job) <= free else { return nil }
      return jobs.removeFirst()
    }
    if !xctests.isEmpty, let batch = xctests.next() {
      drainedAt = xctests.isEmpty ? SuspendingClock.now : nil
      let isWhole = batch.count == plan.listed[.xctest] && ledgerIsFresh
      return TestJob(framework: .xctest, tests: batch, isWhole: isWhole)
    }
    if plan.settings.isIsolated {
      guard !swiftTests.isEmpty else { return nil }
      return TestJob(framework: .swiftTesting, tests: [swiftTests.removeFirst()])
    }
    guard !swiftTests.isEmpty, free == workers || waitedForWorkers else { return nil }
    // One process gets all free workers, and runs that many tests at once.
    let executable = swiftTests[0].executable
    let tests = swiftTests.filter { $0.executable == executable }
    swiftTests.removeAll { $0.executable == executable }
    let isWhole = tests.count == plan.listed[.swiftTesting] && plan.settings.order == .listed
    return TestJob(
      framework: .swiftTesting, tests: tests.sorted { $0.position < $1.position }, width: free,
      isWhole: isWhole)
  }

  private var ledgerIsFresh: Bool { lastNumber == 0 || plan.settings.isStress }

  /// How long Swift Testing waits for the last XCTests, to get all workers.
  private static let patience = Duration.milliseconds(500)

  private var waitedForWorkers: Bool {
    guard let drainedAt else { return true }
    return SuspendingClock.now - drainedAt >= ExecutionSession.patience
  }

  private mutating func start(_ job: TestJob) {
    lastNumber += 1
    let number = lastNumber
    let taken = Set(running.values.map(\.worker))
    let worker = (0..<workers).first { !taken.contains($0) } ?? 0
    let runningJob = RunningJob(number: number, worker: worker, job: job, grace: context.grace)
    running[number] = runningJob
    lookBeforeCancel(runningJob)
    let process = process
    let mailbox = mailbox
    startThread {
      let ending = Result { () throws(TestExecutionError) in try process.run(runningJob) }
      mailbox.send(.ended(number, ending))
    }
  }

  // MARK: Processing results

  private mutating func take(_ message: Message) {
    switch message {
    case .testEnded(let id, let outcome, let seconds):
      if let seconds { xctests.note(seconds: seconds, expected: expectedSeconds[id]) }
      if outcome.isFailure, !running.values.contains(where: \.job.isTrial) { countFailure(id) }
    case .ended(let number, let ending):
      guard let ended = running.removeValue(forKey: number) else { return }
      let job = ended.job
      if plan.settings.looksForInterference, !plan.settings.isStress, !job.isTrial {
        trials.timeline.append(
          EndedProcess(
            number: number, job: job, spans: ended.finish(), startedAt: ended.startedAt,
            endedAt: SuspendingClock.now))
      }
      switch ending {
      case .success(let ending):
        // After a complete run, the worker can continue before the results are processed; otherwise
        // tests that must run again go first.
        if ending.ranToItsEnd { startJobs() }
        settle(ended, ending)
      case .failure(let error): launchError = launchError ?? error
      }
    }
  }

  private mutating func countFailure(_ id: String) {
    guard let limit = plan.settings.maxFailures, plan.settings.retries == 0, !hasEnoughFailures
    else { return }
    failures.insert(id)
    guard failures.count >= limit else { return }
    hasEnoughFailures = true
    for job in running.values { job.stopAfterRunningTests() }
  }

  private mutating func settle(_ ended: RunningJob, _ ending: TestProcess.Ending) {
    let job = ended.job
    var outcome =
      job.framework == .swiftTesting
      ? SwiftTestingAttribution.outcome(of: ending, for: job)
      : XCTestAttribution.outcome(of: ending, for: job.tests, blamed: blamed)
    let times = TestTimes(ended, since: context.aside.stepStartedAt ?? startedAt)
    times.mark(&outcome.result.tests)
    times.mark(&outcome.cutOff)
    noteCoverage(of: job, ending, outcome)
    attachmentsLeftOut += ending.attachmentsLeftOut
    if job.isTrial {
      for test in outcome.cutOff + outcome.result.tests {
        if let id = test.id { trials.outcomes[id] = test }
      }
    }
    if job.purpose == .coverage || job.isTrial {
      result.wasCancelled = result.wasCancelled || outcome.result.wasCancelled
      result.timedOut = result.timedOut || outcome.result.timedOut
      result.notices += outcome.result.notices
      return
    }
    attachLogs(to: &outcome, ending)
    result.append(outcome.result)
    if let (name, test) = outcome.blamed { blamed[name] = test }
    ledger.leaveOut(outcome.notRun, because: outcome.reason)
    for test in outcome.cutOff { ledger.addCutOff(test) }
    for test in outcome.result.tests {
      ledger.add(test)
      announceDeath(of: test)
      if let id = test.id, ledger.lastOutcome(id)?.isFailure == true { countFailure(id) }
    }
    idleEndings = outcome.hasProgress ? 0 : idleEndings + 1
    if mustStop { return }
    if !outcome.suspects.isEmpty {
      trials.deaths.append(SharedDeath(suspects: outcome.suspects, ending))
      jobs.append(TestJob(framework: job.framework, tests: outcome.suspects, purpose: .narrow))
    }
    goOn(with: outcome, after: job, ending)
  }

  /// Schedules the tests that a process did not run.
  private mutating func goOn(
    with outcome: ProcessOutcome, after job: TestJob, _ ending: TestProcess.Ending
  ) {
    let again = outcome.again
    guard !again.isEmpty else { return }
    let isHopeless = !outcome.hasProgress && (again.count == 1 || idleEndings > 3)
    if isHopeless {
      // The process ended by itself, with no test running, before it ran these tests.
      let kind = job.framework == .xctest ? "planned XCTest" : "planned Swift Testing test"
      let cause = "the test process \(ending.termination.predicate) before it ran"
      result.problems.append("\(cause) \(counted(again.count, kind))")
      ledger.leaveOut(again, because: "\(cause) this test")
      return
    }
    if job.purpose == .narrow || job.purpose == .retry || job.isExclusive {
      var rest = job
      rest.tests = again
      jobs.insert(rest, at: 0)
    } else if !outcome.hasProgress {
      // The cause that keeps the process from running is in one half or in the other.
      let middle = again.count / 2
      for half in [again[..<middle], again[middle...]] where !half.isEmpty {
        jobs.append(TestJob(framework: job.framework, tests: Array(half), width: job.width))
      }
    } else if job.framework == .xctest {
      xctests.putBack(again)
    } else {
      swiftTests = again + swiftTests
    }
  }

  /// Reports the end of a test that could not report it itself, for the live view.
  private func announceDeath(of test: TestCase) {
    switch test.outcome {
    case .crashed, .timedOut:
      context.onEvent(.testEnded(name: test.shownName, test.framework, test.outcome, seconds: nil))
    default: break
    }
  }

  // MARK: Finishing

  mutating func finish(rounds: Int) -> TestExecutionResult {
    result.tests = ledger.results
    for index in result.tests.indices {
      result.tests[index].tags = result.tests[index].id.flatMap { tags[$0] }
    }
    if let notice = attachmentsNotice { result.notices.append(notice) }
    result.withoutCoverage = withoutCoverage.sorted()
    result.rounds = rounds
    result.stoppedEarly = hasEnoughFailures
    return result
  }
}
