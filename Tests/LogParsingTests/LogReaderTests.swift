import CIModel
import Testing

@testable import LogParsing

@Suite struct LogReaderTests {
  @Test func emptyLogIsUnknown() {
    let facts = read("")
    #expect(facts.verdict == .unknown)
    #expect(facts.lines == LineCounts(total: 0, unrecognized: 0))
    #expect(read("hello\n").lines == LineCounts(total: 1, unrecognized: 1))
  }

  @Test(arguments: [
    ("XCTAssertTrue failed - ", "XCTAssertTrue failed"),
    ("XCTAssertTrue failed -", "XCTAssertTrue failed"),
    ("XCTAssertTrue failed - why - ", "XCTAssertTrue failed - why"),
    ("XCTAssertTrue failed", "XCTAssertTrue failed"),
  ])
  func emptyMessageLeavesNoDash(printed: String, message: String) {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      /p/F.swift:3: error: A.testB : \(printed)
      Test Case 'A.testB' failed (0.25 seconds)
      """)
    #expect(facts.tests.first?.issues.map(\.message) == [message])
  }

  @Test func issuesBeyondAThousandAreCounted() {
    let failure = "/p/F.swift:3: error: A.testB : XCTAssertTrue failed\n"
    let facts = read(
      "Test Case 'A.testB' started at 2026-01-01 00:00:00.000\n"
        + String(repeating: failure, count: 1002) + "Test Case 'A.testB' failed (0.25 seconds)\n")
    let issues = facts.tests.first?.issues ?? []
    #expect(issues.count == 1001)
    #expect(issues.last == TestIssue("2 more issues are not listed", severity: .note))
    #expect(facts.counts.xctest == XCTestCounts(failed: 1))
  }

  /// A value of many lines stands in the message alone; a lone quote leaves most of what follows to the output.
  @Test(arguments: [
    (#"Expectation failed: (text → "line"#, false), (#"Issue recorded: 5" of"#, true),
  ])
  func valuesOfManyLinesAreNoOutput(message: String, isOutput: Bool) {
    let value = (0..<800).map { "line \($0)\n" }.joined()
    let facts = read(
      """
      ◇ Test long() started.
      ✘ Test long() recorded an issue at T.swift:3:5: \(message)
      \(value)end") == (other → "line")
      ✘ Test long() failed after 0.001 seconds with 1 issue.

      """)
    #expect(facts.tests.first?.output.isEmpty == !isOutput)
    #expect(facts.tests.first?.issues.first?.message.hasSuffix(#"(other → "line")"#) == !isOutput)
  }

  /// Xcode 9 printed the activities of a test late.
  @Test func lateActivityTellsWhyTheTestFailed() {
    let activity = "    t =    15.52s         Assertion Failure: UI.m:57: No matches found\n"
    let facts = read(
      "Test Case '-[UI testA]' started.\nTest Case '-[UI testA]' failed (15.769 seconds).\n"
        + activity + "Test Suite 'UI' failed at 2018-05-17 07:08:09.782.\n" + activity)
    #expect(facts.tests.first?.issues == [TestIssue("No matches found", file: "UI.m", line: 57)])
    #expect(facts.reasons == ["1 test failed"])
  }

  @Test func imitatedResultIsOutput() {
    let facts = read(
      """
      Test Suite 'A' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      Test Case 'A.testGhost' passed (0.5 seconds)
      ✔ Test ghost() passed after 0.001 seconds.
      /p/F.swift:1:2: error: not a real error
      Test Case 'A.testB' passed (0.25 seconds)
      Test Suite 'A' passed at 2026-01-01 00:00:00.000
      """)
    #expect(facts.counts.xctest == XCTestCounts(passed: 1))
    #expect(facts.counts.swiftTesting == nil)
    #expect(facts.diagnostics.isEmpty)
    #expect(facts.verdict == .passed)
    #expect(facts.tests.map(\.name) == ["A.testB"])
    #expect(facts.tests.first?.output.split(separator: "\n").count == 3)
  }

  @Test func imitatedRunsAreOutput() {
    let facts = read(
      """
      Test Suite 'All tests' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      Test Suite 'Ghost' started at 2026-01-01 00:00:00.000
      Test Suite 'All tests' failed at 2026-01-01 00:00:00.000
      Test case 'Ghost.test()' failed on 'iPhone' (0.1 seconds)
      ◇ Test ghost() started.
      ➜ Test ghost() skipped.
      ✘ Test run with 9 tests failed after 0.1 seconds with 1 issue.
      Test Case 'A.testB' passed (0.25 seconds)
      Test Suite 'All tests' passed at 2026-01-01 00:00:00.000
      \t Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds
      """)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(passed: 1)))
    #expect(facts.verdict == .passed, "\(facts.reasons)")
  }

  /// Another thread printed it before the report of the crash was done.
  @Test(arguments: [
    "*** Signal 4: Backtracing from 0x7fba01d6df7f...",
    "*** Signal 4: Backtracing from 0x7fba01d6df7f... done ***",
    "\u{1F4A3} Program crashed: Signal 4: Backtracing from 0xefaea1...",
  ])
  func aLineBehindASignalCounts(signal: String) {
    let facts = read(
      """
      \u{25C7} Test run started.
      \u{25C7} Test ends() started.
      \u{25C7} Test fails() started.
      \u{25C7} Test dies() started.
      \(signal)\u{2714} Test ends() passed after 0.003 seconds.
      \u{2718} Test fails() recorded an issue at A.swift:1:2: Expectation failed: a == b
      \u{2718} Test fails() failed after 0.004 seconds with 1 issue.
       done ***
      """)
    #expect(
      facts.counts.swiftTesting
        == SwiftTestingCounts(passed: 1, failed: 1, unfinished: 1, issues: 1))
    #expect(facts.crashes.map(\.signal) == ["SIGILL"])
    #expect(facts.crashes.map(\.test) == ["dies()"])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func anIssueBehindASignalCounts() {
    let facts = read(
      """
      \u{25C7} Test run started.
      \u{25C7} Test fails() started.
      \u{25C7} Test dies() started.
      *** Signal 4: Backtracing from 0x7fba01d6df7f...\u{2718} Test fails() recorded an issue at A.swift:1:2: Expectation failed: a == b
      """)
    #expect(facts.tests.first?.issues.map(\.line) == [1])
    #expect(facts.crashes.count == 1)
  }

  /// Windows' console and some services put an empty line behind each.
  @Test func linesApartAreKnown() {
    let facts = read(
      """
      \u{25C7} Test run started.

      \u{21B3} Testing Library Version: 6.2-dev (6bc562dc3baa219)

      \u{21B3} Target Platform: x86_64-unknown-linux-gnu

      \u{2714} Test run with 0 tests in 0 suites passed after 0.001 seconds.
      """)
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func aMakefileThatGaveUpFails() {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' passed (0.25 seconds)
      make: *** [Makefile:37: test-fast] Error 1
      """)
    #expect(facts.verdict == .failed)
  }

  @Test func startWithoutEndIsUnfinished() {
    let facts = read("Test Case 'A.testB' started at 2026-01-01 00:00:00.000\n")
    #expect(facts.counts.xctest == XCTestCounts(unfinished: 1))
    #expect(facts.verdict == .failed)
    #expect(facts.crashes.isEmpty)
  }

  /// Captured from Swift 6.3: of suites, of tests that never started, of a task that outlived its test.
  @Test(arguments: [
    (
      "\u{2718} Suite PreparedSuite recorded an issue: Caught error: no database at localhost",
      "suite PreparedSuite: Caught error: no database at localhost"
    ),
    (
      "\u{2718} Suite \"a suite\" recorded an issue at A.swift:16:2: Caught error: no",
      "A.swift:16 suite a suite: Caught error: no"
    ),
    (
      "\u{2718} Test rows(n:) recorded an issue with 1 argument : Caught error: ArgsError()",
      "test rows(n:): Caught error: ArgsError()"
    ),
    (
      "\u{2718} Test «unknown» recorded an issue at A.swift:7:13: Expectation failed: Bool(false)",
      "A.swift:7 outside of a test: Expectation failed: Bool(false)"
    ),
  ])
  func issuesWithoutARunningTestAreErrors(line: String, error: String) {
    let facts = read(
      """
      \u{25C7} Test run started.
      \u{25C7} Test other() started.
      \(line)
      \u{21B3} because
      \u{2714} Test other() passed after 0.003 seconds.
      \u{2718} Test run with 1 test failed after 0.004 seconds with 1 issue.
      """)
    let found = facts.diagnostics.first
    let place = found?.file.map { "\($0):\(found?.line ?? 0) " } ?? ""
    #expect(place + (found?.message ?? "") == error)
    #expect(facts.diagnostics.first?.notes == ["because"])
    #expect(facts.reasons == ["1 error"])
    #expect(facts.lines.unrecognized == 0)
  }

  /// A crash ends the whole process, and its other tests run again in the next one.
  @Test func whatRanAgainEnded() {
    let facts = read(
      """
      \u{25C7} Test run started.
      \u{25C7} Test stays() started.
      \u{25C7} Test dies() started.
      A.swift:3: Fatal error: no
      *** Signal 4: Backtracing from 0x7fba01d6df7f...
      \u{25C7} Test run started.
      \u{25C7} Test stays() started.
      \u{2714} Test stays() passed after 0.003 seconds.
      \u{2714} Test run with 1 test passed after 0.004 seconds.
      """)
    #expect(facts.verdict == .failed)
    #expect(facts.reasons == ["1 test was cut off and started again", "1 crash"])
  }

  @Test func everyRunCounts() {
    let facts = read(
      """
      Test Case '-[M.A testB]' started.
      Test Case '-[M.A testB]' failed (0.250 seconds).
      Test Case '-[M.A testB]' started.
      Test Case '-[M.A testB]' passed (0.500 seconds).
      """)
    #expect(facts.counts.xctest == XCTestCounts(passed: 1, failed: 1))
    #expect(facts.tests.count == 1)
    #expect(facts.tests.first?.runs.map(\.outcome) == [.failed, .passed])
    #expect(facts.tests.first?.outcome == .passed)
    #expect(facts.tests.first?.id == "M.A/testB")
    #expect(facts.tests.first?.durationSeconds == 0.5)
    #expect(facts.verdict == .failed)
  }

  @Test func deviceLinesNeedNoStart() {
    let facts = read(
      """
      Test case 'A.testB()' passed on 'iPhone' (0.1 seconds)
      Test case 'A.testB()' passed on 'iPad' (0.2 seconds)
      Test case 'S/c()' failed on 'iPhone' (0.2 seconds)
      """)
    #expect(facts.counts.xctest == XCTestCounts(passed: 2))
    #expect(facts.counts.swiftTesting == SwiftTestingCounts(failed: 1))
    #expect(facts.tests.count == 2)
  }

  @Test func totalsMustAgree() {
    func log(_ count: Int) -> String {
      """
      Test Suite 'All tests' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' passed (0.25 seconds)
      Test Suite 'All tests' passed at 2026-01-01 00:00:00.000
      \t Executed \(count) tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds
      """
    }
    #expect(read(log(1)).verdict == .passed)
    #expect(read(log(2)).verdict == .failed)
    #expect(
      read(log(2)).reasons == ["XCTest counted 2 tests in suite 'All tests', the log shows 1"])
    let swift = "◇ Test run started.\n◇ Test a() started.\n✔ Test a() passed after 0.1 seconds.\n"
    #expect(
      read(swift + "✔ Test run with 1 test in 0 suites passed after 0.1 seconds.").verdict
        == .passed)
    #expect(
      read(swift + "✔ Test run with 2 tests in 0 suites passed after 0.1 seconds.").verdict
        == .failed)
    #expect(read(swift).verdict == .failed)
  }

  @Test(arguments: [
    ("✔ Suite S passed after 0.1 seconds.\n✔ Suite S passed after 0.1 seconds.", nil),
    (
      "✔ Suite S passed after 0.1 seconds.\n✘ Suite S failed after 0.1 seconds with 1 issue.",
      "a suite failed, and the log does not show which of its tests did"
    ),
    ("✔ Suite S passed after 0.1 seconds.", "suite 'S' started and never ended"),
    ("half a line✔ Suite S passed after 0.1 seconds.\n✔ Suite S passed after 0.1 seconds.", nil),
    (
      "◇ Suite T started.\n✔ Suite S passed after 0.1 seconds.",
      "2 suites started and never ended, such as 'S'"
    ),
  ])
  func suitesOfSwiftTestingEnd(ends: String, reason: String?) {
    let facts = read(
      """
      ◇ Test run started.
      ◇ Suite S started.
      ◇ Suite S started.
      ◇ Test a() started.
      ✔ Test a() passed after 0.1 seconds.
      \(ends)
      ✔ Test run with 1 test in 2 suites passed after 0.1 seconds.
      """)
    #expect(facts.reasons == (reason.map { [$0] } ?? []))
    #expect(facts.verdict == (reason == nil ? .passed : .failed))
  }

  @Test func noTestIsUnknown() {
    let facts = read(
      """
      Build complete! (0.1s)
      Test Suite 'All tests' started at 2026-01-01 00:00:00.000
      Test Suite 'All tests' passed at 2026-01-01 00:00:00.000
      \t Executed 0 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds
      """)
    #expect(facts.verdict == .unknown)
    #expect(facts.reasons == ["no test was run"])
    #expect(read("Build complete! (0.1s)\n").verdict == .passed)
  }

  @Test func sameNameInTwoSuites() {
    let facts = read(
      """
      ◇ Test run started.
      ◇ Test same() started.
      ◇ Test same() started.
      ✘ Test same() recorded an issue at A.swift:1:2: Expectation failed: false
      ✔ Test same() passed after 0.1 seconds.
      ✘ Test same() failed after 0.2 seconds with 1 issue.
      ✘ Test run with 2 tests in 2 suites failed after 0.2 seconds with 1 issue.
      """)
    #expect(facts.counts.swiftTesting == SwiftTestingCounts(passed: 1, failed: 1, issues: 1))
    #expect(facts.tests.map(\.outcome) == [.failed, .passed])
    #expect(facts.tests.map(\.issues.count) == [1, 0])
    #expect(facts.reasons == ["1 test failed"])
  }

  @Test func issueTextGoesOn() {
    let facts = read(
      """
      ◇ Test run started.
      ◇ Test p(_:) started.
      ✘ Test p(_:) recorded an issue with 1 argument s → "a
      b" at A.swift:3:4: Expectation failed: s.isEmpty
      ↳ first
        second
      ✘ Test p(_:) with 1 test case failed after 0.2 seconds with 1 issue.
      ✘ Test run with 1 test in 0 suites failed after 0.2 seconds with 1 issue.
      """)
    #expect(
      facts.tests.first?.issues == [
        TestIssue(
          "Expectation failed: s.isEmpty\nfirst\nsecond", file: "A.swift", line: 3, column: 4,
          arguments: "s → \"a\nb\"")
      ])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func diagnosticsAreUnique() {
    let header = "/r/Sources/A.swift:6:10: error: no member\n"
    let excerpt = " 5 | \n 6 | x\n   |  `- error: no member\n 7 | \n\n"
    let facts = read(header + excerpt + header + excerpt + "error: fatalError\n", root: "/r/")
    var expected = Diagnostic(
      .error, "no member", file: "Sources/A.swift", line: 6, column: 10, count: 2)
    expected.excerpt = "x"
    #expect(facts.diagnostics == [expected])
    #expect(facts.verdict == .failed)
    #expect(facts.lines.unrecognized == 0)
  }

  /// As swiftc 6.3.1 prints them, and versions before 6, whose notes have places of their own.
  @Test(arguments: [
    """
     2 | func f() {
     3 |   let s = S()
       |   `- note: change 'let' to 'var' to make it mutable
     4 |   s.go()
       |     |- error: cannot use mutating member
       |     `- note: or leave it out
     5 |   var unused = 3
    """,
    """
      s.go()
      ~ ^
    /r/A.swift:3:3: note: change 'let' to 'var' to make it mutable
      let s = S()
      ^~~
      var
    /r/A.swift:4:5: note: or leave it out
      s.go()
        ^
    """,
  ])
  func notesBelongToTheirError(below: String) {
    let error = "/r/A.swift:4:5: error: cannot use mutating member\n\(below)\n\n"
    // The build says it twice; a note that follows something else is none of this error's.
    let facts = read(
      error + error + "[3/4] Compiling A\n/r/A.swift:9:1: note: elsewhere\n", root: "/r")
    #expect(
      facts.diagnostics.first?.notes == [
        "change 'let' to 'var' to make it mutable (line 3)", "or leave it out",
      ])
    #expect(facts.diagnostics.first?.excerpt == "  s.go()")
    #expect(facts.lines.unrecognized == 0)
  }

  /// Swift Testing 6.3 prints line feeds of arguments as they are.
  @Test func argumentsWithLineFeedsAreNoOutput() {
    let test = read(
      """
      ◇ Test table(s:n:) started.
      ◇ Test case passing 2 arguments s → "c
      d", n → 1 to table(s:n:) started.
      printed
      ✘ Test table(s:n:) recorded an issue with 2 arguments s → "c
      d", n → 1 at K.swift:13:68: Expectation failed: (n == 1 → false)
      ✘ Test table(s:n:) with 2 test cases failed after 0.001 seconds with 1 issue.

      """
    ).tests[0]
    #expect(test.output == "printed\n")
    #expect(test.issues.map(\.message) == ["Expectation failed: (n == 1 → false)"])
  }

  @Test(arguments: [
    (
      "warning: 'kit': found 2 file(s) which are unhandled; explicitly declare them as resources or "
        + "exclude from the target\n    /p/Sources/A/a.md\n    /p/Sources/A/b b.md\nA line\n",
      ["Sources/A/a.md", "Sources/A/b b.md"]
    ),
    (
      "/p/Tests/LinuxMain.swift:6:10: error: module 'KitTests' has no member named '__allTests'\n",
      [
        "delete this file, or build with `--enable-test-discovery`: SwiftPM finds the tests itself"
      ]
    ),
  ])
  func notesSayWhatToDo(log: String, notes: [String]) {
    #expect(read(log, root: "/p").diagnostics.map(\.notes) == [notes])
  }

  /// Of swift-service-context and swift-custom-dump, where the packages themselves have no warning.
  @Test(arguments: [
    (
      "warning: 'kit': found 1 file(s) which are unhandled; explicitly declare them as resources or "
        + "exclude from the target\n    /p/.build/checkouts/kit/Sources/Kit/CMakeLists.txt\n",
      Severity.note
    ),
    (
      "warning: 'kit': found 2 file(s) which are unhandled; explicitly declare them as resources or "
        + "exclude from the target\n    /p/.build/checkouts/kit/a.txt\n    /p/Sources/b.txt\n",
      .warning
    ),
    (
      "warning: 'kit': found 1 file(s) which are unhandled; explicitly declare them as resources or "
        + "exclude from the target\n    /p/Sources/Kit/SourcePackages/checkouts/a.txt\n", .warning
    ),
    (
      "warning: 'kit': found 2 file(s) which are unhandled; explicitly declare them as resources or "
        + "exclude from the target\n    /p/DerivedData/A/SourcePackages/checkouts/kit/a.txt\n"
        + "    /p/SourcePackages/checkouts/kit/b.txt\n", .note
    ),
    (
      "warning: 'kit': skipping cache due to an error: Failed to clone repository https://x.example/kit:\n",
      .note
    ),
    ("warning: 'kit': the target 'A' has no sources\n", .warning),
  ])
  func warningsOfNobodyAreNotes(log: String, severity: Severity) {
    #expect(read(log, root: "/p").diagnostics.map(\.severity) == [severity])
  }

  /// swiftc 6.2 prints the candidates of an ambiguous name as notes of their own, with a blank line between.
  @Test func notesInOtherFilesNameThem() {
    let facts = read(
      """
      /r/Tests/T.swift:14:58: error: 'Expression' is ambiguous for type lookup in this context
      14 |   func make() -> Expression {
         |                  `- error: 'Expression' is ambiguous for type lookup in this context

      /r/Sources/Expression.swift:7:17: note: found this candidate
       7 | public protocol Expression {
         |                 `- note: found this candidate

      FoundationEssentials.Expression:2:15: note: found this candidate
      2 | public struct Expression<each Input, Output> : Sendable {
        |               `- note: found this candidate

      """, root: "/r")
    #expect(
      facts.diagnostics.first?.notes == [
        "found this candidate (Sources/Expression.swift:7)",
        "found this candidate (FoundationEssentials.Expression:2)",
      ])
    #expect(facts.diagnostics.count == 1)
  }

  /// What says no more than the errors and tests that are listed is left out.
  @Test(arguments: [
    ("/r/A.m:3:5: error: expected ';'\n** TEST FAILED **\n", ["1 error"]),
    ("** TEST FAILED **\n", ["the log says that the tests failed, and does not show why"]),
    ("** BUILD FAILED **\n", ["the log says that the build failed, and does not show why"]),
  ])
  func theWordFailedIsAReasonOnlyWithoutAnother(text: String, reasons: [String]) {
    let facts = read(text, root: "/r")
    #expect(facts.reasons == reasons)
    #expect(facts.verdict == .failed)
  }

  /// A test that fails in two runs is one failed test.
  @Test func testsThatFailAgainCountOnce() {
    let run =
      "Test Case 'A.testB' started at 2026-11-20 10:00:00.000\n"
      + "/r/T.swift:1: error: A.testB : odd\nTest Case 'A.testB' failed (0.1 seconds)\n"
    let facts = read(run + run + run.replacing("testB", with: "testC"), root: "/r")
    #expect(facts.counts.xctest?.failed == 3)
    #expect(facts.reasons == ["2 tests failed"])
  }

  /// `xcodebuild test -retry-tests-on-failure`
  @Test(arguments: [
    ("passed", "** TEST SUCCEEDED **", LogVerdict.passed, []),
    ("passed", "** TEST FAILED **", .failed, ["1 test failed"]),
    ("passed", "", .failed, ["1 test failed"]),
    ("failed", "** TEST SUCCEEDED **", .failed, ["1 test failed"]),
  ])
  func retriedTests(outcome: String, end: String, verdict: LogVerdict, reasons: [String]) {
    let facts = read(
      """
      Command line invocation:
          /usr/bin/xcodebuild test -scheme App -retry-tests-on-failure

      Test Suite 'A' started at 2026-11-20 23:31:18.868.
      Test Case '-[M.A testOne]' started (Iteration 1 of 3).
      /p/T.swift:6: error: -[M.A testOne] : odd
      Test Case '-[M.A testOne]' failed (0.100 seconds).
      Test Case '-[M.A testOne]' started (Iteration 2 of 3).
      Test Case '-[M.A testOne]' \(outcome) (0.200 seconds).
      Test Suite 'A' failed at 2026-11-20 23:31:19.868.
      \t Executed 2 tests, with 1 failure (0 unexpected) in 0.300 (0.301) seconds

      \(end)
      """, root: "/p")
    #expect(facts.verdict == verdict)
    #expect(facts.reasons == reasons)
  }

  /// People wrote the line that uses the macro.
  @Test(arguments: [Severity.error, .warning])
  func messagesInMacrosAreWhereTheyAreUsed(severity: Severity) {
    func error(_ line: Int) -> String {
      """
      macro expansion #require:2:6: \(severity): cannot use mutating member on immutable value: '$0' is immutable
      `- /r/Tests/T.swift:\(line):59: note: expanded code originates here
      4 |   var begun: [String: Int] = [:]
      \(line) |   let start = try #require(begun.removeValue(forKey: "x"))
        |                   `- note: in expansion of macro 'require' here
        +--- macro expansion #require ----------------------------------------
        |1 | Testing.__checkFunctionCall(begun.self,calling: {
        |2 |   $0.removeValue(forKey: $1)
        |  |      `- \(severity): cannot use mutating member on immutable value: '$0' is immutable
        +---------------------------------------------------------------------
      7 | }


      """
    }
    // The compiler says the first one twice.
    let facts = read(error(5) + error(9) + error(5), root: "/r")
    #expect(facts.diagnostics.map(\.line) == [5, 9])
    #expect(facts.diagnostics.map(\.count) == [2, 1])
    #expect(facts.diagnostics.allSatisfy { $0.file == "Tests/T.swift" && $0.column == nil })
    #expect(
      facts.diagnostics.first?.message
        == "cannot use mutating member on immutable value: '$0' is immutable "
        + "(in the expansion of #require)")
    let excerpt = #"  let start = try #require(begun.removeValue(forKey: "x"))"#
    #expect(facts.diagnostics.first?.excerpt == (severity == .error ? excerpt : nil))
    #expect(facts.lines.unrecognized == 0)
  }

  /// A call in an argument of a macro is compiled twice.
  @Test func aMessageAboutALineAndItsExpansionIsOne() {
    let both = """
      macro expansion #expect:1:53: warning: 'm' is deprecated: use n [#DeprecatedDeclaration]
      `- /r/Tests/T.swift:5:58: note: expanded code originates here
      5 |   #expect(a.m)

      /r/Tests/T.swift:5:15: warning: 'm' is deprecated: use n [#DeprecatedDeclaration]
      5 |   #expect(a.m)
        |             `- warning: 'm' is deprecated: use n


      """
    let facts = read(both + both, root: "/r")
    var expected = Diagnostic(
      .warning, "'m' is deprecated: use n", file: "Tests/T.swift", line: 5, column: 15,
      group: "DeprecatedDeclaration")
    expected.count = facts.diagnostics.first?.count ?? 0
    #expect(facts.diagnostics == [expected])
  }

  /// Of clang, and of swiftc before 6: the line stands there without its number.
  @Test func excerptsWithoutNumbers() {
    let facts = read(
      "/r/A.m:3:5: error: expected ';'\n    int x = 1\n            ^\n            ;\n", root: "/r")
    #expect(facts.diagnostics.map(\.excerpt) == ["    int x = 1"])
  }

  /// SwiftPM says of a manifest that does not compile how it was compiled, and in the end a number.
  @Test func aBrokenManifestIsOneError() {
    let once =
      """
      error: 'broken': Invalid manifest (compiled with: ["/opt/swift/usr/bin/swiftc", "-I", "/x"])
      /r/Package.swift:3:38: error: expected ',' separator
      3 | let package = Package(name: "Broken" targets: [])
        |                                      `- error: expected ',' separator


      """
    let facts = read(once + once + "error: ExitCode(rawValue: 1)\n", root: "/r")
    #expect(facts.diagnostics.map(\.message) == ["expected ',' separator"])
    #expect(facts.verdict == .failed)
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func warningsAreChargedToTheOnlyTestInFlight() {
    let warning = "<Error>: CGContextFill: invalid context 0x0.\n"
    let alone = read(
      "Test Case 'A.testB' started at 2026\n\(warning)Test Case 'A.testB' passed (0.1 seconds)\n")
    #expect(alone.runtimeWarnings.first?.tests == ["A.testB"])
    let two = read("◇ Test run started.\n◇ Test a() started.\n◇ Test b() started.\n" + warning)
    #expect(two.runtimeWarnings.first?.tests == [])
    #expect(two.runtimeWarnings.first?.count == 1)
  }

  @Test func customWarnings() {
    let custom = WarningPolicy.Custom(
      id: "leak", pattern: #"LEAK: (\w+) at 0x[0-9a-f]+"#, limit: .init())
    let facts = read(
      "LEAK: Foo at 0x10\nLEAK: Foo at 0x20\nno leak\n", custom: [custom])
    #expect(
      facts.runtimeWarnings == [
        RuntimeWarning(
          category: "leak", count: 2, tests: [],
          shapes: [.init(shape: "LEAK: Foo at", count: 2, identifiers: ["Foo"])])
      ])
    #expect(facts.lines.unrecognized == 1)
    let broken = read("", custom: [.init(id: "bad", pattern: "(", limit: .init())])
    #expect(
      broken.reasons == [
        "the pattern of warning 'bad' is not a regular expression: '(' has no ')' at character 1"
      ])
  }

  @Test func customWarningsNamePlaceAndMessage() {
    let custom = WarningPolicy.Custom(
      id: "leak", pattern: #"(?<file>[^:]+):(?<line>\d+): LEAK (?<message>.*)"#, limit: .init())
    let facts = read(
      """
      Test Case 'A.testB' started at 2026
      /r/Sources/A.swift:12: LEAK 3 nodes of Tree
      /r/Sources/B.swift:9: LEAK 4 nodes of Tree
      Test Case 'A.testB' passed (0.1 seconds)
      """, root: "/r", custom: [custom])
    #expect(
      facts.runtimeWarnings.first?.shapes == [
        .init(
          shape: "# nodes of Tree", count: 2, identifiers: [], file: "Sources/A.swift", line: 12,
          message: "3 nodes of Tree", tests: [.init(name: "A.testB", count: 2)])
      ])
  }

  /// Output without a line break precedes the path of a failure in its line.
  @Test(arguments: ["10%", "3/4 done: ", ".../", "\u{0}"])
  func outputBeforeAFailure(printed: String) throws {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      \(printed)/r d/Tests/A.swift:7: error: A.testB : failed - no
      Test Case 'A.testB' failed (0.1 seconds)
      """, root: "/r d")
    let test = try #require(facts.tests.first)
    #expect(test.issues.map(\.file) == ["Tests/A.swift"])
    #expect(test.issues.map(\.line) == [7])
    #expect(printed == "\u{0}" || test.output.contains(printed.trimmingPrefix(" ")))
  }

  @Test func survivedCrashIsText() {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      A/B.swift:1: Fatal error: only printed
      Test Case 'A.testB' passed (0.25 seconds)
      """)
    #expect(facts.crashes.isEmpty)
    #expect(facts.verdict == .passed)
  }

  @Test func silentSuccessOfParallelRun() {
    #expect(read("[1/2] Testing M.A/a\n[2/2] Testing M.A/b\n").verdict == .passed)
    #expect(read("[1/2] Testing M.A/a\n").verdict == .failed)
  }

  /// Whose a line is can be told only while nothing else runs.
  @Test func outputOfSwiftTestingIsThatOfTheOnlyTest() {
    let facts = read(
      """
      ◇ Test run started.
      before
      ◇ Test a() started.
      a alone
      ◇ Test b() started.
      a or b
      ✔ Test a() passed after 0.100 seconds.
      b alone

      b again
      ✘ Test b() recorded an issue at T.swift:3:1: Expectation failed: false
      ✘ Test b() failed after 0.200 seconds with 1 issue.
      between
      ◇ Test a() started.
      the other a
      ✔ Test a() passed after 0.100 seconds.
      ✘ Test run with 3 tests in 0 suites failed after 0.300 seconds with 1 issue.
      after

      """)
    #expect(facts.tests.map(\.name) == ["a()", "b()", "a()"])
    #expect(facts.tests.map(\.output) == ["a alone\n", "b alone\n\nb again\n", "the other a\n"])
  }

  /// Tests that run at once were announced at once, so their times are mostly those of others.
  @Test func timesOfTestsThatRanAtOnceAreNotKnown() {
    let facts = read(
      """
      ◇ Test run started.
      ◇ Test a() started.
      ◇ Test b() started.
      ◇ Test c() started.
      ✔ Test a() passed after 0.900 seconds.
      ✔ Test b() passed after 1.900 seconds.
      ✔ Test c() passed after 2.900 seconds.
      ◇ Test d() started.
      ✔ Test d() passed after 0.100 seconds.
      ✔ Test run with 4 tests in 0 suites passed after 3.000 seconds.
      ◇ Test run started.
      ◇ Test a() started.
      ✔ Test a() passed after 0.200 seconds.

      """)
    #expect(facts.tests.map(\.durationSeconds) == [0.2, nil, nil, 0.1])
    #expect(facts.tests.first?.runs.map(\.durationSeconds) == [nil, 0.2])
  }

  @Test func outputIsCut() throws {
    let noise = String(repeating: "0123456789abcdef\n", count: 10_000)
    let facts = read(
      "Test Case 'A.testB' started at 2026\n\(noise)the end\nTest Case 'A.testB' passed (0.1 seconds)\n"
    )
    let output = try #require(facts.tests.first?.output)
    #expect(output.utf8.count < 66_000)
    #expect(output.contains("\n[103 KiB of output left out]\n0123456789abcdef\n"))
    #expect(output.hasSuffix("\n0123456789abcdef\nthe end\n"))
  }

  /// Of two tests that run at once, a failure is that of the one that it names.
  @Test func aFailureNamesAnOpenTest() {
    let facts = read(
      """
      Test Case '-[M.A testOne]' started.
      Test Case '-[M.B testTwo]' started.
      /p/F.swift:3: error: -[M.A testOne] : XCTAssertTrue failed
      /p/F.swift:4: error: -[M.B testTwo] : XCTAssertTrue failed
      Test Case '-[M.B testTwo]' failed (0.25 seconds).
      Test Case '-[M.A testOne]' failed (0.25 seconds).
      """)
    #expect(facts.tests.map { $0.issues.map(\.line) } == [[3], [4]])
  }

  @Test func endBehindLongOutputIsFound() {
    let noise = String(repeating: "x", count: 200_000)
    let facts = read(
      "Test Case 'A.testB' started at 2026\n\(noise)Test Case 'A.testB' passed (0.1 seconds)\n")
    #expect(facts.counts.xctest == XCTestCounts(passed: 1))
  }
}
