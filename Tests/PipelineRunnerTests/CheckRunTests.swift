import CIModel
import CIRules
import FileSystem
import Foundation
import GitHistory
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SwiftPackage
import Synchronization
import TestSupport
import Testing

@testable import PipelineRunner

#if canImport(Glibc)
  import Glibc
#endif

/// Runs a pipeline whose commands are played by `play`.
private func check(
  _ pipeline: Pipeline, in root: String, cancellation: Cancellation = Cancellation(),
  failOn: Severity? = .error, cleanupLauncher: ProcessLauncher? = nil,
  jobs: Int = 1,
  play: @escaping @Sendable (Invocation) throws(LaunchError) -> (String, Termination) = {
    _ throws(LaunchError) in ("", .exited(0))
  },
  onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
) throws -> (record: RunRecord, exitCode: ExitCode, seen: [RunRecord]) {
  let launcher = ProcessLauncher.playing { invocation throws(LaunchError) in
    return try play(invocation)
  }
  let environment = RunEnvironment(
    launcher: launcher, cleanupLauncher: cleanupLauncher, cancellation: cancellation,
    variables: ["PATH": "/bin"], root: root, repositoryRoot: root)
  var options = RunOptions()
  options.failOn = failOn
  let seen = Mutex<[RunRecord]>([])
  let run = try CheckRun.sample(
    pipeline, in: root, jobs: jobs, options: options, environment: environment
  ) { event, record in
    switch event {
    case .started, .stepStarted, .stepEnded: seen.withLock { $0.append(record) }
    default: break
    }
    onEvent(event)
  }
  let conclusion = run.run()
  return (conclusion.record, conclusion.verdict.exitCode, seen.withLock { $0 })
}

private func step(_ id: String, needs: [String] = [], _ allow: AllowFailure = .never)
  -> PipelineStep
{
  var step = PipelineStep(id: id, action: .exec(ExecOptions([id])))
  step.needs = needs
  step.allowFailure = allow
  return step
}

private func pipeline(_ steps: PipelineStep...) -> Pipeline {
  var pipeline = Pipeline()
  pipeline.steps = steps
  return pipeline
}

@Suite struct CheckRunTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func blocksWhatNeedsAFailedStepAndRunsTheRest() throws {
    let (record, exitCode, seen) = try check(
      pipeline(step("a"), step("b", needs: ["a"]), step("c", needs: ["b"]), step("d")),
      in: scratch.path
    ) { invocation throws(LaunchError) in
      ("from \(invocation.executable)\n", .exited(invocation.executable == "a" ? 3 : 0))
    }
    #expect(record.steps.map(\.id) == ["a", "b", "c", "d"])
    #expect(record.steps.map(\.status) == [.failed, .blocked, .blocked, .passed])
    #expect(record.steps.map(\.exitCode) == [3, nil, nil, 0])
    #expect(record.steps.map(\.reason) == ["exit status 3", "needs a", "needs b", nil])
    #expect(exitCode == .checkFailed)
    #expect(record.verdict == .failed)
    // One record at the start, two for each step that runs, one for each that does not.
    #expect(seen.map(\.steps.count) == [0, 0, 1, 2, 3, 3, 4])
    #expect(seen.map(\.runningStep) == [nil, "a", nil, nil, nil, "d", nil])
    #expect(seen.allSatisfy { $0.verdict == .unknown })
    let log = try scratch.read(try #require(record.steps[0].logPath))
    #expect(log == "$ a\nfrom a\n")
  }

  @Test(arguments: [
    (AllowFailure.always, StepResult.Status.warned, ExitCode.success),
    (.exitStatuses([2, 3]), .warned, .success),
    (.exitStatuses([4]), .failed, .checkFailed),
    (.never, .failed, .checkFailed),
  ])
  func forgivesWhatIsAllowed(
    rule: AllowFailure, status: StepResult.Status, exitCode: ExitCode
  ) throws {
    let result = try check(
      pipeline(step("a", rule), step("b", needs: ["a"])), in: scratch.path
    ) { invocation throws(LaunchError) in ("", .exited(invocation.executable == "a" ? 3 : 0)) }
    #expect(result.record.steps[0].status == status)
    #expect(result.record.steps[1].status == (status == .warned ? .passed : .blocked))
    #expect(result.exitCode == exitCode)
  }

  @Test(arguments: [
    (Termination.timedOut, StepResult.Status.timedOut, ExitCode.timedOut),
    (.signaled(9), .failed, .checkFailed),
  ])
  func saysHowAStepEnded(
    ending: Termination, status: StepResult.Status, exitCode: ExitCode
  ) throws {
    let result = try check(pipeline(step("a")), in: scratch.path) { _ throws(LaunchError) in
      ("", ending)
    }
    #expect(result.record.steps.map(\.status) == [status])
    #expect(result.exitCode == exitCode)
  }

  @Test func aTimeOutCanBeForgivenByItsStatus() throws {
    let result = try check(pipeline(step("a", .exitStatuses([124]))), in: scratch.path) {
      _ throws(LaunchError) in ("", .timedOut)
    }
    #expect(result.record.steps.map(\.status) == [.warned])
    #expect(result.exitCode == .success)
  }

  @Test func aStepMayRemoveWhatTheRunHasStored() throws {
    let root = scratch.path
    let result = try check(pipeline(step("clean"), step("next")), in: root) {
      invocation throws(LaunchError) in
      if invocation.executable == "clean" { removeTree(root + "/.devtool") }
      return ("output of \(invocation.executable)\n", .exited(0))
    }
    #expect(result.record.steps.map(\.status) == [.passed, .passed])
    let log = try scratch.read(try #require(result.record.steps[1].logPath))
    #expect(log == "$ next\noutput of next\n")
  }

  #if os(Linux)
    /// SwiftPM waits for the lock of `.build` without a word for ever so long.
    @Test func tellsWhatACommandWaitsFor() throws {
      let lock = try BuildFolderLock.lockPath(
        scratch: #require(realpath(scratch.path, nil).map { String(cString: $0) }) + "/.build")
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
      holder.arguments = ["--no-fork", lock, "sleep", "300.75"]
      try holder.run()
      defer {
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        unlink(lock)
      }
      for _ in 0..<2_000 where BuildFolderLock.holder(ofLock: lock)?.command != "sleep 300.75" {
        usleep(5_000)
      }
      let notes = Mutex<[String]>([])
      var build = step("a")
      build.action = .exec(ExecOptions(["swift", "build"]))
      _ = try check(
        pipeline(build, step("b")), in: scratch.path,
        onEvent: { event in
          if case .note(let text) = event { notes.withLock { $0.append(text) } }
        })
      #expect(
        notes.withLock { $0 } == [
          "Step a waits for 'sleep 300.75' (pid \(holder.processIdentifier)), which uses .build."
        ])
    }
  #endif

  @Test func stopsWhenCancelledAndNamesWhatDidNotRun() throws {
    let cancellation = Cancellation()
    let result = try check(
      pipeline(step("a"), step("b"), step("c")), in: scratch.path, cancellation: cancellation
    ) { invocation throws(LaunchError) in
      guard invocation.executable == "b" else { return ("", .exited(0)) }
      cancellation.request(signal: 15)
      return ("", .cancelled)
    }
    #expect(result.record.steps.map(\.status) == [.passed, .cancelled, .cancelled])
    #expect(result.record.verdict == .cancelled)
    #expect(result.exitCode == .cancelled(signal: 15))
  }

  /// What cleans up is kept from the signal; a step that was about to start is not.
  @Test(arguments: [StepCondition.success, .always])
  func aStepThatIsStartedAsTheRunIsCancelledEndsAtOnce(condition: StepCondition) throws {
    let cancellation = Cancellation()
    var starting = step("a")
    starting.condition = condition
    let result = try check(
      pipeline(starting, step("b", needs: ["a"])), in: scratch.path, cancellation: cancellation,
      cleanupLauncher: .silent, jobs: 2
    ) { _ throws(LaunchError) in
      ("", cancellation.isRequested ? .cancelled : .exited(1))
    } onEvent: { event in
      if case .running(["a"]) = event { cancellation.request(signal: 15) }
    }
    #expect(
      result.record.steps.map(\.status)
        == [condition == .success ? .cancelled : .passed, .cancelled])
    #expect(result.record.verdict == .cancelled)
  }

  @Test func aCommandThatCannotStartIsAFailedStep() throws {
    let result = try check(pipeline(step("a")), in: scratch.path) { _ throws(LaunchError) in
      throw .notFound(executable: "a")
    }
    #expect(result.record.steps.map(\.reason) == ["'a' is not on the PATH"])
    #expect(result.exitCode == .missingInput)
  }

  @Test func doesNotBelieveAGreenExitStatusOverFailedTests() throws {
    let log = """
      Test Suite 'All tests' started at 2026-11-20 23:31:18.868
      Test Case 'A.one' started at 2026-11-20 23:31:18.868
      /p/A.swift:3: error: A.one : XCTAssertTrue failed - no
      Test Case 'A.one' failed (0.1 seconds)
      Test Suite 'All tests' failed at 2026-11-20 23:31:18.868

      """
    let result = try check(pipeline(step("a")), in: scratch.path) { _ throws(LaunchError) in
      (log, .exited(0))
    }
    #expect(result.record.steps[0].status == .failed)
    #expect(
      result.record.steps[0].reason?.hasPrefix("exit status 0, but its output shows 1 failed test")
        == true)
    #expect(result.record.tests.map(\.name) == ["A.one"])
  }

  @Test(arguments: [
    (Severity.error as Severity?, ExitCode.success), (.warning, .checkFailed), (nil, .success),
  ])
  func failsOnFindingsFromTheAskedSeverityOn(failOn: Severity?, exitCode: ExitCode) throws {
    let log = """
      Test Case 'A.slow' started at 2026-11-20 23:31:18.868
      Test Case 'A.slow' passed (2.5 seconds)

      """
    let result = try check(pipeline(step("a")), in: scratch.path, failOn: failOn) {
      _ throws(LaunchError) in (log, .exited(0))
    }
    #expect(result.record.findings.map(\.ruleID) == ["tests.slow"])
    #expect(result.record.slow == [SlowTest(name: "A.slow", durationSeconds: 2.5)])
    #expect(result.exitCode == exitCode)
  }

  @Test func asksForABaseOnlyWhenRulesAreConfigured() throws {
    var withRules = pipeline(step("a"))
    withRules.asksForRules = true
    // The scratch folder is no repository.
    #expect(try check(pipeline(step("a")), in: scratch.path).exitCode == .success)
    let result = try check(withRules, in: scratch.path)
    #expect(result.exitCode == .missingInput)
    #expect(result.record.findings.map(\.ruleID) == ["rules"])
  }

  @Test func countsADiagnosticOnceHoweverManyStepsPrintIt() throws {
    let result = try check(pipeline(step("a"), step("b")), in: scratch.path) {
      _ throws(LaunchError) in
      (
        "/p/F.swift:7:29: warning: 'old()' is deprecated: use add [#DeprecatedDeclaration]\n",
        .exited(0)
      )
    }
    #expect(result.record.diagnostics.map(\.count) == [2])
    #expect(result.record.diagnostics.map(\.step) == ["a"])
  }
}

@Suite struct RunDirectoryTests {
  @Test func keepsTheNewestRuns() throws {
    let scratch = try ScratchDirectory()
    func id(_ number: Int) -> String { "20261120T2331\(number).042Z-4711" }
    for number in 10..<40 {
      try RunDirectory(root: scratch.path, id: id(number)).dropOldRuns(keeping: nil)
    }
    #expect(RunDirectory.all(root: scratch.path) == (20..<40).map(id))
    // The clock went back.
    try RunDirectory(root: scratch.path, id: id(10)).dropOldRuns(keeping: nil)
    #expect(RunDirectory.all(root: scratch.path) == [id(10)] + (20..<40).map(id))
    #expect(try scratch.read(".devtool/.gitignore") == "*\n")
  }

  /// The runs of a branch are compared with it.
  @Test func keepsTheRunOfTheMergeBase() throws {
    let scratch = try ScratchDirectory()
    func id(_ number: Int) -> String { "20261120T2331\(number).042Z-4711" }
    for number in 10..<50 {
      let run = try RunDirectory(root: scratch.path, id: id(number))
      let suite = number == 13 ? "null" : "{"
      let head = (11..<14).contains(number) ? "aa" : "bb"
      try writeFile(
        run.recordPath,
        Array("\"isModified\" : false, \"head\" : \"\(head)\",\n\"suite\" : \(suite)".utf8))
      run.dropOldRuns(keeping: number < 49 ? "aa" : nil)
      let kept = number < 49 ? [id(12)] : []
      if number > 32 {
        #expect(RunDirectory.all(root: scratch.path) == kept + (number - 19...number).map(id))
      }
    }
  }

  /// Runs that came to nothing at once push no others out, and are kept in the same number.
  @Test func shortRunsPushNoOthersOut() throws {
    let scratch = try ScratchDirectory()
    func id(_ number: Int) -> String { "20261120T2331\(number).042Z-4711" }
    let start = try #require(Timestamp(iso8601: "2026-11-20T23:31:00Z")).secondsSinceEpoch
    for number in 10..<60 {
      let run = try RunDirectory(root: scratch.path, id: id(number))
      try writeFile(run.recordPath, [])
      let isShort = number >= 15
      let ended = Double(start) + Double(number) + (isShort ? 0.5 : 40)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: ended)], ofItemAtPath: run.recordPath)
      run.dropOldRuns(keeping: nil)
    }
    #expect(
      RunDirectory.all(root: scratch.path) == ((10..<15).map(id) + (40..<60).map(id)))
  }

  /// Only what a run left is ever removed.
  @Test(arguments: [
    "mine", "20261120T233118Z4711", "20261120T233118.042Z-", "20261120T233118.042Z-x",
    "20261120T233118.042Z-4711.bak", "2026112 T233118.042Z-4711", "..",
  ])
  func otherNamesAreNoRuns(name: String) {
    #expect(!RunDirectory.isID(name))
  }

  @Test func saysWhyItCannotBeMade() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: ".devtool")
    #expect(throws: FileError.self) { try RunDirectory(root: scratch.path, id: "run") }
  }
}
