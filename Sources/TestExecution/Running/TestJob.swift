import CIModel
import ProcessExecution
import Synchronization

/// What one process of the test product is started for.
struct TestJob: Sendable {
  var framework: TestFramework
  /// In the order of the product's listing.
  var tests: [PlannedTest]
  var purpose = TestLaunch.Purpose.run
  /// How many of the run's workers it takes; for Swift Testing also how many tests run at once.
  var width = 1
  /// The process runs all tests that it has, without a list.
  var isWhole = false
  /// Nothing of the run may run beside it.
  var isExclusive = false

  /// Which of the product's executables it starts; tests of one job are all in one.
  var executable: Int { tests.first?.executable ?? 0 }

  /// It tells why a test failed, and nothing else that counts.
  var isTrial: Bool { purpose == .alone || purpose == .company }
}

/// A job under way, seen from its own thread and from the one that decides: which tests run now,
/// and why it is being ended, if it is.
final class RunningJob: Sendable {
  let number: Int
  /// The first of the workers that it takes, from 0; no other job has it at the same time.
  let worker: Int
  let job: TestJob
  let control: ProcessControl
  let startedAt = SuspendingClock.now
  private let state = Mutex(State())

  /// Why its process is asked to end before the others.
  enum StopReason: Hashable, Sendable {
    /// These tests ran longer than a test may; ids.
    case testTimeout(Set<String>)
    /// Enough tests have failed.
    case enoughFailures
  }

  private struct State {
    /// By test id, without their ends.
    var running: [String: TestSpan] = [:]
    /// The test that ended last, and when; the start of the process before the first one.
    var lastEnd: (id: String?, at: SuspendingClock.Instant) = (nil, SuspendingClock.now)
    var spans: [TestSpan] = []
    var announced: Set<String> = []
    var stopReason: StopReason?
    var stopsAtNextEnd = false
    var hang: TestProcess.Hang?
    /// When a test started or ended, or anything was printed.
    var lastSignOfLife = SuspendingClock.now
  }

  init(number: Int, worker: Int, job: TestJob, grace: Grace? = nil) {
    self.number = number
    self.worker = worker
    self.job = job
    control = ProcessControl(grace: grace)
  }

  /// - Parameter seenAt: When its start was read, where the process prints the time in whole
  ///   milliseconds; `nil` where the time is exact.
  func started(
    _ id: String, at instant: SuspendingClock.Instant = SuspendingClock.now,
    seenAt: SuspendingClock.Instant? = nil
  ) {
    // A test may print another time than its own.
    let span = TestSpan(
      id: id, startedAt: max(startedAt, instant), endedAt: nil, startSeenAt: seenAt)
    state.withLock { state in
      state.running[id] = span
      state.lastSignOfLife = SuspendingClock.now
    }
  }

  /// The process has printed something.
  func printed() { state.withLock { $0.lastSignOfLife = SuspendingClock.now } }

  /// - Parameter seconds: How long it took by its own word; `nil` when it does not say.
  func ended(_ id: String, after seconds: Double?) {
    let now = SuspendingClock.now
    guard let seconds, let start = state.withLock({ $0.running[id]?.startedAt }) else {
      return ended(id, at: now)
    }
    ended(id, at: min(now, start + .seconds(max(0, min(seconds, 86_400)))), seenAt: now)
  }

  /// - Parameter seenAt: `nil` where the time is exact.
  func ended(
    _ id: String, at instant: SuspendingClock.Instant = SuspendingClock.now,
    seenAt: SuspendingClock.Instant? = nil
  ) {
    let stops = state.withLock { state in
      guard var span = state.running.removeValue(forKey: id) else { return false }
      span.endedAt = instant
      span.endSeenAt = seenAt ?? instant
      state.spans.append(span)
      state.lastEnd = (id, SuspendingClock.now)
      state.lastSignOfLife = SuspendingClock.now
      return state.stopsAtNextEnd
    }
    if stops { stop(because: .enoughFailures) }
  }

  /// The process is gone: when each test ran, those that never ended last.
  func finish() -> [TestSpan] {
    state.withLock { state in
      state.spans + state.running.values.sorted { $0.id < $1.id }
    }
  }

  /// Tests that have run at least this long; each is answered once.
  func newlySlow(after limit: Duration, now: SuspendingClock.Instant) -> [(String, Duration)] {
    state.withLock { state in
      var slow: [(String, Duration)] = []
      for (id, span) in state.running where now - span.startedAt >= limit {
        if state.announced.insert(id).inserted { slow.append((id, now - span.startedAt)) }
      }
      return slow.sorted { $0.0 < $1.0 }
    }
  }

  /// Ids of the tests that run.
  var running: Set<String> { state.withLock { Set($0.running.keys) } }

  /// Ids of tests that have run at least this long. When none runs, the process hangs between two
  /// tests: the one that ended last only seemed to; `nil` when nothing is overdue.
  func overdue(after limit: Duration, now: SuspendingClock.Instant) -> Set<String>? {
    state.withLock { state in
      if state.running.isEmpty {
        guard now - state.lastEnd.at >= limit else { return nil }
        return state.lastEnd.id.map { [$0] } ?? []
      }
      let ids = Set(state.running.filter { now - $0.value.startedAt >= limit }.keys)
      return ids.isEmpty ? nil : ids
    }
  }

  /// Ids of the tests that run, when nothing has happened for so long; as `overdue` where none does.
  func stuck(after limit: Duration, now: SuspendingClock.Instant) -> Set<String>? {
    state.withLock { state in
      guard now - state.lastSignOfLife >= limit else { return nil }
      if state.running.isEmpty { return state.lastEnd.id.map { [$0] } ?? [] }
      return Set(state.running.keys)
    }
  }

  /// When the next test reaches one of the limits; `nil` when none does.
  func nextDeadline(_ limits: [Duration], now: SuspendingClock.Instant) -> Duration? {
    state.withLock { state in
      if state.stopReason != nil { return nil }
      return limits.compactMap { limit in
        state.running.values.map { limit - (now - $0.startedAt) }.filter { $0 > .zero }.min()
      }.min()
    }
  }

  /// Where the process was when a test's time was up.
  var hang: TestProcess.Hang? { state.withLock { $0.hang } }
  func note(_ hang: TestProcess.Hang) { state.withLock { $0.hang = hang } }

  var stopReason: StopReason? { state.withLock { $0.stopReason } }

  /// Notes why the process is going to be ended; `false` when it is being ended already.
  func claimStop(because reason: StopReason) -> Bool {
    state.withLock { state in
      if state.stopReason != nil { return false }
      state.stopReason = reason
      return true
    }
  }

  func stop(because reason: StopReason) {
    if claimStop(because: reason) { control.stop() }
  }

  /// Lets the tests that run come to their end, and ends the process then.
  func stopAfterRunningTests() {
    let isIdle = state.withLock { state in
      state.stopsAtNextEnd = true
      return state.running.isEmpty
    }
    if isIdle { stop(because: .enoughFailures) }
  }
}
