import CIModel
import Testing

@testable import LogParsing

@Suite struct XcodeSummaryTests {
  @Test(arguments: [
    ("Failing tests:", LogEvent.listStarted(.failingTests)),
    ("Testing failed:", .listStarted(.reasons)),
    ("The following build commands failed:", .listStarted(.buildCommands)),
    ("Test session results, code coverage, and logs:", .listStarted(.other)),
    ("Resolved source packages:", .listStarted(.other)),
    ("Failing tests: none", nil),
    ("  Failing tests:", nil),
    ("Packages", nil),
  ])
  func headings(line: String, expected: LogEvent?) {
    #expect(event(line, by: XcodeList()) == expected)
  }

  @Test(arguments: [
    (
      "Run test suite X encountered an error (Exceeded max restart count of 2. (Underlying Error: Crash: App (65214) AppTests.example3()))",
      LogEvent.runnerFailed(
        reason:
          "Run test suite X encountered an error (Exceeded max restart count of 2. (Underlying Error: Crash: App (65214) AppTests.example3()))",
        crashed: "AppTests.example3()")
    ),
    (
      "2019-03-06 18:42:40.466 xcodebuild[9254:29845] Error Domain=IDETestOperationsObserverErrorDomain Code=6 \"Early unexpected exit\" UserInfo={NSLocalizedDescription=x}",
      .runnerFailed(reason: "Early unexpected exit", crashed: nil)
    ),
    ("Run test suite X", nil),
    ("Test target practice", nil),
    ("2019-03-06 18:42:40.466 xcodebuild[9254:29845] [MT] IDETestOperationsObserverDebug: x", nil),
  ])
  func runnerFailures(line: String, expected: LogEvent?) {
    #expect(event(line, by: XcodeRunnerFailure()) == expected)
  }

  private static let cancelled = "\tTesting cancelled because the build failed.\n"

  @Test(
    arguments: [
      // xcodebuild begins each with a capital letter and leaves the place out.
      (
        "", "\tCannot find 'x' in scope\n\tCannot find 'x' in scope\n" + cancelled,
        ["Cannot find 'x' in scope"]
      ),
      (
        "/p/A.swift:3:1: error: cannot find 'x' in scope\n",
        "\tCannot find 'x' in scope\n" + cancelled, ["cannot find 'x' in scope"]
      ),
      (
        "error: cannot\nerror: cannot find 'x' in scope\nerror: cannot load\n",
        "\tCannot find 'x'\n\tCannot load underlying module\n\tOther\n" + cancelled,
        ["cannot", "cannot find 'x' in scope", "cannot load", "Other"]
      ),
      (
        "error: cannot load\nerror: no\n",
        "\tCannot lo\n\tNo more\n\tCannot\n\tNot\n\tMay\n" + cancelled,
        ["cannot load", "no", "May"]
      ),
      (
        "",
        "\tCommand SwiftCompile failed with a nonzero exit code\n\tMissing module\n" + cancelled,
        ["Missing module"]
      ),
      ("", "\t/p/A.swift:3:1: error: cannot find 'x' in scope\n", ["cannot find 'x' in scope"]),
      ("", "\tApp (1) encountered an error (Early unexpected exit.)\n", []),
    ] as [(String, String, [String])])
  func buildErrorsOfTheList(head: String, list: String, errors: [String]) {
    let facts = read(head + "Testing failed:\n" + list + "\n** TEST FAILED **\n")
    #expect(facts.diagnostics.map(\.message) == errors)
    #expect(facts.diagnostics.allSatisfy { $0.severity == .error })
    #expect(facts.verdict == .failed)
    #expect(facts.reasons.contains { $0.hasPrefix("testing failed: Testing") } == false)
  }

  private static let passed = "Test case 'A.testB()' passed on 'iPhone' (0.1 seconds)\n"
  private static let failed = "Test case 'A.testB()' failed on 'iPhone' (0.1 seconds)\n"

  @Test(
    arguments: [
      (failed, "A.testB()", [], 1), (failed, "-[A testB]", [], 1), (failed, "Mod.A/testB()", [], 1),
      ("", "A.testB()", ["A.testB()"], 1), (failed, "A.testC()", ["A.testC()"], 2),
      (
        "Test Case '-[Mod.A testB]' started.\nTest Case '-[Mod.A testB]' failed (0.1 seconds).\n",
        "A.testB()", [], 1
      ),
      ("Test Case '-[Mod.A testB]' started.\n", "-[Mod.A testB]", [], 0),
      (
        "◇ Test run started.\n◇ Test \"a name\" started.\n✘ Test \"a name\" failed after 0.1 seconds with 1 issue.\n",
        "S.function()", [], 1
      ),
      (
        "◇ Test run started.\n◇ Test function() started.\n✘ Test function() failed after 0.1 seconds with 1 issue.\n",
        "S.function()", [], 1
      ),
    ] as [(String, String, [String], Int)])
  func listedTests(log: String, name: String, added: [String], failures: Int) {
    let facts = read(log + "Failing tests:\n\t\(name)\n\n** TEST FAILED **\n")
    let new = facts.tests.filter { $0.issues.contains { $0.message.hasPrefix("xcodebuild lists") } }
    #expect(new.map(\.name) == added)
    let counts = facts.counts
    #expect((counts.xctest?.failed ?? 0) + (counts.swiftTesting?.failed ?? 0) == failures)
    #expect(facts.verdict == .failed)
    #expect(facts.lines.unrecognized == 0)
  }

  /// The log begins after the tests, as with `-quiet`.
  @Test(
    arguments: [
      ("", ["-[A testB]"], 1), ("Failing tests:\n\tA.testB()\n", ["-[A testB]"], 1),
      ("Test Case '-[A testB]' started.\n", ["-[A testB]"], 1),
      ("Test Case '-[Mod.A testB]' started.\n", ["-[Mod.A testB]"], 1),
      (failed, ["A.testB()"], 0),
    ] as [(String, [String], Int)])
  func crashedTestsAreListed(log: String, names: [String], crashed: Int) {
    let restart =
      "Restarting after unexpected exit, crash, or test timeout in -[A testB]; summary will include x\n"
    let facts = read(log + restart + restart)
    #expect(facts.tests.map(\.name) == names)
    #expect(facts.tests.count { $0.outcome == .crashed } == crashed)
    #expect(!facts.reasons.contains("1 test started and never ended"))
    #expect(facts.counts == TestCounts(of: facts.tests))
  }

  @Test func aListedTestThatPassedIsAContradiction() {
    let facts = read(Self.passed + "Failing tests:\n\tA.testB()\n")
    #expect(
      facts.reasons == ["xcodebuild lists 'A.testB()' as failing, the log shows that it passed"])
    #expect(
      read(Self.failed + Self.passed + "Failing tests:\n\tA.testB()\n").reasons == ["1 test failed"]
    )
  }

  @Test func reasonsAreToldOnce() {
    let facts = read(
      """
      /p/A.swift:1:2: error: cannot find 'x' in scope
      Testing failed:
      \tcannot find 'x' in scope
      \tTesting cancelled because the build failed.
      """)
    #expect(facts.reasons == ["1 error"])
    #expect(facts.diagnostics.count == 1)
  }

  private static let script =
    #"PhaseScriptExecution MY\ PHASE /p/Script-1.sh (in target 'App' from project 'Demo')"#

  @Test(
    arguments: [
      (
        "Command PhaseScriptExecution failed with a nonzero exit code\n",
        [script, "Building project Demo with scheme App"],
        ["script phase 'MY PHASE' failed (target App)"]
      ),
      ("", [#"PhaseScriptExecution Run\ Script /p/1.sh"#], ["script phase 'Run Script' failed"]),
      ("", ["Building project Demo"], ["a build command failed: Building project Demo"]),
      ("", ["Ld /p/App normal"], ["a build command failed: Ld /p/App normal"]),
      (
        "Command CodeSign failed with a nonzero exit code\n", [script],
        [
          "Command CodeSign failed with a nonzero exit code",
          "script phase 'MY PHASE' failed (target App)",
        ]
      ),
      ("/p/A.swift:1:1: error: no\n", [script], ["1 error"]),
    ] as [(String, [String], [String])])
  func failedCommandsAreToldOnce(head: String, commands: [String], reasons: [String]) {
    let list = commands.map { "\t\($0)\n" }.joined()
    let end = "** BUILD FAILED **\n\n\nThe following build commands failed:\n"
    #expect(read(head + end + list + "(1 failure)\n").reasons == reasons)
  }

  @Test func otherRunners() {
    let spectre = read("57 passes 5 skipped, and 3 failures\n")
    #expect(spectre.counts.other == ForeignCounts(passed: 57, failed: 3, skipped: 5))
    #expect(spectre.reasons == ["3 tests failed"])
    #expect(read("1 passes and 0 failures\n").verdict == .passed)
    #expect(read("0 passes and 0 failures\n").verdict == .unknown)
    let imitated = read("Test Case 'A.testB' started at 2026\n3 passes and 1 failure\n")
    #expect(imitated.counts.other == nil)
  }

  @Test(arguments: [
    ("not ok 2 - Parser refuses", LogEvent.foreignTest(name: "Parser refuses", .failed)),
    ("ok 1 - Parser accepts", .foreignTest(name: "Parser accepts", .passed)),
    ("ok 3 - # skip later", .foreignTest(name: "later", .skipped)),
    ("1..3", .notice), ("ok then", nil), ("not okay", nil), ("3 passes", nil),
    ("3 passes and 2 tries", nil),
  ])
  func foreign(line: String, expected: LogEvent?) {
    #expect(event(line, by: ForeignRunner()) == expected)
  }
}
