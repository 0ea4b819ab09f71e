import CIModel
import Testing

@testable import TestExecution

/// What a job knows of the tests that run in its process.
struct RunningJobTests {
  private let job = RunningJob(number: 1, worker: 0, job: TestJob(framework: .xctest, tests: []))

  /// XCTest rounds both to milliseconds, so a test of half a millisecond took none, and began before
  /// it did. What its process did between the two lines still belongs to it.
  @Test func seesAnXCTestFromLineToLine() throws {
    job.started(
      "M.A/test", at: SuspendingClock.now - .milliseconds(1), seenAt: SuspendingClock.now)
    let between = SuspendingClock.now
    job.ended("M.A/test", after: 0)
    let span = try #require(job.finish().first)
    #expect(span.startedAt == span.endedAt)
    #expect(span.startSeenAt <= between)
    #expect(try #require(span.endSeenAt) >= between)
  }

  @Test func takesTheTimesOfSwiftTestingAsTheyAre() throws {
    let start = SuspendingClock.now
    job.started("M.test()", at: start)
    job.ended("M.test()", at: start + .milliseconds(3))
    let span = try #require(job.finish().first)
    #expect(span.startSeenAt == span.startedAt)
    #expect(span.endSeenAt == start + .milliseconds(3))
  }

  /// Times count from the beginning of the step; a process of several tests at once has no one worker.
  @Test(arguments: [(1, 3 as Int?), (2, nil)])
  func tellsWhenTestsRan(width: Int, worker: Int?) {
    let job = RunningJob(
      number: 1, worker: 3, job: TestJob(framework: .swiftTesting, tests: [], width: width))
    let start = SuspendingClock.now
    job.started("M.test()", at: start)
    job.ended("M.test()", at: start + .milliseconds(3))
    var test = TestCase(
      name: "test()", id: "M.test()", framework: .swiftTesting, function: "test()",
      outcome: .passed, runs: [TestRun(.passed, durationSeconds: 0.003)])
    var tests = [test]
    TestTimes(job, since: start - .milliseconds(1_234)).mark(&tests)
    test.runs[0].startSeconds = 1.234
    test.runs[0].worker = worker
    #expect(tests == [test])
  }

  /// While others end, a test may only be waiting for a thread.
  @Test(
    arguments: [
      (.swiftTesting, 2, 4, false), (.swiftTesting, 2, 7, true), (.swiftTesting, 1, 4, true),
      (.xctest, 2, 4, true),
    ] as [(TestFramework, Int, Int, Bool)])
  func waitingForAThreadIsNotRunning(
    framework: TestFramework, width: Int, seconds: Int, isOverdue: Bool
  ) {
    let job = RunningJob(
      number: 1, worker: 0, job: TestJob(framework: framework, tests: [], width: width))
    let start = SuspendingClock.now
    job.started("M.heavy()", at: start)
    job.started("M.light()", at: start)
    job.ended("M.heavy()", at: start + .seconds(3))
    let now = start + .seconds(seconds)
    #expect(job.overdue(after: .seconds(3), now: now) == ["M.light()": .seconds(seconds)])
    #expect(job.mayWaitForThreads(within: .seconds(3), now: now) != isOverdue)
  }

  /// While nothing ends, other tests than those that seem to run may keep the processors busy.
  @Test func aTestIsSlowOnceAnotherHasEnded() {
    let tests = ["M.a()", "M.b()", "M.c()"].map { PlannedTest(TestID($0), .swiftTesting) }
    let job = RunningJob(
      number: 1, worker: 0, job: TestJob(framework: .swiftTesting, tests: tests, width: 2))
    let start = SuspendingClock.now
    job.started("M.a()", at: start)
    job.started("M.b()", at: start)
    #expect(job.newlySlow(after: .seconds(1), now: start + .seconds(2)).isEmpty)
    job.ended("M.b()", at: start + .seconds(2))
    #expect(job.newlySlow(after: .seconds(1), now: start + .seconds(3)).map(\.0) == ["M.a()"])
  }

  @Test func keepsTestsThatNeverEnded() {
    job.started("M.B/test")
    job.started("M.A/test")
    #expect(job.finish().map(\.id) == ["M.A/test", "M.B/test"])
    #expect(job.finish().allSatisfy { $0.endedAt == nil && $0.endSeenAt == nil })
  }
}
