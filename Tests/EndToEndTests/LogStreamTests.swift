import Foundation
import TestSupport
import Testing

/// What `devtool log` shows while a log comes, what it runs itself, and where it writes.
@Suite(.blocking) struct LogStreamTests {
  private static let log = """
    Building for debugging...
    [1/3] Compiling Demo Demo.swift
    /p/Demo.swift:6:33: warning: 'oldAdd' is deprecated: use add [#DeprecatedDeclaration]
    /p/Demo.swift:6:33: warning: 'oldAdd' is deprecated: use add [#DeprecatedDeclaration]
    Build complete! (2.50s)
    Test Suite 'All tests' started at 2026-01-02 03:04:05.000
    Test Case 'A.testOne' started at 2026-01-02 03:04:05.000
    what the test says
    Test Case 'A.testNever' failed (9.0 seconds)
    Test Case 'A.testOne' passed (1.5 seconds)
    Test Case 'A.testSkip' started at 2026-01-02 03:04:05.000
    /p/A.swift:8: A.testSkip : Test skipped - not today
    Test Case 'A.testSkip' skipped (0.0 seconds)
    Test Case 'A.testTwo' started at 2026-01-02 03:04:05.000
    /p/A.swift:9: error: A.testTwo : XCTAssertTrue failed -\u{20}
    Test Case 'A.testTwo' failed (0.002 seconds)
    Test Suite 'All tests' failed at 2026-01-02 03:04:07.000
    \t Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected) in 1.502 (1.502) seconds

    """

  @Test(arguments: [
    (
      [],
      """
      /p/Demo.swift:6:33: warning: 'oldAdd' is deprecated: use add
      ✓ build succeeded (2.50s)
        what the test says
        Test Case 'A.testNever' failed (9.0 seconds)
      ✓ A.testOne (1.50s) slow
      ○ A.testSkip (0ms)  skipped: not today
        /p/A.swift:9: A.testTwo: XCTAssertTrue failed
      ✗ A.testTwo (2ms)


      """
    ),
    (
      ["-q"],
      """
      /p/Demo.swift:6:33: warning: 'oldAdd' is deprecated: use add
        /p/A.swift:9: A.testTwo: XCTAssertTrue failed
      ✗ A.testTwo (2ms)


      """
    ),
    (
      ["-qq"],
      """
        /p/A.swift:9: A.testTwo: XCTAssertTrue failed
      ✗ A.testTwo (2ms)


      """
    ),
  ])
  func showsAsMuchAsIsAskedFor(quiet: [String], live: String) throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.tool.start(
      ["log", "--slow", "1s"] + quiet, in: scratch.path, input: Self.log
    ).finish()
    #expect(result.status == 1)
    #expect(result.standardError == live)
    let report = result.standardOutput
    #expect(report.contains("WARNINGS  1") == (quiet != ["-qq"]))
    #expect(report.contains("SLOWEST TESTS") == quiet.isEmpty)
    #expect(report.contains("FAILED TESTS  1"))
    #expect(report.hasSuffix("✗ Failed: 1 test failed\n"))
  }

  /// Plain text is the stream itself: on standard output, in ASCII, from a file as from a pipe.
  @Test func plainTextIsTheStream() throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(Self.log, to: "test.log")
    let result = try scratch.devtool(
      "log", "test.log", "--format", "plain", environment: ["FORCE_COLOR": "1"])
    #expect(result.standardError == "")
    #expect(
      result.standardOutput.hasPrefix(
        """
        /p/Demo.swift:6:33: warning: 'oldAdd' is deprecated: use add
        ok build succeeded (2.50s)
          what the test says
          Test Case 'A.testNever' failed (9.0 seconds)
        ok A.testOne (1.50s) slow
        skipped A.testSkip (0ms)  skipped: not today
          /p/A.swift:9: A.testTwo: XCTAssertTrue failed
        FAILED A.testTwo (2ms)


        """))
    #expect(result.standardOutput.utf8.allSatisfy { $0 < 0x80 && $0 != 0x1B })
    let piped = try scratch.devtool("log", "--format", "plain", input: Self.log)
    #expect(piped.standardOutput == result.standardOutput)
  }

  /// Of tests that ran at once, none is called slow: their times include waiting for each other.
  @Test func testsThatRanAtOnceAreNotSlow() throws {
    let log = """
      ◇ Test run started.
      ◇ Test a() started.
      ◇ Test b() started.
      ✔ Test a() passed after 2.000 seconds.
      ✔ Test b() passed after 3.000 seconds.
      ◇ Test run started.
      ◇ Test c() started.
      ✔ Test c() passed after 4.000 seconds.

      """
    let result = try ScratchPipeline(nil).devtool(
      "log", "--format", "plain", "--slow", "1s", input: log)
    #expect(
      result.standardOutput.hasPrefix("ok a() (2.00s)\nok b() (3.00s)\nok c() (4.00s) slow\n"),
      "\(result.standardOutput)")
  }

  /// Not a byte of the raw log is changed, whatever the log holds.
  @Test func keepsTheRawLog() throws {
    let scratch = try ScratchPipeline(nil)
    let bytes = Data(Self.log.utf8) + Data([0, 0xFF, 0x1B, 0x5B, 0x33, 0x0D, 0x0A, 0xE2, 0x9E])
    try bytes.write(to: URL(fileURLWithPath: scratch.path + "/raw.log"))
    let result = try scratch.tool.shell(
      "cat raw.log | \"$DEVTOOL_PATH\" log -qq --passthrough copy.log", in: scratch.path)
    #expect(result.status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/copy.log")) == bytes)
  }

  @Test func aRawLogThatCannotBeWrittenIsNoSecret() throws {
    let scratch = try ScratchPipeline(nil)
    let missing = try scratch.devtool("log", "--passthrough", "no/raw.log", input: Self.log)
    #expect(missing.status == 69)
    #expect(missing.standardError.contains("cannot write 'no/raw.log'"))
    let full = try scratch.devtool("log", "--passthrough", "/dev/full", input: Self.log)
    #expect(full.status == 1)
    #expect(full.standardError.contains("'/dev/full' is cut off: No space left on device"))
    #expect(full.standardOutput.hasSuffix("✗ Failed: 1 test failed\n"))
  }

  @Test(arguments: [
    (["sh", "-c", "echo hello; exit 0"], 0, "✓ Passed"),
    (["sh", "-c", "cat test.log"], 1, "✗ Failed: 1 test failed"),
    (["sh", "-c", "head -11 test.log; exit 65"], 1, "✗ Failed: "),
    (["sh", "-c", "echo hello; exit 3"], 1, "✗ Failed: the command ended with status 3"),
    (["sh", "-c", "kill -9 $$"], 1, "✗ Failed: the command was killed by SIGKILL"),
  ])
  func runsACommand(command: [String], status: Int, verdict: String) throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(Self.log, to: "test.log")
    for flags in [["log", "--"], ["log", "--command", "--"]] {
      let result = try scratch.tool.start(flags + command, in: scratch.path).finish()
      #expect(result.status == status)
      #expect(
        result.standardOutput.contains("\n\(verdict)") || result.standardOutput.hasPrefix(verdict))
    }
  }

  /// A log that says nothing of a failure cannot make a failed command pass.
  @Test func theExitStatusCounts() throws {
    let passed =
      "Test Suite 'A' started at 1\nTest Case 'A.b' started at 1\n"
      + "Test Case 'A.b' passed (0.1 seconds)\nTest Suite 'A' passed at 1\n"
      + " Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n"
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(passed, to: "test.log")
    #expect(try scratch.devtool("log", "--", "cat", "test.log").status == 0)
    let failed = try scratch.devtool("log", "--", "sh", "-c", "cat test.log; exit 65")
    #expect(failed.status == 1)
    #expect(failed.standardOutput.hasSuffix("✗ Failed: the command ended with status 65\n"))
  }

  @Test func aCommandThatCannotBeRunIsMissing() throws {
    let result = try ScratchPipeline(nil).devtool("log", "--", "no-such-tool", "x")
    #expect(result.status == 69)
    #expect(result.standardError.contains("the command cannot be run: 'no-such-tool'"))
  }

  /// Ctrl-C ends the command and everything that it started, and costs no report.
  @Test func ctrlCLeavesNothingBehind() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(Self.log, to: "test.log")
    let running = try scratch.tool.start(
      ["log", "--", "sh", "-c", "cat test.log; sleep \(sleep)"], in: scratch.path)
    #expect(waitUntil { running.errorText.contains("✗ A.testTwo") })
    running.send(2)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(result.standardOutput.contains("A.testTwo"))
    #expect(try processes(with: sleep) == [])
  }

  /// Ctrl-C while a pipe is read costs no report either. It also ends the writer: devtool finds the
  /// signal and the end of its input at the same moment.
  @Test(arguments: 1...4) func reportsWhatCameBeforeCtrlC(round: Int) throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(Self.log, to: "test.log")
    let running = try RunningTool(
      "/bin/bash",
      [
        "-c",
        """
        writer() { cat test.log; until [ -e go ]; do sleep 0.02; done; exec >&-; : > ended; }
        "$DEVTOOL_PATH" log < <(writer) & echo $! > pid; wait $!; echo $? > status
        """,
      ],
      directory: scratch.path,
      environment: scratch.tool.environment.merging(["DEVTOOL_PATH": scratch.tool.path]) { $1 })
    #expect(waitUntil { running.errorText.contains("✗ A.testTwo") })
    let pid = try #require(Int32(try scratch.folder.read("pid").filter(\.isNumber)))
    kill(pid, SIGSTOP)
    kill(pid, SIGTERM)
    try scratch.folder.write("", to: "go")
    #expect(waitUntil { scratch.folder.exists("ended") })
    kill(pid, SIGCONT)
    let result = try running.finish()
    #expect(try scratch.folder.read("status") == "143\n")
    #expect(result.standardOutput.contains("FAILED TESTS  1"))
  }

  @Test func writesSeveralReports() throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.devtool(
      "log", "-qq", "--report", "junit=out/junit.xml", "--report", "github",
      environment: ["GITHUB_STEP_SUMMARY": "\(scratch.path)/summary.md"], input: Self.log)
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains(
        "::error title=A.testTwo::/p/A.swift:9: XCTAssertTrue failed\n"))
    #expect(try scratch.folder.read("out/junit.xml").contains("testTwo"))
    #expect(try scratch.folder.read("summary.md").hasPrefix("## ❌ Failed: 1 test failed"))
  }

  @Test(arguments: [
    (["log", "--command"], "--command needs a command"),
    (["log", "a.log", "--", "make"], "name a file or a command to run, not both"),
    (["log", "-qqq"], "-q can be given at most twice"),
    (["log", "--format", "plian"], "did you mean 'plain'?"),
    (["log", "--report", "junit="], "a file name is missing after '='"),
    (["log", "--fail-on", "warn"], "--fail-on must be note, warning, error or never, not 'warn'"),
  ])
  func refusesWhatMakesNoSense(arguments: [String], message: String) throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 64)
    #expect(result.standardError.contains(message))
  }

  /// A test that takes too long is named while it runs.
  @Test func namesASlowTestWhileItRuns() throws {
    let scratch = try ScratchPipeline(nil)
    let running = try scratch.tool.start(
      [
        "log", "--slow", "100ms", "--", "sh", "-c",
        "echo \"Test Case 'A.testOne' started at 1\"; until [ -e go ]; do sleep 0.02; done",
      ], in: scratch.path)
    #expect(waitUntil { running.errorText.contains("slow A.testOne runs for ") })
    try scratch.folder.write("", to: "go")
    #expect(try running.finish().status == 1)
  }
}
