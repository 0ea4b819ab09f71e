import CIModel
import Foundation
import GitHistory
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import Synchronization
import TestSupport
import Testing

@testable import PipelineRunner

/// The verdict of a `swift-test` step, on a test product whose processes are played.
@Suite struct SwiftTestStepTests {
  let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    let product = try scratch.write("#!/bin/sh\n", to: "bin/PPackageTests.xctest")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: product.path)
  }

  private static let started = "Test Case 'A.one' started at 2026-11-20 23:31:18.868\n"
  private static let passed = started + "Test Case 'A.one' passed (0.1 seconds)\n"
  private static let failed = started + "Test Case 'A.one' failed (0.1 seconds)\n"

  /// Runs the step; `output` and `ending` are those of the process that runs the tests.
  private func run(
    _ output: String, _ ending: Termination, tests: [String] = ["M.A/one"],
    listing: Termination = .exited(0), minimum: Int? = nil, coverage: Bool = false,
    selection: Selection = Selection(), build arguments: [String]? = nil,
    fallback: (text: String, ending: Termination) = ("no test result\n", .exited(0))
  ) throws -> RunRecord {
    let root = scratch.path
    let launcher = ProcessLauncher.playing { invocation in
      var text = ""
      var termination = Termination.exited(0)
      switch (invocation.executable, invocation.arguments.first) {
      case ("swift", "package"):
        text = """
          {"name": "P", "products": [], "targets": [{"name": "M", "c99name": "M", "type": "test", \
          "path": "Tests/M", "sources": ["A.swift"]}]}
          """
      case ("swift", "build"):
        text = root + "/bin\n"
      case ("swift", _):
        (text, termination) = fallback
      case (_, "--list-tests"):
        text = "Listing \(tests.count) tests in P:\n\n" + tests.map { $0 + "\n" }.joined()
        termination = listing
      case (_, "--testing-library"):
        termination = .exited(69)
      default:
        text = output
        termination = ending
      }
      return (text, termination)
    }
    var options = SwiftTestOptions()
    options.coverage = coverage
    var pipeline = Pipeline()
    pipeline.steps = [PipelineStep(id: "test", action: .swiftTest(options))]
    if let arguments {
      var build = SwiftBuildOptions()
      build.arguments = arguments
      pipeline.steps.insert(PipelineStep(id: "build", action: .swiftBuild(build)), at: 0)
    }
    pipeline.coverage.minimumHundredths = minimum
    let environment = RunEnvironment(
      launcher: launcher, cancellation: Cancellation(), variables: [:], root: root,
      repositoryRoot: root)
    return try CheckRun.sample(
      pipeline, in: root, id: "run", environment: environment, selection: selection
    ).run().record
  }

  @Test func passesWhenEveryTestDid() throws {
    let record = try run(SwiftTestStepTests.passed, .exited(0))
    #expect(record.verdict == .passed)
    #expect(record.counts.xctest == XCTestCounts(passed: 1))
  }

  @Test(arguments: [
    (failed, Termination.exited(1), "1 test failed"),
    (started, .signaled(9), "1 test crashed"),
    (
      passed, .exited(70), "the XCTest process exited with status 70 although no test failed"
    ),
    (
      "", .exited(0),
      "1 test did not run, the test process exited with status 0 before it ran 1 planned XCTest"
    ),
  ])
  func failsForEveryReasonThereIs(output: String, ending: Termination, reason: String) throws {
    let record = try run(output, ending)
    #expect(record.steps.map(\.status) == [.failed])
    #expect(record.steps.first?.reason == reason)
    #expect(record.verdict == .failed)
  }

  @Test func noTestIsNoPass() throws {
    let record = try run("", .exited(0), tests: [])
    #expect(record.steps.first?.reason == "the test targets contain no tests, so no test ran")
    #expect(record.verdict == .failed)
  }

  /// SwiftPM looks for tests only where no file lists them.
  @Test func aListWithoutTestsIsTheReason() throws {
    try scratch.write("XCTMain([])\n", to: "Tests/LinuxMain.swift")
    let record = try run("", .exited(0), tests: [])
    #expect(
      record.steps.first?.reason
        == "SwiftPM runs only the tests that Tests/LinuxMain.swift lists, and it lists none, "
        + "so no test ran")
    #expect(record.steps.first?.suite?.testList == "Tests/LinuxMain.swift")
    #expect(
      record.findings.map(\.message) == [
        "Tests/LinuxMain.swift lists no test of M, and SwiftPM runs only those it lists"
      ])
  }

  @Test(arguments: [["--enable-test-discovery"], ["--build-system", "swiftbuild"], []])
  func aListIsNoReasonIfSwiftPMLooksForTestsItself(arguments: [String]) throws {
    try scratch.write("XCTMain([])\n", to: "Tests/LinuxMain.swift")
    let record = try run("", .exited(0), tests: [], build: arguments)
    let suite = record.steps.first { $0.id == "test" }?.suite
    #expect(suite != nil)
    #expect((suite?.testList == nil) == !arguments.isEmpty)
  }

  @Test func aProductThatDiesWhileListingIsAFailure() throws {
    let record = try run("", .exited(0), listing: .signaled(11))
    #expect(
      record.steps.first?.reason
        == "the test product cannot list its tests (killed by SIGSEGV)")
  }

  @Test func aForeignMainProgramGoesThroughSwiftTest() throws {
    let record = try run("", .exited(0), listing: .exited(4))
    #expect(record.steps.first?.status == .failed)
    #expect(
      record.steps.first?.reason?.hasPrefix(
        "swift test exited with 0, but no test result was recognized") == true)
    #expect(
      record.notes.contains {
        $0.hasPrefix("The tests ran through `swift test`, because they have a main program of")
      })
  }

  /// Spectre counts its tests and does not name them.
  @Test(
    arguments: [
      ("24 passes and 0 failures", 0, StepResult.Status.passed, nil, [24, 0, 0]),
      ("57 passes 5 skipped, and 3 failures", 1, .failed, "exit status 1", [57, 3, 5]),
      (
        "1 passes and 1 failures", 0, .failed, "exit status 0, but its output shows 1 failed test",
        [1, 1, 0]
      ),
    ] as [(String, Int32, StepResult.Status, String?, [Int])])
  func countsTheTestsOfOtherRunners(
    totals: String, code: Int32, status: StepResult.Status, reason: String?, counts: [Int]
  ) throws {
    let record = try run(
      "", .exited(0), listing: .exited(4), fallback: ("A line\n\(totals)\n", .exited(code)))
    #expect(record.steps.map(\.status) == [status])
    #expect(record.steps.map(\.reason) == [reason])
    #expect(
      record.counts.other
        == ForeignCounts(passed: counts[0], failed: counts[1], skipped: counts[2]))
    #expect(record.steps.first?.lastLines == (status == .passed ? nil : ["A line", totals]))
  }

  /// What `swift test` prints counts, and so does how it ends.
  @Test(
    arguments: [
      (passed, Termination.exited(0), StepResult.Status.passed, nil, TestOutcome.passed),
      (failed, .exited(1), .failed, "exit status 1", .failed),
      (failed, .exited(0), .failed, "exit status 0, but its output shows 1 failed test", .failed),
      (started, .signaled(11), .failed, "killed by SIGSEGV", .crashed),
      (started, .exited(0), .failed, "exit status 0, but its output shows 1 failed test", .crashed),
    ] as [(String, Termination, StepResult.Status, String?, TestOutcome)])
  func readsSwiftTest(
    output: String, ending: Termination, status: StepResult.Status, reason: String?,
    outcome: TestOutcome
  ) throws {
    let record = try run("", .exited(0), listing: .exited(4), fallback: (output, ending))
    #expect(record.steps.map(\.status) == [status])
    #expect(record.steps.map(\.reason) == [reason])
    #expect(record.tests.map(\.outcome) == [outcome])
    #expect(record.verdict == (status == .passed ? .passed : .failed))
  }

  #if os(Linux)
    /// Without a build, tests that were built without coverage do not run in vain.
    @Test(arguments: [true, false]) func testsWithoutCoverageAreMissing(isDemanded: Bool) throws {
      let tests = try Data(contentsOf: URL(fileURLWithPath: "/bin/sh"))
      _ = try scratch.write(tests, to: "bin/PPackageTests.xctest")
      var selection = Selection()
      selection.only = ["test"]
      let record = try run(
        Self.passed, .exited(0), minimum: 5_000, coverage: isDemanded, selection: selection)
      let reason = "the tests were built without coverage; run `devtool check test` to build them"
      #expect(record.steps.map(\.reason) == [isDemanded ? reason : nil])
      #expect(record.steps.map(\.lacksInput) == [isDemanded])
      #expect(record.findings.isEmpty == isDemanded)
    }
  #endif

  @Test func aMinimumThatNothingWasMeasuredForIsNotReached() throws {
    let record = try run(SwiftTestStepTests.passed, .exited(0), minimum: 5_000)
    #expect(record.steps.map(\.status) == [.passed])
    #expect(record.findings.map(\.ruleID) == ["coverage.minimum"])
    #expect(record.findings.first?.message == "no coverage was measured")
    #expect(record.verdict == .failed)
  }
}
