import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Steps that do not want to end, or do not end alone, and steps that print too much. The signal goes
/// to devtool alone, as a CI agent sends it.
@Suite(.blocking) struct HostileStepTests {
  private static let grace = "defaults: { grace: { interrupt: 200ms, terminate: 200ms } }\n"

  @Test(arguments: [
    ("sleep SLEEP & : > ready; sleep SLEEP", SIGTERM, 143),
    ("sleep SLEEP & : > ready; sleep SLEEP", SIGINT, 130),
    ("trap '' TERM INT HUP; : > ready; sleep SLEEP; sleep SLEEP", SIGTERM, 143),
    ("trap '' TERM INT HUP; (sleep SLEEP; sleep SLEEP) & : > ready; wait; wait", SIGINT, 130),
    // In a process group and in a session of its own, as SwiftPM's children are.
    ("set -m; sleep SLEEP & : > ready; wait", SIGTERM, 143),
    ("setsid sh -c \"trap '' TERM INT; sleep SLEEP; sleep SLEEP\" & : > ready; wait", SIGTERM, 143),
    // Born while the others are being ended.
    (
      "(trap '' INT TERM; while :; do setsid sleep SLEEP & sleep 0.02; done) & : > ready; wait",
      SIGTERM, 143
    ),
  ])
  func leavesNobodyBehind(script: String, signal: Int32, status: Int) throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      Self.grace + "steps:\n  slow:\n    run: |\n      "
        + script.replacing("SLEEP", with: sleep) + "\n")
    let running = try scratch.tool.start(["check"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(signal)
    #expect(try running.finish().status == status)
    #expect(try processes(with: sleep) == [])
    #expect(try scratch.statuses() == ["slow: cancelled"])
  }

  /// The pipe of a step stays open when something holds it; the step has ended all the same.
  @Test(arguments: [
    "sleep SLEEP & exit 0", "sleep SLEEP & echo done", "setsid sleep SLEEP & exit 0",
  ])
  func isNotHeldByABackgroundProcess(script: String) throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      "steps: { a: '\(script.replacing("SLEEP", with: sleep))', b: { run: touch b, needs: a } }")
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(scratch.folder.exists("b"))
    #expect(try processes(with: sleep) == [])
    #expect(result.standardOutput.contains("left processes running, which were ended: sleep (pid "))
  }

  #if os(Linux)
    /// Memory is flat: what is shown is bounded, what is kept is on disk.
    @Test func printsMoreThanIsShownInLittleMemory() throws {
      let scratch = try ScratchPipeline(
        """
        steps:
          big:
            shell: sh
            run: |
              yes "$(printf 'a line that says nothing, %.0s' $(seq 100))" | head -c 72000000
              grep VmHWM "/proc/$PPID/status" > peak
        """)
      let result = try scratch.devtool("check")
      #expect(result.status == 0)
      let peak = try scratch.folder.read("peak").split(whereSeparator: \.isWhitespace)
      #expect(try #require(Int(peak[1])) < 64 << 10)
      let shown = result.standardError.utf8.count
      #expect(shown > 64 << 20 && shown < 80 << 20)
      #expect(
        result.standardError.contains("\n  big printed more than 64 MiB; its log has the rest\n"))
      let run = try #require(try scratch.runs().last)
      let log = "\(scratch.path)/.devtool/runs/\(run)/logs/big.log"
      let size = try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
      #expect(size > 72_000_000)
    }

    /// Steps that wait for their turn keep what they print on disk, wherever there is room.
    @Test(arguments: ["/no/such/folder", "", "/proc"])
    func keepsOutputWithoutATemporaryFolder(folder: String) throws {
      let scratch = try ScratchPipeline(
        """
        jobs: 2
        steps:
          first: 'until test -e done; do sleep 0.01; done'
          second: 'seq -f "line %.0f" 1 50000; touch done'
        """)
      let result = try scratch.devtool("check", environment: ["TMPDIR": folder])
      #expect(result.status == 0)
      let lines = result.standardError.split(separator: "\n").filter { $0.hasPrefix("  line ") }
      #expect(lines.count == 50_000)
      #expect(lines.last == "  line 50000")
    }

    /// A reader that went to sleep must not keep the run from ending.
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func endsWhileNobodyReadsItsProgress(signal: Int32, status: Int) throws {
      let marker = uniqueSleep()
      let scratch = try ScratchPipeline("steps: { a: ': > ready; yes \(marker)' }")
      let running = try RunningTool(
        "/bin/bash",
        ["-c", "mkfifo p; exec 3<>p; exec \"\(scratch.tool.path)\" check 2> p > report"],
        directory: scratch.path, environment: scratch.tool.environment)
      #expect(waitUntil { scratch.folder.exists("ready") })
      // Long enough to fill the pipe.
      usleep(300_000)
      running.send(signal)
      #expect(try running.finish().status == status)
      #expect(try processes(with: "yes \(marker)") == [])
      #expect(try scratch.folder.read("report").contains("Cancelled while a ran"))
    }

    /// A disk that is full, or a limit on files: the run goes on and says what is missing.
    @Test func goesOnWhenTheLogCannotGrow() throws {
      let scratch = try ScratchPipeline(
        "steps: { a: 'seq 1 100000; touch ran', b: { run: touch b, needs: a } }")
      // The screen is no file. A coverage profile is one, and half of it spoils all the others.
      let result = try scratch.tool.shell(
        "{ (ulimit -f 128; exec \"$DEVTOOL_PATH\" check) 2>&1; echo $? > status; } | cat",
        in: scratch.path, environment: ["LLVM_PROFILE_FILE": "/dev/null"])
      #expect(try scratch.folder.read("status") == "0\n", "\(result.standardOutput)")
      #expect(scratch.folder.exists("ran") && scratch.folder.exists("b"))
      #expect(result.standardOutput.contains("File too large; the log is cut off"))
      #expect(result.standardOutput.contains("\n  100000\n"))
    }

    /// A report that could not be written is a failure, whatever the run came to.
    @Test(arguments: ["out/missing.xml/x", "/proc/x.xml"])
    func failsWhenAReportCannotBeWritten(path: String) throws {
      let scratch = try ScratchPipeline("steps: { a: 'mkdir out; touch out/missing.xml' }")
      let result = try scratch.devtool("check", "--report", "junit=\(path)")
      #expect(result.status == 69)
      #expect(result.standardError.contains("the junit report was not written: "))
      #expect(try scratch.record()["verdict"] as? String == "passed")
    }

    @Test func endsAllOfItWithTheThirdSignal() throws {
      // Nothing takes long after the second one, so both come while devtool is stopped.
      let sleep = uniqueSleep()
      let scratch = try ScratchPipeline(
        "steps: { a: \"trap '' INT TERM; : > ready; sleep \(sleep); sleep \(sleep)\" }")
      let running = try scratch.tool.start(
        ["check"], in: scratch.path, environment: ["LLVM_PROFILE_FILE": "/dev/null"])
      #expect(waitUntil { scratch.folder.exists("ready") })
      for signal in [SIGINT, SIGTERM, SIGHUP] { running.send(signal) }
      #expect([129, 130, 143].contains(try running.finish().status))
      #expect(waitUntil { (try? processes(with: sleep)) == [] })
    }
  #endif
}
