import Foundation
import TestSupport
import Testing

/// `devtool log` on files and on standard input.
@Suite(.blocking) struct LogCommandTests {
  private static let passed = """
    Test Suite 'FooTests' started at 2026-01-02 03:04:05.000
    Test Case 'FooTests.testA' started at 2026-01-02 03:04:05.000
    Test Case 'FooTests.testA' passed (0.5 seconds)
    Test Case 'FooTests.testB' started at 2026-01-02 03:04:05.500
    Test Case 'FooTests.testB' passed (1.5 seconds)
    Test Suite 'FooTests' passed at 2026-01-02 03:04:07.000
    \t Executed 2 tests, with 0 failures (0 unexpected) in 2.0 (2.0) seconds

    """
  private static let failed = passed.replacing(
    "Test Case 'FooTests.testB' passed",
    with: """
      /x/FooTests.swift:7: error: FooTests.testB : XCTAssertEqual failed: ("1") is not equal to ("2") -
      Test Case 'FooTests.testB' failed
      """
  ).replacing("0 failures (0 unexpected)", with: "1 failure (0 unexpected)")
    .replacing("'FooTests' passed", with: "'FooTests' failed")
  private static let unfinished = passed.split(separator: "\n").prefix(4)
    .joined(separator: "\n")

  /// `swift test --parallel` prints no result of a test that did not fail.
  private static let parallel = "[1/2] Testing M.A/testA\n[2/2] Testing M.A/testB\n"

  @Test(arguments: [
    (parallel, 0, "passed"), (parallel.replacing("/2]", with: "/3]"), 1, "failed"),
    (passed, 0, "passed"), (failed, 1, "failed"), (unfinished, 1, "failed"), ("", 69, "unknown"),
    ("hello\n", 69, "unknown"), ("\u{FFFD}\0\u{1B}[31m", 69, "unknown"),
  ])
  func judges(log: String, status: Int, verdict: String) throws {
    let scratch = try ScratchPipeline(nil)
    try scratch.folder.write(log, to: "test.log")
    for (arguments, input) in [(["log", "test.log"], nil), (["log"], log), (["log", "-"], log)] {
      let result = try scratch.tool.start(arguments, in: scratch.path, input: input).finish()
      #expect(result.status == status)
      // What comes through a pipe is shown while it comes.
      #expect((input != nil && !log.isEmpty) == !result.standardError.isEmpty)
      let isShown = input != nil && log.contains("testB' failed")
      #expect(result.standardError.contains("\n✗ FooTests.testB (1.50s)\n") == isShown)
      #expect(!result.standardOutput.isEmpty)
    }
    let json = try scratch.devtool("log", "test.log", "--format", "json")
    #expect(json.status == status)
    #expect(try jsonObject(json.standardOutput)["verdict"] as? String == verdict)
  }

  @Test func hasEveryKeyOfTheContract() throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.devtool("log", "--format", "json", "--slow", "1s", input: Self.failed)
    let document = try jsonObject(result.standardOutput)
    expectKeys(
      document,
      [
        "schema", "verdict", "counts", "tests", "slow", "crashes", "diagnostics",
        "runtimeWarnings", "lines",
      ])
    #expect(document["schema"] as? String == "devtool.log/1")
    let counts = try #require(document["counts"] as? [String: Any])
    let xctest = try #require(counts["xctest"] as? [String: Int])
    #expect(xctest == ["passed": 1, "failed": 1, "skipped": 0, "unfinished": 0])
    #expect(counts["swiftTesting"] is NSNull)
    let tests = try objects(document["tests"])
    #expect(tests.map { $0["name"] as? String } == ["FooTests.testA", "FooTests.testB"])
    let issue = try #require(try objects(tests[1]["issues"]).first)
    expectKeys(issue, ["message", "file", "line", "column", "isKnown"])
    #expect(issue["line"] as? Int == 7)
    let slow = try objects(document["slow"])
    #expect(slow.map { $0["name"] as? String } == ["FooTests.testB"])
    #expect(slow.first?["durationSeconds"] as? Double == 1.5)
    let lines = try #require(document["lines"] as? [String: Int])
    #expect(lines["total"] == 8)
    #expect(lines["unrecognized"] == 0)
  }

  @Test func showsWhatFailed() throws {
    let result = try ScratchPipeline(nil).devtool("log", input: Self.failed)
    for text in [
      "FooTests.testB", "/x/FooTests.swift:7", "XCTAssertEqual failed", "1 passed", "1 failed",
      "✗ Failed: 1 test failed",
    ] {
      #expect(result.standardOutput.contains(text), "\(text)")
    }
  }

  @Test(arguments: ["missing.log", ".", "nowhere/x.log"])
  func saysWhyAFileCannotBeRead(file: String) throws {
    let result = try ScratchPipeline(nil).devtool("log", file)
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(result.standardError.hasPrefix("devtool: error: cannot read '\(file)': "))
  }

  /// The limits of `.ci.yml` hold for a log, too.
  @Test func appliesThePolicies() throws {
    let scratch = try ScratchPipeline(
      """
      tests: { slow: { warn: 1s, fail: 1200ms } }
      warnings: { custom: [{ id: leak, pattern: "LEAK: (.+)", level: error }] }
      """)
    let slow = try scratch.devtool("log", input: Self.passed)
    #expect(slow.status == 1)
    #expect(slow.standardOutput.contains("FooTests.testB"))
    #expect(slow.standardOutput.contains("1.5"))
    let leak = try scratch.devtool("log", input: "LEAK: Node\n" + Self.passed)
    #expect(leak.standardOutput.contains("leak"))
    // Without the file nothing of that counts.
    #expect(try ScratchPipeline(nil).devtool("log", input: Self.passed).status == 0)
  }

  @Test(arguments: ["github", "json", "junit", "markdown", "plain", "terminal"])
  func writesEveryFormat(format: String) throws {
    let result = try ScratchPipeline(nil).devtool("log", "--format", format, input: Self.failed)
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("testB"))
    // Programs that read the others want nothing beside them.
    #expect(result.standardError.isEmpty == (format != "terminal"))
  }

  /// A failure is shown when it happens, not when the log ends.
  @Test func showsFailuresWhileTheLogComes() throws {
    let scratch = try ScratchPipeline(nil)
    let lines = LogCommandTests.failed.components(separatedBy: "Test Suite 'FooTests' failed")
    try scratch.folder.write(lines[0], to: "first")
    try scratch.folder.write("Test Suite 'FooTests' failed" + lines[1], to: "second")
    let running = try RunningTool(
      "/bin/bash",
      [
        "-c",
        "{ cat first; until [ -e go ]; do sleep 0.02; done; cat second; } | \"$DEVTOOL_PATH\" log",
      ], directory: scratch.path,
      environment: scratch.tool.environment.merging(["DEVTOOL_PATH": scratch.tool.path]) { $1 })
    #expect(waitUntil { running.errorText.contains("✗ FooTests.testB (1.50s)") })
    // The first line appears at once, too.
    #expect(running.errorText.hasPrefix("✓ FooTests.testA (500ms)\n"))
    try scratch.folder.write("", to: "go")
    let result = try running.finish()
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("✗ Failed: 1 test failed"))
  }
}
