import CIModel
import Foundation
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import TestExecution

/// Plays a test product: hands out what a process of it would print, by its arguments.
private func executor(
  xctests: [String] = [], swiftTesting: [String] = [], directory: ScratchDirectory,
  settings: TestSettings = TestSettings(), expected: [String: Double] = [:],
  play: @escaping @Sendable (_ arguments: [String]) -> (output: String, Termination)
) throws -> TestExecutor {
  let launcher = ProcessLauncher.playing { invocation throws(LaunchError) in
    return play(invocation.arguments)
  }
  // What other tests have to do with a failure is the matter of InterferenceTests.
  var settings = settings
  settings.looksForInterference = false
  var product = TestProduct(path: "/product")
  product.xctests = xctests.map { TestID($0) }
  product.swiftTestingTests = swiftTesting.map { TestID($0) }
  return TestExecutor(
    product: product, plan: try TestPlan(product, settings: settings, expected: expected),
    context: TestExecutionContext(
      launcher: launcher, environment: [:], directory: "/", repositoryRoot: "/repo",
      scratchDirectory: directory.path, profileDirectory: nil, eventStreamVersion: "6.3",
      customWarnings: [], deadline: nil, onOutput: { _ in }, onEvent: { _ in }))
}

private func started(_ name: String) -> String {
  "Test Case '\(name)' started at 2026-11-20 23:31:18.868\n"
}

private func ended(_ name: String, _ verb: String = "passed") -> String {
  "Test Case '\(name)' \(verb) (0.25 seconds)\n"
}

private func outcomes(_ result: TestExecutionResult) -> [String: TestOutcome] {
  Dictionary(
    result.tests.map { ($0.id ?? "?", $0.outcome) }, uniquingKeysWith: { first, _ in first })
}

@Suite struct XCTestExecutionTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func namesEveryTestByItsID() throws {
    let result = try executor(xctests: ["M.A/one", "M.A/two"], directory: scratch) { arguments in
      #expect(arguments == [])
      return (
        started("A.one") + ended("A.one") + started("A.two") + ended("A.two", "failed"), .exited(1)
      )
    }.run()
    #expect(outcomes(result) == ["M.A/one": .passed, "M.A/two": .failed])
    #expect(result.counts.xctest == XCTestCounts(passed: 1, failed: 1))
    #expect(result.counts.swiftTesting == nil)
    #expect(result.problems == [])
    #expect(!result.isPartial)
  }

  @Test(arguments: [
    (Termination.signaled(4), "SIGILL" as String?), (.signaled(9), "SIGKILL"), (.exited(0), nil),
    (.exited(3), nil),
  ])
  func goesOnAfterADeathAndChargesTheRunningTest(death: Termination, signal: String?) throws {
    let calls = Mutex<[[String]]>([])
    let result = try executor(
      xctests: ["M.A/one", "M.A/two", "M.A/three"], directory: scratch
    ) { arguments in
      calls.withLock { $0.append(arguments) }
      if arguments.isEmpty {
        return (started("A.one") + ended("A.one") + started("A.two"), death)
      }
      return (started("A.three") + ended("A.three"), .exited(0))
    }.run()
    #expect(calls.withLock { $0 } == [[], ["M.A/three"]])
    #expect(
      outcomes(result) == ["M.A/one": .passed, "M.A/two": .crashed, "M.A/three": .passed])
    #expect(result.crashes.map(\.test) == ["A.two"])
    #expect(result.crashes.map(\.signal) == [signal])
    #expect(result.isPartial)
    #expect(result.counts.xctest == XCTestCounts(passed: 2, unfinished: 1))
  }

  /// Another thread crashed when its test had ended already, or standard error was read first.
  @Test(
    arguments: [
      ("closure #1 in A.one()", "A.one", ["M.A/one": .crashed, "M.A/two": .passed]),
      ("closure #1 in work()", "A.two", ["M.A/one": .passed, "M.A/two": .crashed]),
      ("closure #1 in BA.one()", "A.two", ["M.A/one": .passed, "M.A/two": .crashed]),
    ] as [(String, String, [String: TestOutcome])])
  func aCrashIsReadWhileAnotherTestRuns(
    function: String, test: String, expected: [String: TestOutcome]
  ) throws {
    let report = """
      /p/ATests.swift:4: Fatal error: on a queue
      *** Signal 4: Backtracing from 0x7fcf286f9361... done ***
      *** Program crashed: Illegal instruction at 0x00007fcf286f9361 ***
      Thread 0 "X":
      0 0x01 closure #1 in A.two() + 4 in X.xctest at /p/BTests.swift:9:1
      Thread 5 "-qos" crashed:
      1 [ra] 0x02 \(function) + 134 in X.xctest at /p/ATests.swift:4:54

      """
    let result = try executor(xctests: ["M.A/one", "M.A/two"], directory: scratch) { arguments in
      arguments.isEmpty
        ? (started("A.one") + report + ended("A.one") + started("A.two"), .signaled(4))
        : (started("A.two") + ended("A.two"), .exited(0))
    }.run()
    #expect(outcomes(result) == expected)
    #expect(
      result.crashes == [
        Crash(
          test: test, signal: "SIGILL", reason: "Fatal error: on a queue", file: "/p/ATests.swift",
          line: 4)
      ])
  }

  /// A process of the test's own crashed, and the test went on.
  @Test func aCrashThatAnotherSignalFollowsIsNoReason() throws {
    let result = try executor(xctests: ["M.A/one", "M.A/two"], directory: scratch) { _ in
      (
        started("A.one") + "*** Signal 4: Backtracing from 0x7f... done ***\n" + ended("A.one")
          + started("A.two"), .signaled(9)
      )
    }.run()
    #expect(outcomes(result) == ["M.A/one": .passed, "M.A/two": .crashed])
    #expect(
      result.crashes.map(\.reason) == ["the test process was killed by SIGKILL while this test ran"]
    )
  }

  @Test func doesNotLoseTestsThatNeverStart() throws {
    let result = try executor(xctests: ["M.A/one", "M.A/two"], directory: scratch) { _ in
      (started("A.one") + ended("A.one"), .exited(0))
    }.run()
    #expect(outcomes(result) == ["M.A/one": .passed, "M.A/two": .notRun])
    #expect(
      result.problems
        == ["the test process exited with status 0 before it ran 1 planned XCTest"])
  }

  @Test func seesAProcessThatDiesBeforeItsFirstTest() throws {
    let result = try executor(xctests: ["M.A/one"], directory: scratch) { _ in
      ("dyld: something is missing\n", .signaled(6))
    }.run()
    #expect(outcomes(result) == ["M.A/one": .notRun])
    #expect(result.crashes == [Crash(signal: "SIGABRT", reason: "the test process was killed")])
    #expect(result.problems.first == "the test process was killed by SIGABRT")
  }

  @Test func equalDeathsBeforeAnyTestAreOneCrash() throws {
    let result = try executor(xctests: ["M.A/one", "M.A/two"], directory: scratch) { _ in
      ("dyld: something is missing\n", .signaled(6))
    }.run()
    #expect(result.crashes.count == 1)
    #expect(
      result.countedProblems == [
        "the test process was killed by SIGABRT (3 times)",
        "the test process was killed by SIGABRT before it ran 1 planned XCTest (2 times)",
      ])
    #expect(
      result.tests.flatMap(\.issues).map(\.message)
        == Array(
          repeating: "the test process was killed by SIGABRT before it ran this test", count: 2))
  }

  /// A test that prints the start of another class is still the one that died.
  @Test func printedClassesDoNotStart() throws {
    let result = try executor(xctests: ["M.A/one", "M.B/one"], directory: scratch) { arguments in
      if arguments.first == "M.B/one" || arguments.first == "M.B" {
        return (started("B.one") + ended("B.one"), .exited(0))
      }
      let printed = "Test Suite 'B' started at 2026-11-20 23:31:18.868\n"
      return (started("A.one") + printed + "M/A.swift:3: Fatal error: boom\n", .signaled(4))
    }.run()
    #expect(outcomes(result) == ["M.A/one": .crashed, "M.B/one": .passed])
    #expect(result.crashes.map(\.test) == ["A.one"])
  }

  @Test(
    arguments: [Termination.signaled(4), .exited(0), .exited(3)], [false, true])
  func chargesADeathInClassSetUpToTheFirstTest(death: Termination, isIsolated: Bool) throws {
    var settings = TestSettings()
    settings.isIsolated = isIsolated
    let result = try executor(
      xctests: ["M.A/one", "M.B/one", "M.B/two", "M.B/three", "M.C/one"], directory: scratch,
      settings: settings
    ) { arguments in
      let list = arguments.first
      let suite = "Test Suite 'B' started at 2026-11-20 23:31:18.868\n"
      let end = "Test Suite 'A' passed at 2026-11-20 23:31:18.868\n"
      if list?.contains("M.B") ?? true {
        let before = list == nil ? started("A.one") + ended("A.one") + end : ""
        return (before + suite + "M/B.swift:3: Fatal error: boom\n", death)
      }
      let name = list == "M.A/one" || list == "M.A" ? "A.one" : "C.one"
      return (started(name) + ended(name), .exited(0))
    }.run()
    #expect(
      outcomes(result) == [
        "M.A/one": .passed, "M.B/one": .crashed, "M.B/two": .notRun, "M.B/three": .notRun,
        "M.C/one": .passed,
      ])
    #expect(result.crashes.map(\.test) == ["B.one"])
    #expect(
      result.crashes.first?.reason?.hasSuffix(
        "before the test started, probably in the class method setUp() of M.B") == true)
    #expect(result.problems == [])
    #expect(
      result.tests.filter { $0.outcome == .notRun }.flatMap(\.issues).map(\.message)
        == Array(repeating: "the test process died before M.B/one started", count: 2))
  }

  @Test func doesNotBelieveAGreenLogWithABadExitStatus() throws {
    let result = try executor(xctests: ["M.A/one"], directory: scratch) { _ in
      (started("A.one") + ended("A.one"), .exited(70))
    }.run()
    #expect(
      result.problems == ["the XCTest process exited with status 70 although no test failed"])
  }

  @Test func runsTestsOfOneNameInTwoModulesApart() throws {
    let result = try executor(xctests: ["M.A/one", "N.A/one"], directory: scratch) { arguments in
      let verb = arguments == ["N.A/one"] ? "failed" : "passed"
      return (started("A.one") + ended("A.one", verb), .exited(verb == "failed" ? 1 : 0))
    }.run()
    #expect(outcomes(result) == ["M.A/one": .passed, "N.A/one": .failed])
  }

  @Test(arguments: [
    (Termination.cancelled, TestOutcome.unfinished), (.timedOut, .timedOut),
  ])
  func stopsWhenTheRunStops(ending: Termination, outcome: TestOutcome) throws {
    let result = try executor(
      xctests: ["M.A/one", "M.A/two"], swiftTesting: ["M.free()"], directory: scratch
    ) { _ in (started("A.one"), ending) }.run()
    #expect(outcomes(result) == ["M.A/one": outcome, "M.A/two": .notRun, "M.free()": .notRun])
    #expect(result.wasCancelled == (ending == .cancelled))
    #expect(result.timedOut == (ending == .timedOut))
  }

  @Test func doesNotTakeATestsOutputForAResult() throws {
    let result = try executor(xctests: ["M.A/one"], directory: scratch) { _ in
      (started("A.one") + ended("A.other") + ended("A.one", "failed"), .exited(1))
    }.run()
    #expect(outcomes(result) == ["M.A/one": .failed])
  }
}

@Suite struct SwiftTestingExecutionTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func record(_ kind: String, _ id: String, symbol: String = "pass") -> String {
    """
    {"kind":"event","payload":{"instant":{"absolute":1.5,"since1970":1.5},"kind":"\(kind)",\
    "messages":[{"symbol":"\(symbol)","text":"text"}],"testID":"\(id)/F.swift:1:2"},"version":"6.3.0"}

    """
  }

  private func declared(_ id: String) -> String {
    """
    {"kind":"test","payload":{"id":"\(id)/F.swift:1:2","isParameterized":false,"kind":"function",\
    "name":"\(id.split(separator: ".").last ?? "")","sourceLocation":{"column":2,"fileID":"M/F.swift",\
    "line":1}},"version":"6.3.0"}

    """
  }

  private final class Rounds: Sendable {
    private let count = Mutex(0)

    var played: Int { count.withLock { $0 } }

    /// The number of the round that begins, from 0 on.
    func begin() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  private func stream(in arguments: [String]) throws -> String {
    let index = try #require(arguments.firstIndex(of: "--event-stream-output-path"))
    return arguments[index + 1]
  }

  @Test func readsTheEventStream() throws {
    let text =
      declared("M.one()") + declared("M.two()") + record("testStarted", "M.one()")
      + record("testEnded", "M.one()") + record("testStarted", "M.two()")
      + record("testEnded", "M.two()")
    let result = try executor(swiftTesting: ["M.one()", "M.two()"], directory: scratch) {
      arguments in
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return ("", .exited(0))
    }.run()
    #expect(outcomes(result) == ["M.one()": .passed, "M.two()": .passed])
    #expect(result.counts.swiftTesting?.passed == 2)
  }

  /// The row is part of the crash, and an issue that a suite recorded is an error of the run.
  @Test func theRowOfACrashAndIssuesWithoutATest() throws {
    let started =
      record("testCaseStarted", "M.rows(n:)")
      .replacing("\"text\"}", with: "\"Test case passing 1 argument n → 2 to rows(n:) started.\"}")
    let text =
      declared("M.rows(n:)") + record("issueRecorded", "M.Suite", symbol: "fail")
      + record("testStarted", "M.rows(n:)") + started
    let result = try executor(swiftTesting: ["M.rows(n:)"], directory: scratch) { arguments in
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return ("", .signaled(4))
    }.run()
    #expect(outcomes(result) == ["M.rows(n:)": .crashed])
    #expect(result.crashes.first?.reason?.hasSuffix("\nrunning with n → 2") == true)
    #expect(result.tests.flatMap(\.issues) == [])
    #expect(result.diagnostics.map(\.message) == ["outside of a test: text"])
    #expect(result.problems == ["an issue was recorded outside of a test"])
  }

  /// The stream has no output and the console no modules; what two tests may have printed is nobody's.
  @Test func findsWhatEachTestPrinted() throws {
    let ids = ["M.one()", "M.two()", "M.A/same()", "M.B/same()"]
    let result = try executor(swiftTesting: ids, directory: scratch) { arguments in
      var text = ids.map(declared).joined()
      var console = ""
      for id in ids {
        let name = id.split { $0 == "." || $0 == "/" }.last ?? ""
        text += record("testStarted", id) + record("testEnded", id)
        console += "◇ Test \(name) started.\nprinted by \(id)\n"
        console += "✔ Test \(name) passed after 0.100 seconds.\n"
      }
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return (console, .exited(0))
    }.run()
    let outputs = result.tests.map { "\($0.id ?? ""): \($0.output)" }
    #expect(
      outputs.sorted() == [
        "M.A/same(): ", "M.B/same(): ", "M.one(): printed by M.one()\n",
        "M.two(): printed by M.two()\n",
      ], "\(outputs)")
  }

  @Test func runsSuspectsAloneUntilTheDeathNamesOne() throws {
    let ids = ["M.good()", "M.bad()", "M.late()"]
    let rounds = Rounds()
    var settings = TestSettings()
    settings.workers = 2
    let result = try executor(swiftTesting: ids, directory: scratch, settings: settings) {
      arguments in
      let round = rounds.begin()
      var text = ids.map(declared).joined()
      var ending = Termination.signaled(11)
      switch round {
      case 0:
        // Two were in flight: nobody can tell which one it was.
        #expect(!arguments.contains("--no-parallel"))
        #expect(arguments.suffix(2) == ["--experimental-maximum-parallelization-width", "2"])
        text += record("testStarted", "M.good()") + record("testStarted", "M.bad()")
      case 1:
        #expect(arguments.contains("--no-parallel"))
        #expect(arguments.filter { $0.hasPrefix("^M") } == ["^M\\.(?:good\\(\\)|bad\\(\\))"])
        text += record("testStarted", "M.good()") + record("testEnded", "M.good()")
        text += record("testStarted", "M.bad()")
      default:
        #expect(arguments.contains("^M\\.late\\(\\)"))
        text += record("testStarted", "M.late()") + record("testEnded", "M.late()")
        ending = .exited(0)
      }
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return ("", ending)
    }.run()
    #expect(outcomes(result) == ["M.good()": .passed, "M.bad()": .crashed, "M.late()": .passed])
    #expect(result.crashes.map(\.signal) == ["SIGSEGV"])
    #expect(result.crashes.map(\.test) == ["bad()"])
    #expect(result.isPartial)
    #expect(rounds.played == 3)
  }

  /// A process that died fails the run, though each of its tests passes by itself.
  @Test func aDeathThatNoTestCausesAloneIsAProblem() throws {
    let ids = ["M.one()", "M.two()"]
    let rounds = Rounds()
    var settings = TestSettings()
    settings.workers = 2
    let result = try executor(swiftTesting: ids, directory: scratch, settings: settings) {
      arguments in
      let isFirst = rounds.begin() == 0
      var text = ids.map(declared).joined()
      for id in ids {
        text += record("testStarted", id)
        if !isFirst { text += record("testEnded", id) }
      }
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return ("", isFirst ? .signaled(4) : .exited(0))
    }.run()
    #expect(outcomes(result) == ["M.one()": .passed, "M.two()": .passed])
    #expect(result.tests.allSatisfy { $0.interference == nil })
    #expect(result.crashes.map(\.signal) == ["SIGILL"])
    #expect(
      result.problems == [
        "the test process was killed by SIGILL while it ran 2 tests, and none of them kills it "
          + "alone: M.one(), M.two()"
      ])
  }

  /// A neighbour ends the process between a test's failed expectation and its end. Whatever the test
  /// does when it runs again, it has failed once.
  @Test(arguments: [
    (0, "testEnded pass", TestOutcome.failed, nil as Bool?, 1),
    (1, "testEnded pass", .passed, true, 2),
    (0, "testEnded fail", .failed, nil, 1),
    (0, "", .failed, nil, 1),
  ])
  func whatFailedBeforeTheProcessDiedHasFailed(
    retries: Int, again: String, outcome: TestOutcome, isFlaky: Bool?, attempts: Int
  ) throws {
    let ids = ["M.unsteady()", "M.bad()"]
    let rounds = Rounds()
    var settings = TestSettings()
    settings.workers = 2
    settings.retries = retries
    let result = try executor(swiftTesting: ids, directory: scratch, settings: settings) {
      arguments in
      let round = rounds.begin()
      var text = ids.map(declared).joined()
      var ending = Termination.signaled(11)
      if round == 0 {
        text += record("testStarted", "M.unsteady()") + record("testStarted", "M.bad()")
        text += record("issueRecorded", "M.unsteady()", symbol: "fail")
      } else if again.isEmpty {
        ending = .cancelled
      } else if round == 1 {
        let words = again.split(separator: " ").map(String.init)
        text += record("testStarted", "M.unsteady()")
        text += record(words[0], "M.unsteady()", symbol: words[1])
        text += record("testStarted", "M.bad()")
      } else {
        text += record("testStarted", "M.bad()")
      }
      try? text.write(toFile: stream(in: arguments), atomically: false, encoding: .utf8)
      return ("", ending)
    }.run()
    let test = try #require(result.tests.first { $0.id == "M.unsteady()" })
    #expect(test.outcome == outcome)
    #expect(test.isFlaky == isFlaky)
    #expect(test.runs.count == attempts)
    let issues = test.attempts?.first?.issues ?? test.issues
    #expect(issues.map(\.message) == (again.hasSuffix("fail") ? [] : ["text"]))
  }

  @Test func saysThatThereWasNoEventStream() throws {
    let result = try executor(swiftTesting: ["M.one()"], directory: scratch) { _ in
      ("", .exited(0))
    }.run()
    #expect(outcomes(result) == ["M.one()": .notRun])
    #expect(
      result.problems.first
        == "the test process wrote no event stream (No such file or directory)")
  }

  @Test func endsEvenWhenEveryProcessDiesAtOnce() throws {
    let result = try executor(swiftTesting: ["M.one()", "M.two()"], directory: scratch) { _ in
      ("", .signaled(9))
    }.run()
    #expect(outcomes(result) == ["M.one()": .notRun, "M.two()": .notRun])
    #expect(result.crashes.first?.signal == "SIGKILL")
  }
}
