import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs that are ended from outside.
@Suite(.blocking) struct CancellationTests {
  /// Under `nohup` a hang-up ends nothing, these tests included.
  private static let signals =
    [(SIGINT, 130), (SIGTERM, 143)] + (ignoresHangUp ? [] : [(SIGHUP, 129)])

  private static var ignoresHangUp: Bool {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  @Test(arguments: signals)
  func endsTheRunWithAReport(signal: Int32, status: Int) throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      jobs: 1
      steps:
        before: echo before
        slow: ': > ready; (sleep \(sleep) & wait) & sleep \(sleep)'
        after: touch after
        last: { run: touch last, needs: slow }
      reports: [terminal, { junit: out/junit.xml }]
      """)
    let running = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(signal)
    let result = try running.finish()
    #expect(result.status == status)
    #expect(try processes(with: sleep) == [])
    #expect(
      try scratch.statuses() == [
        "before: passed", "slow: cancelled", "after: cancelled", "last: cancelled",
      ])
    #expect(!scratch.folder.exists("after"))
    let record = try scratch.record()
    #expect(record["verdict"] as? String == "cancelled")
    #expect(record["exitCode"] as? Int == status)
    #expect(result.standardOutput.contains("✗ Cancelled while slow ran\n"))
    #expect(result.standardError.contains("\n✗ slow  "))
    #expect(result.standardError.contains("\n○ after  cancelled before it started\n"))
    #expect(scratch.folder.exists("out/junit.xml"))
    let report = try scratch.devtool("report")
    #expect(report.status == 0)
    #expect(report.standardOutput.contains("✗ Cancelled while slow ran\n"))
  }

  /// The first signal leaves a stubborn step its time; the second does not.
  @Test func endsAtOnceWhenAskedTwice() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      "steps: { slow: \"trap '' INT TERM; : > ready; sleep \(sleep); sleep \(sleep)\" }")
    let running = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(SIGINT)
    // As two signals that arrive together are one, wait for the first to be taken.
    usleep(100_000)
    running.send(SIGINT)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(try processes(with: sleep) == [])
    #expect(try scratch.statuses() == ["slow: cancelled"])
  }

  /// Under `nohup` a closed terminal is no reason to stop.
  @Test func keepsIgnoringWhatItsParentIgnores() throws {
    let scratch = try ScratchPipeline(
      "steps: { slow: ': > ready; while ! test -e go; do sleep 0.01; done' }")
    let running = try RunningTool(
      "/bin/sh", ["-c", "trap '' HUP; exec \"\(scratch.tool.path)\" check"],
      directory: scratch.path, environment: scratch.tool.environment)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(SIGHUP)
    usleep(50_000)
    try scratch.folder.write("", to: "go")
    #expect(try running.finish().status == 0)
  }

  @Test func anEarlyInterruptIsNoMissingToolchain() throws {
    let scratch = try ScratchPipeline("steps: { build: { swift-build: {} } }")
    let sleep = uniqueSleep()
    let swift = try scratch.folder.write(
      "#!/bin/sh\n: > \"$(dirname \"$0\")/asked\"\nsleep \(sleep)\n", to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let running = try scratch.tool.start(
      ["check"], in: scratch.path,
      environment: ["PATH": "\(scratch.path)/bin:/usr/bin:/bin"])
    #expect(waitUntil { scratch.folder.exists("bin/asked") })
    running.send(SIGINT)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(try processes(with: sleep) == [])
  }

  /// What was known before the power went is still there.
  @Test func aKilledRunCanBeReported() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      steps:
        before: echo before && exit 4
        slow: "echo $$ > pid; : > ready; exec sleep \(sleep)"
        after: touch after
      """)
    let running = try scratch.tool.start(["check"], in: scratch.path)
    let isStored = { scratch.folder.exists("ready") && (try? scratch.statuses().isEmpty) == false }
    #expect(waitUntil(isStored))
    running.send(SIGKILL)
    #expect(try running.finish().status == 137)
    let report = try scratch.devtool("report")
    #expect(report.status == 0)
    #expect(report.standardOutput.contains("exit status 4"))
    #expect(report.standardOutput.contains("This run has not finished"))
    #expect(report.standardOutput.contains("? Unknown"))
    #expect(try scratch.record()["verdict"] as? String == "unknown")
    #expect(try scratch.record()["exitCode"] is NSNull)
    // Nobody was left to end it.
    if let pid = Int32(try scratch.folder.read("pid").dropLast()) { kill(pid, SIGKILL) }
  }

  /// The report is what the run was for; a reader that went away must not make it look green.
  @Test(arguments: ["report", "check", "report --format json", "validate", "log log"])
  func survivesAReaderThatWentAway(command: String) throws {
    let scratch = try ScratchPipeline("steps: { a: seq 1 5000 }")
    try scratch.folder.write(
      "a.swift:1:1: error: broken\n".repeated(5_000), to: "log")
    #expect(try scratch.devtool("check").status == 0)
    let result = try scratch.tool.shell(
      "\"$DEVTOOL_PATH\" \(command) 2> /dev/null | head -c 0; echo ${PIPESTATUS[0]}",
      in: scratch.path)
    #expect(["0\n", "1\n", "141\n"].contains(result.standardOutput))
  }

  @Test func goesOnWithoutSomebodyToReadItsProgress() throws {
    let scratch = try ScratchPipeline("steps: { a: seq 1 50000, b: touch ran }")
    let result = try scratch.tool.shell(
      "{ \"$DEVTOOL_PATH\" check > out; echo $? > status; } 2>&1 | head -c 10", in: scratch.path)
    #expect(result.status == 0)
    #expect(try scratch.folder.read("status") == "0\n")
    #expect(scratch.folder.exists("ran"))
    #expect(try scratch.folder.read("out").contains("✓ Passed"))
  }

  /// Somebody scrolls through the report and does not come to its end.
  @Test func canBeEndedWhileNobodyReadsTheReport() throws {
    let scratch = try ScratchPipeline("steps: { a: cat log }")
    try scratch.folder.write(
      (1...5_000).map { "a.swift:\($0):1: warning: odd\n" }.joined(), to: "log")
    let running = try RunningTool(
      "/bin/bash",
      ["-c", "mkfifo p; exec 3<>p; exec \"\(scratch.tool.path)\" check --report json > p"],
      directory: scratch.path, environment: scratch.tool.environment)
    #expect(
      waitUntil { (try? scratch.record())?["verdict"] as? String == "passed" })
    running.send(SIGTERM)
    #expect(try running.finish().status == 143)
  }

  #if os(Linux)
    @Test(arguments: ["report", "report --format json", "check", "validate", "check --list"])
    func failsWhenTheDiskIsFull(command: String) throws {
      let scratch = try ScratchPipeline("steps: { a: 'true' }")
      #expect(try scratch.devtool("check").status == 0)
      let result = try scratch.tool.shell(
        "\"$DEVTOOL_PATH\" \(command) > /dev/full", in: scratch.path)
      #expect(result.status == 1)
      #expect(result.standardError.contains("cannot write to the output: No space left on device"))
    }

    @Test func survivesAClosedOutput() throws {
      let scratch = try ScratchPipeline("steps: { a: echo hello }")
      let result = try scratch.tool.shell(
        "\"$DEVTOOL_PATH\" check >&- 2>&- <&-", in: scratch.path)
      #expect(result.status == 1)
      #expect(try scratch.record()["verdict"] as? String == "passed")
      #expect(try scratch.log("a").hasSuffix("\nhello\n"))
    }
  #endif
}

extension String {
  func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
