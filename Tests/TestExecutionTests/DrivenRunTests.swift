import CIModel
import Foundation
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import TestExecution

/// Runs of a product that is played: what a process prints depends on its arguments and on how many
/// were started before.
@Suite struct DrivenRunTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private typealias Play =
    @Sendable (
      _ number: Int, _ tests: [String], ProcessControl?
    ) -> (output: String, Termination)

  private func run(
    _ ids: [String], _ settings: TestSettings = TestSettings(), coverage: Bool = false,
    hook: TestLaunchHook = .none, _ play: @escaping Play
  ) throws -> TestExecutionResult {
    let count = Mutex(0)
    let launcher = ProcessLauncher.playing { invocation throws(LaunchError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let list = invocation.arguments.first?.split(separator: ",").map(String.init) ?? ids
      return play(number, list, invocation.control)
    }
    var product = TestProduct(path: "/product")
    product.xctests = ids.map { TestID($0) }
    var context = TestExecutionContext(
      launcher: launcher, environment: ["PATH": "/nowhere"], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path,
      profileDirectory: coverage ? scratch.path : nil, eventStreamVersion: "6.3",
      customWarnings: [], deadline: nil, onOutput: { _ in }, onEvent: { _ in })
    context.hook = hook
    return try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings), context: context
    ).run()
  }

  private func outcomes(_ result: TestExecutionResult) -> [String: TestOutcome] {
    Dictionary(
      result.tests.map { ($0.id ?? "?", $0.outcome) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func aTestThatPassesOnRetryIsFlaky() throws {
    let result = try run(["M.A/good", "M.A/flaky", "M.A/bad"], settings { $0.retries = 2 }) {
      number, tests, _ in
      return (
        tests.map { id in
          if id == "M.A/good" { return passes(id) }
          return id == "M.A/flaky" && number > 1 ? passes(id) : fails(id)
        }.joined(), .exited(1)
      )
    }
    #expect(outcomes(result) == ["M.A/good": .passed, "M.A/flaky": .passed, "M.A/bad": .failed])
    let flaky = result.tests[1]
    #expect(flaky.isFlaky == true)
    #expect(flaky.runs.map(\.outcome) == [.failed, .passed])
    #expect(flaky.attempts?.map(\.number) == [1, 2])
    #expect(flaky.attempts?.first?.issues.map(\.message) == ["failed - no"])
    #expect(flaky.issues == [])
    #expect(result.tests[2].runs.count == 3)
    #expect(result.tests[2].isFlaky == nil)
    #expect(result.tests[0].attempts == nil)
  }

  @Test func oneFailureInAStressRunFailsTheTest() throws {
    let result = try run(["M.A/one"], settings { $0.repetitions = 5 }) { number, tests, _ in
      (tests.map { number == 3 ? fails($0) : passes($0) }.joined(), .exited(number == 3 ? 1 : 0))
    }
    #expect(result.rounds == 5)
    #expect(outcomes(result) == ["M.A/one": .failed])
    #expect(result.tests[0].runs.count == 5)
    #expect(result.tests[0].attempts?.count == 1)
    #expect(result.tests[0].isFlaky == nil)
  }

  @Test func startsNothingMoreAfterEnoughFailures() throws {
    let ids = (0..<40).map { "M.A/test\($0)" }
    let result = try run(
      ids,
      settings {
        $0.maxFailures = 2
        $0.order = .random(seed: 1)
      }
    ) { _, tests, _ in (tests.map { fails($0) }.joined(), .exited(1)) }
    #expect(result.stoppedEarly)
    #expect(result.tests.count == 40)
    let notRun = result.tests.count { $0.outcome == .notRun }
    #expect(notRun > 0 && notRun <= 38)
  }

  /// A test over its limit is ended and charged; those behind it run in another process.
  @Test func endsATestThatHangs() throws {
    let result = try run(
      ["M.A/one", "M.A/hangs", "M.A/two"], settings { $0.timeout = .milliseconds(50) }
    ) {
      number, tests, control in
      if number > 1 { return (tests.map { passes($0) }.joined(), .exited(0)) }
      return (passes("M.A/one") + starts("M.A/hangs"), .timedOut)
    }
    // The played process is over at once; without the request to end it, time-out is the run's own.
    #expect(result.timedOut)
    #expect(outcomes(result)["M.A/one"] == .passed)
  }

  @Test func endsATestThatHangsWhenAskedTo() throws {
    let launcherSaw = Mutex(false)
    let count = Mutex(0)
    let launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      func say(_ text: String) {
        var text = text
        text.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      }
      if number > 1 {
        say(passes("M.A/two"))
        return .exited(0)
      }
      say(passes("M.A/one") + starts("M.A/hangs"))
      while invocation.control?.isStopRequested != true { usleep(1_000) }
      launcherSaw.withLock { $0 = true }
      return .timedOut
    }
    var product = TestProduct(path: "/product")
    product.xctests = ["M.A/one", "M.A/hangs", "M.A/two"].map { TestID($0) }
    var settings = TestSettings()
    settings.timeout = .milliseconds(30)
    let context = TestExecutionContext(
      launcher: launcher, environment: ["PATH": "/nowhere"], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path, profileDirectory: nil,
      eventStreamVersion: "6.3", customWarnings: [], deadline: nil, onOutput: { _ in },
      onEvent: { _ in })
    let result = try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings), context: context
    ).run()
    #expect(launcherSaw.withLock { $0 })
    #expect(!result.timedOut)
    #expect(
      outcomes(result) == ["M.A/one": .passed, "M.A/hangs": .timedOut, "M.A/two": .passed])
    #expect(result.tests[1].runs.allSatisfy { ($0.durationSeconds ?? 0) >= 0.03 })
    #expect((result.tests[1].durationSeconds ?? 0) >= 0.03)
    #expect(
      result.tests[1].issues.first?.message
        == "timed out after 30 ms, in\n  (no stack: gdb is not installed)"
        || result.tests[1].issues.first?.message == "timed out after 30 ms")
  }

  /// Also of one that fails and runs again, slowly.
  @Test func saysOnceThatATestIsSlow() throws {
    let notes = Mutex<[String]>([])
    @Sendable func slowNotes() -> Int {
      notes.withLock { $0.count { $0.hasPrefix("slow: M.A/slow ") } }
    }
    let count = Mutex(0)
    let launcher = ProcessLauncher { _, onOutput throws(LaunchError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      func say(_ text: String) {
        var text = text
        text.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      }
      say(starts("M.A/slow"))
      if number == 1 {
        while slowNotes() == 0 { usleep(1_000) }
      } else {
        // Long enough for another note, if there were one.
        usleep(100_000)
      }
      say(ends(printed("M.A/slow"), "failed"))
      return .exited(1)
    }
    var product = TestProduct(path: "/product")
    product.xctests = [TestID("M.A/slow")]
    var settings = TestSettings()
    settings.slowAfter = .milliseconds(10)
    settings.retries = 1
    var context = TestExecutionContext(
      launcher: launcher, environment: ["PATH": "/nowhere"], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path, profileDirectory: nil,
      eventStreamVersion: "6.3", customWarnings: [], deadline: nil, onOutput: { _ in },
      onEvent: { _ in })
    context.onNote = { note in notes.withLock { $0.append(note) } }
    _ = try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings), context: context
    ).run()
    #expect(count.withLock { $0 } >= 2)
    #expect(slowNotes() == 1)
  }

  @Test func testsOfADeadProcessRunAgainForTheirCoverage() throws {
    let seen = Mutex<[[String]]>([])
    let result = try run(
      ["M.A/one", "M.A/dies", "M.A/two"], settings { $0.looksForInterference = false },
      coverage: true
    ) { number, tests, _ in
      seen.withLock { $0.append(tests) }
      if number == 1 { return (passes("M.A/one") + starts("M.A/dies"), .signaled(11)) }
      return (tests.map { passes($0) }.joined(), .exited(0))
    }
    #expect(
      seen.withLock { $0 } == [["M.A/one", "M.A/dies", "M.A/two"], ["M.A/two"], ["M.A/one"]])
    #expect(result.withoutCoverage == ["M.A/dies"])
    // Its result is the first one.
    #expect(result.tests[0].runs.count == 1)
    #expect(outcomes(result)["M.A/dies"] == .crashed)
  }

  @Test func theHookSeesEveryLaunch() throws {
    let launches = Mutex<[TestLaunch]>([])
    let ends = Mutex<[String]>([])
    let hook = TestLaunchHook(
      prepare: { invocation, launch in
        launches.withLock { $0.append(launch) }
        #expect(invocation.environment?["DEVTOOL_WORKER"] == "0")
        return invocation
      },
      observe: { launch, spans, termination in
        #expect(spans.map(\.id) == launch.tests)
        #expect(spans.allSatisfy { $0.endedAt != nil })
        ends.withLock { $0.append("\(launch.purpose) \(termination)") }
      })
    _ = try run(["M.A/one"], settings { $0.retries = 1 }, hook: hook) { number, tests, _ in
      (number == 1 ? fails("M.A/one") : passes("M.A/one"), .exited(0))
    }
    #expect(launches.withLock { $0.map(\.purpose) } == [.run, .retry])
    #expect(ends.withLock { $0 } == ["run exited(0)", "retry exited(0)"])
  }

  /// What a test prints in the words of XCTest is told from what XCTest prints.
  @Test(arguments: [
    // Its own end, before the real one.
    (passes("M.A/a", start: true) + ends("A.a", "failed") + passes("M.A/b"), ["failed", "passed"]),
    // The end of the test before it.
    (
      passes("M.A/a") + starts("M.A/b") + ends("A.a", "failed") + ends("A.b"), ["passed", "passed"]
    ),
    // Its own end and the start of the next.
    (
      starts("M.A/a") + ends("A.a") + starts("M.A/b") + ends("A.a", "failed") + passes("M.A/b"),
      ["failed", "passed"]
    ),
    // Start and end of another one.
    (
      starts("M.A/a") + starts("M.A/b") + ends("A.b", "failed") + ends("A.a") + passes("M.A/b"),
      ["passed", "passed"]
    ),
    // Somebody that nobody planned.
    (
      starts("M.A/a") + starts("X.Y/z") + ends("Y.z", "failed") + ends("A.a") + passes("M.A/b"),
      ["passed", "passed"]
    ),
  ])
  func doesNotFallForImitations(output: String, expected: [String]) throws {
    let result = try run(["M.A/a", "M.A/b"]) { _, _, _ in
      (output, .exited(expected.contains("failed") ? 1 : 0))
    }
    #expect(result.tests.map(\.outcome.rawValue) == expected)
  }

  @Test func aTestThatSaysItPassedAndDiesHasCrashed() throws {
    let result = try run(["M.A/a", "M.A/b"]) { number, _, _ in
      number == 1 ? (passes("M.A/a"), .signaled(6)) : (passes("M.A/b"), .exited(0))
    }
    #expect(outcomes(result) == ["M.A/a": .crashed, "M.A/b": .passed])
    #expect(result.crashes.map(\.test) == ["A.a"])
  }
}

private func settings(_ change: (inout TestSettings) -> Void) -> TestSettings {
  var settings = TestSettings()
  change(&settings)
  return settings
}

private func printed(_ id: String) -> String { TestID(id).printedByXCTest }

private func starts(_ id: String) -> String {
  "Test Case '\(printed(id))' started at 2026-11-20 23:31:18.868\n"
}

private func ends(_ name: String, _ verb: String = "passed") -> String {
  "Test Case '\(name)' \(verb) (0.25 seconds)\n"
}

private func passes(_ id: String, start: Bool = false) -> String {
  starts(id) + ends(printed(id))
}

private func fails(_ id: String) -> String {
  starts(id) + "/repo/T.swift:3: error: \(printed(id)) : failed - no\n"
    + ends(printed(id), "failed")
}
