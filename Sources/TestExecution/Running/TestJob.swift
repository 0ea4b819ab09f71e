import CIModel
import ProcessExecution
import Synchronization

/// The work of one process of the test product.
struct TestJob: Sendable {
  var framework: TestFramework
  /// The tests, in the order of the product's listing.
  var tests: [PlannedTest]
  var purpose = TestLaunch.Purpose.run
  /// The number of the run's workers that it occupies; for Swift Testing also the number of tests
  /// that run at once.
  var width = 1
  /// Whether the process runs all of its tests, without a list.
  var isWhole = false
  /// Whether nothing else of the run may run beside it.
  var isExclusive = false

  /// The index of the product's executable; all tests of a job are in the same one.
  var executable: Int { tests.first?.executable ?? 0 }

  /// Whether it only investigates why a test failed, so that its results do not count.
  var isTrial: Bool { purpose == .alone || purpose == .company }
}

/// A running job, shared by its own thread and the thread that decides: which tests are running,
/// and why the process is being ended, if it is.
final class RunningJob: Sendable {
  let number: Int
  /// The index of the first of its workers, from 0; no other running job has the same.
  let worker: Int
  let job: TestJob
  let control: ProcessControl
  let startedAt = SuspendingClock.now
  private let state = Mutex(State())

  /// Why the process is ended early.
  enum StopReason: Hashable, Sendable {
    /// The tests with these ids exceeded their time limit; the values are how long they had run.
    case testTimeout([String: Duration])
    /// Enough tests have failed.
    case enoughFailures
  }

  private struct State {
    /// Spans of running tests without end times, by test id.
    var running: [String: TestSpan] = [:]
    /// The test that ended last, and when; before the first one, the start of the process.
    var lastEnd: (id: String?, at: SuspendingClock.Instant) = (nil, SuspendingClock.now)
    var spans: [TestSpan] = []
    var announced: Set<String> = []
    var stopReason: StopReason?
    var stopsAtNextEnd = false
    var hang: TestProcess.Hang?
    /// When a test last started or ended, or anything was printed.
    var lastSignOfLife = SuspendingClock.now

    /// How long each running test has run; when none is running, how long ago the last one ended.
    func running(now: SuspendingClock.Instant) -> [String: Duration] {
      if running.isEmpty { return lastEnd.id.map { [$0: now - lastEnd.at] } ?? [:] }
      return running.mapValues { now - $0.startedAt }
    }
  }

  init(number: Int, worker: Int, job: TestJob, grace: Grace? = nil) {
    self.number = number
    self.worker = worker
    self.job = job
    control = ProcessControl(grace: grace)
  }

  /// - Parameter seenAt: When the start was read, if the process prints the time in whole
  ///   milliseconds; `nil` when the time is exact.
  func started(
    _ id: String, at instant: SuspendingClock.Instant = SuspendingClock.now,
    seenAt: SuspendingClock.Instant? = nil
  ) {
    // A test may itself print a line with another time.
    let span = TestSpan(
      id: id, startedAt: max(startedAt, instant), endedAt: nil, startSeenAt: seenAt)
    state.withLock { state in
      state.running[id] = span
      state.lastSignOfLife = SuspendingClock.now
    }
  }

  /// Records that the process has printed something.
  func printed() { state.withLock { $0.lastSignOfLife = SuspendingClock.now } }

  /// - Parameter seconds: The duration that the test reported; `nil` when it reported none.
  func ended(_ id: String, after seconds: Double?) {
    let now = SuspendingClock.now
    guard let seconds, let start = state.withLock({ $0.running[id]?.startedAt }) else {
      return ended(id, at: now)
    }
    ended(id, at: min(now, start + .seconds(max(0, min(seconds, 86_400)))), seenAt: now)
  }

  /// - Parameter seenAt: `nil` when the time is exact.
  func ended(
    _ id: String, at instant: SuspendingClock.Instant = SuspendingClock.now,
    seenAt: SuspendingClock.Instant? = nil
  ) {
    let stops = state.withLock { state in
      guard var span = state.running.removeValue(forKey: id) else { return false }
      span.endedAt = instant
      span.endSeenAt = seenAt ?? instant
      state.spans.append(span)
      state.lastEnd = (id, seenAt ?? instant)
      state.lastSignOfLife = SuspendingClock.now
      return state.stopsAtNextEnd
    }
    if stops { stop(because: .enoughFailures) }
  }

  /// Returns the spans of all tests after the process has ended; tests that never ended come last.
  func finish() -> [TestSpan] {
    state.withLock { state in
      state.spans + state.running.values.sorted { $0.id < $1.id }
    }
  }

  /// Returns tests that have run at least this long; each is returned once. While tests wait, one
  /// counts only if another has ended since it began: else the waiting ones may have run instead
  /// (`LateEnds`).
  func newlySlow(after limit: Duration, now: SuspendingClock.Instant) -> [(String, Duration)] {
    state.withLock { state in
      var slow: [(String, Duration)] = []
      let isEach =
        job.framework == .xctest || job.width == 1
        || state.spans.count + state.running.count >= job.tests.count
      for (id, span) in state.running
      where now - span.startedAt >= limit && (isEach || state.lastEnd.at > span.startedAt) {
        if state.announced.insert(id).inserted { slow.append((id, now - span.startedAt)) }
      }
      return slow.sorted { $0.0 < $1.0 }
    }
  }

  var isIdle: Bool { state.withLock { $0.running.isEmpty } }

  /// How long each running test has run, by its id.
  func running(now: SuspendingClock.Instant) -> [String: Duration] {
    state.withLock { $0.running(now: now) }
  }

  /// Whether a test may be waiting for a thread, because another one has ended within this time:
  /// tests of Swift Testing that keep theirs for long can occupy all of them, and nothing tells which
  /// tests wait. Even one that has ended may wait with its report.
  func mayWaitForThreads(within limit: Duration, now: SuspendingClock.Instant) -> Bool {
    job.framework == .swiftTesting && job.width > 1
      && state.withLock { now - $0.lastEnd.at < limit }
  }

  /// Returns the ids of tests that have run at least this long; `nil` when none has. When no test
  /// is running, the process hangs between two tests, and the test that ended last is returned.
  func overdue(after limit: Duration, now: SuspendingClock.Instant) -> [String: Duration]? {
    state.withLock { state in
      if state.running.isEmpty {
        return now - state.lastEnd.at >= limit ? state.running(now: now) : nil
      }
      let tests = state.running(now: now).filter { $0.value >= limit }
      return tests.isEmpty ? nil : tests
    }
  }

  /// Returns the ids of running tests when nothing has happened for this long, else `nil`. When no
  /// test is running, the test that ended last is returned.
  func stuck(after limit: Duration, now: SuspendingClock.Instant) -> [String: Duration]? {
    state.withLock { state in
      now - state.lastSignOfLife >= limit ? state.running(now: now) : nil
    }
  }

  /// The time until the next test reaches one of the limits; `nil` when none will.
  func nextDeadline(_ limits: [Duration], now: SuspendingClock.Instant) -> Duration? {
    state.withLock { state in
      if state.stopReason != nil { return nil }
      return limits.compactMap { limit in
        state.running.values.map { limit - (now - $0.startedAt) }.filter { $0 > .zero }.min()
      }.min()
    }
  }

  /// Where the process hung when a test exceeded its time limit.
  var hang: TestProcess.Hang? { state.withLock { $0.hang } }
  func note(_ hang: TestProcess.Hang) { state.withLock { $0.hang = hang } }

  var stopReason: StopReason? { state.withLock { $0.stopReason } }

  /// Records why the process is going to be ended; `false` when it is already being ended.
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

  /// Lets the running tests finish, then ends the process.
  func stopAfterRunningTests() {
    let isIdle = state.withLock { state in
      state.stopsAtNextEnd = true
      return state.running.isEmpty
    }
    if isIdle { stop(because: .enoughFailures) }
  }
}
