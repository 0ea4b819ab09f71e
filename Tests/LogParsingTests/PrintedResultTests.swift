import CIModel
import Testing

@testable import LogParsing

/// Lines of other programs, and of the code under test, that look like the results of a runner.
struct PrintedResultTests {
  private static func suite(_ lines: String, executed: String, _ outcome: String = "passed")
    -> String
  {
    """
    Test Suite 'All tests' started at 2026-01-01 00:00:00.000
    \(lines)
    Test Suite 'All tests' \(outcome) at 2026-01-01 00:00:00.000
    \t Executed \(executed) (0 unexpected) in 0.1 (0.1) seconds

    """
  }

  private static let start = "Test Case 'A.testB' started at 2026-01-01 00:00:00.000\n"
  private static let skip = "/p/T.swift:8: A.testB : Test skipped - later\n"

  private static func end(_ outcome: String) -> String {
    "Test Case 'A.testB' \(outcome) (0.001 seconds)"
  }

  /// XCTest prints one end, so a test has printed the first of two.
  @Test(arguments: [
    ("passed", "skipped", TestOutcome.skipped), ("passed", "failed", .failed),
    ("skipped", "passed", .skipped), ("passed", "passed", .passed),
  ])
  func theLaterEndCounts(first: String, second: String, outcome: TestOutcome) {
    let facts = read(Self.start + Self.end(first) + "\n" + Self.skip + Self.end(second))
    #expect(facts.tests.map(\.outcome) == [outcome])
    #expect(facts.tests.first?.runs.count == 1)
    #expect(facts.counts.xctest?.passed == (outcome == .passed ? 1 : 0))
  }

  @Test(arguments: [
    ("passed", "1 test, with 0 failures", []),
    (
      "passed", "1 test, with 1 test skipped and 0 failures",
      ["XCTest counted 1 skipped test in suite 'All tests', the log shows 0"]
    ),
    ("skipped", "1 test, with 1 test skipped and 0 failures", []),
  ])
  func skippedTestsMustAgree(outcome: String, executed: String, reasons: [String]) {
    let facts = read(Self.suite(Self.start + Self.end(outcome), executed: executed))
    #expect(facts.reasons == reasons)
  }

  /// Only xcodebuild retries tests.
  @Test(arguments: [
    ("Command line invocation:\n    /usr/bin/xcodebuild test -scheme App\n\n", LogVerdict.passed),
    ("", .failed),
  ])
  func onlyXcodebuildRetries(call: String, verdict: LogVerdict) {
    let failed = Self.suite(
      Self.start + "/p/T.swift:6: error: A.testB : odd\n" + Self.end("failed"),
      executed: "1 test, with 1 failure", "failed")
    let passed = Self.suite(Self.start + Self.end("passed"), executed: "1 test, with 0 failures")
    let facts = read(call + failed + passed + "** TEST SUCCEEDED **\n")
    #expect(facts.verdict == verdict)
  }

  /// A plugin of the build prints the start of a test.
  @Test(arguments: [
    (Self.start, 1, LogVerdict.passed),
    ("\u{25C7} Test z() started.\n", 1, .failed),
    ("Test Suite 'A' started at 2026-01-01 00:00:00.000\n" + Self.start, 0, .failed),
  ])
  func aTestOutsideOfSuitesHidesNothing(start: String, warnings: Int, verdict: LogVerdict) {
    let facts = read(
      start + "/p/Sources/A.swift:7:29: warning: odd\n[5/17] Compiling Demo Demo.swift\n"
        + Self.end("passed") + "\n")
    #expect(facts.diagnostics.count == warnings)
    #expect(facts.verdict == verdict)
  }

  /// A message of the compiler holds the text of an attribute, with its line feeds.
  @Test func aTestInAMessageHidesNothing() {
    let facts = read(
      """
      [3/17] Compiling Demo A.swift
      /p/Sources/A.swift:3:1: warning: 'old()' is deprecated: so
      Test Suite 'A' started at 2026-01-01 00:00:00.000
      \(Self.start).
      /p/Sources/A.swift:7:29: warning: odd
      /p/Sources/A.swift:8:29: warning: even
      Build complete! (0.37s)

      """)
    #expect(facts.diagnostics.map(\.line) == [3, 7, 8])
  }

  /// Other tools count their tasks as well, and a build can fail before the tests of another one.
  @Test(arguments: ["[1/4] Resolving packages...\n", "[3/5] Building Swift object A.o\n"])
  func aTestAfterOtherTasksPrintsNoMessage(progress: String) {
    let printed = Self.start + "/p/A.swift:2:7: error: odd\n" + Self.end("passed")
    let facts = read(progress + Self.suite(printed, executed: "1 test, with 0 failures"))
    #expect(facts.diagnostics == [])
    #expect(facts.verdict == .passed)
  }

  /// The folders of a source file are named like other lines.
  @Test(arguments: [
    "/p/usr/bin/xcodebuild d",
    "/p/\u{2718} Test \"q\" recorded a known issue at b:1:1: recorded an issue c",
    "/p/\u{2718} Test q() recorded an issue at b:1:1: c",
  ])
  func aNameHidesNoMessage(path: String) {
    let facts = read("\(path).swift:2:7: warning: odd\n")
    let warning = facts.diagnostics.first { $0.severity == .warning }
    #expect(warning?.file == "\(path).swift")
    #expect(warning?.message == "odd")
  }

  /// The line feed between both is missing.
  @Test func aResultBehindAMessageCounts() {
    let printed = Self.start + "/p/A.swift:2:7: warning: odd" + Self.end("failed") + "."
    let facts = read(
      Self.suite(printed, executed: "1 test, with 1 failure", "failed"))
    #expect(facts.tests.map(\.outcome) == [.failed])
    #expect(facts.diagnostics == [])
    #expect(
      read("/p/A.swift:2:7: warning: odd" + Self.end("passed") + ".\n").diagnostics.count == 1)
  }

  /// An unfinished string of a terminal, with and without a control character behind it.
  @Test(arguments: ["]", "P", "X", "^", "_"], ["", "\u{1B}[0m", "\r"])
  func anUnfinishedSequenceHidesNothing(kind: String, end: String) {
    let facts = read(
      """
      \u{25C7} Test run started.
      \u{25C7} Test a() started.
      \u{1B}\(kind)\u{2718} Test a() failed after 0.002 seconds with 1 issue.\(end)
      \u{1B}]0;title\u{7}\u{2718} Test run with 1 test in 0 suites failed after 0.002 seconds with 1 issue.

      """)
    #expect(facts.counts.swiftTesting?.failed == 1)
    #expect(facts.tests.map(\.outcome) == [.failed])
  }

  /// While a test runs, its output can end in any line.
  @Test(arguments: [
    "half** TEST FAILED **", "halfmake: *** [test] Error 1",
    "half##[error]Process completed with exit code 1.",
  ])
  func failuresBehindOutput(line: String) {
    let passed = Self.start + Self.end("passed")
    let executed = "1 test, with 0 failures"
    #expect(read(Self.suite(passed, executed: executed) + line).verdict == .failed)
    let printed = Self.start + line + "\n" + Self.end("passed")
    #expect(read(Self.suite(printed, executed: executed)).verdict == .passed)
  }

  @Test func crashesAreBounded() {
    let errors = (0..<10_100).map { "A.swift:\($0 + 1): Fatal error: \($0)\n" }.joined()
    #expect(read(errors).crashes.count == 10_000)
    let failures = (0..<1_100).map {
      "Run test suite X encountered an error (Underlying Error: Crash: App (1) T\($0)())\n"
    }
    let facts = read(failures.joined())
    #expect(facts.verdict == .failed)
    #expect(facts.crashes.count <= 1_000)
  }
}
