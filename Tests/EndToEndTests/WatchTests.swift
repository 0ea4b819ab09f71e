import FileWatching
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `devtool check --watch`.
@Suite(.blocking) struct WatchTests {
  /// Starts to watch and waits for the end of the first run.
  private func start(_ scratch: ScratchPipeline, runs: Int = 1) throws -> RunningTool {
    let running = try scratch.tool.start(["check", "--watch"], in: scratch.path)
    #expect(waitUntil { isWaiting(running, runs: runs) }, "\(running.errorText)")
    return running
  }

  private func isWaiting(_ running: RunningTool, runs: Int) -> Bool {
    running.errorText.components(of: "devtool: waiting for changes; Ctrl-C ends\n") == runs
  }

  @Test func runsAgainWhenAFileChanges() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        count: 'echo run >> runs.log; cat Sources/a.swift'
        made: { run: 'date +%N > out/stamp; date +%N > stamp.txt', artifacts: [stamp.txt] }
      """)
    try scratch.folder.write("*.log\nout/\n", to: ".gitignore")
    try scratch.folder.write("one", to: "Sources/a.swift")
    try scratch.folder.write("", to: "out/x")
    try run("git", ["init", "-q"], in: scratch.path)
    let running = try start(scratch)
    // The same content again is no change, nor is what git ignores.
    try scratch.folder.write("one", to: "Sources/a.swift")
    try scratch.folder.write("", to: "other.log")
    usleep(600_000)
    #expect(try scratch.folder.read("runs.log") == "run\n")
    try scratch.folder.write("two", to: "Sources/a.swift")
    #expect(waitUntil { isWaiting(running, runs: 2) })
    #expect(running.errorText.contains("devtool: Sources/a.swift changed; running again\n"))
    // New folders are watched, too.
    try scratch.folder.write("three", to: "Sources/New/b.swift")
    #expect(waitUntil { isWaiting(running, runs: 3) })
    try scratch.folder.write("four", to: "Sources/New/b.swift")
    #expect(waitUntil { isWaiting(running, runs: 4) })
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
    #expect(try scratch.folder.read("runs.log") == "run\nrun\nrun\nrun\n")
  }

  @Test func saysWhatGotBetterAndWorse() throws {
    let scratch = try ScratchPipeline("steps: { look: '! grep bad Sources/a.swift' }")
    try scratch.folder.write("good", to: "Sources/a.swift")
    let running = try start(scratch)
    try scratch.folder.write("bad", to: "Sources/a.swift")
    #expect(waitUntil { isWaiting(running, runs: 2) })
    #expect(running.errorText.contains("devtool: worse: step look\n"))
    try scratch.folder.write("good", to: "Sources/a.swift")
    #expect(waitUntil { isWaiting(running, runs: 3) })
    #expect(running.errorText.contains("devtool: better: step look\n"))
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
  }

  #if os(Linux)
    private static let script = "/usr/bin/script"

    /// Keys are for a person at a terminal, which is as before in the end.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script(1)"))
    func takesKeys() throws {
      let scratch = try ScratchPipeline("steps: { count: 'echo run >> runs.log; echo run' }")
      try scratch.folder.write("*.log\n", to: ".gitignore")
      try run("git", ["init", "-q"], in: scratch.path)
      let keys =
        "until test -e again.log; do sleep 0.01; done; echo; "
        + "until test -e quit.log; do sleep 0.01; done; printf q; sleep 5"
      let running = try RunningTool(
        "/bin/sh",
        [
          "-c",
          "(\(keys)) | \(Self.script) -qefc 'stty cols 80; \(scratch.tool.path) check --watch; stty -a' "
            + "/dev/null",
        ], directory: scratch.path, environment: scratch.tool.environment)
      let prompt = "Enter runs again, f runs what failed, q quits"
      #expect(waitUntil { running.outputText.contains(prompt) }, "\(running.outputText)")
      try scratch.folder.write("", to: "again.log")
      #expect(waitUntil { running.outputText.components(separatedBy: prompt).count == 3 })
      #expect(running.outputText.contains("devtool: running again"))
      try scratch.folder.write("", to: "quit.log")
      #expect(waitUntil { running.outputText.contains(" icanon ") })
      #expect(try running.finish().status == 0)
      #expect(try scratch.folder.read("runs.log") == "run\nrun\n")
    }
  #endif

  /// A run that is out of date is ended in order, and the next one begins.
  @Test func beginsAgainWhenAFileChangesMeanwhile() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      steps:
        slow:
          run: |
            touch began
            if grep -q one Sources/a.swift; then sleep \(sleep) & sleep \(sleep); fi
      """)
    try scratch.folder.write("one", to: "Sources/a.swift")
    let running = try scratch.tool.start(["check", "--watch"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("began") })
    try scratch.folder.write("two", to: "Sources/a.swift")
    #expect(waitUntil { isWaiting(running, runs: 1) }, "\(running.errorText)")
    #expect(running.errorText.contains("devtool: Sources/a.swift changed; restarting\n"))
    #expect(try processes(with: sleep) == [])
    #expect(try scratch.runs().count == 2)
    #expect(try scratch.statuses() == ["slow: passed"])
    running.send(SIGTERM)
    #expect(try running.finish().status == 143)
  }

  @Test func aSignalEndsTheRunAndTheWatch() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline("steps: { slow: ': > ready; sleep \(sleep)' }")
    let running = try scratch.tool.start(["check", "--watch"], in: scratch.path)
    #expect(waitUntil { scratch.folder.exists("ready") })
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
    #expect(try processes(with: sleep) == [])
    #expect(try scratch.statuses() == ["slow: cancelled"])
  }

  /// A step that changes a file each time would never come to rest. What a person saves between two runs
  /// counts all the same.
  @Test func aFileThatEveryRunChangesIsNoReason() throws {
    let scratch = try ScratchPipeline("steps: { a: 'date +%s%N > stamp' }")
    try scratch.folder.write("", to: "stamp")
    let running = try start(scratch)
    #expect(
      running.errorText.contains(
        "devtool: stamp changes in every run; from now on only a change between two "
          + "runs starts a new one: list it in 'outputs' or in .gitignore\n"))
    #expect(try scratch.runs().count == RepeatedChanges.mostRuns)
    try scratch.folder.write("a person's", to: "stamp")
    #expect(waitUntil { (try? scratch.runs().count) == RepeatedChanges.mostRuns + 1 })
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
  }

  /// A mistake in the configuration is shown, and mended without starting anew.
  @Test func goesOnAfterAMistake() throws {
    let scratch = try ScratchPipeline("steps: { a: { rn: x } }")
    let running = try start(scratch)
    #expect(running.errorText.contains("did you mean 'run'?"))
    try scratch.folder.write("steps: { a: touch ran }", to: ".ci.yml")
    #expect(waitUntil { isWaiting(running, runs: 2) })
    #expect(scratch.folder.exists("ran"))
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
  }

  @Test(arguments: ["--list", "--dry-run", "--graph=text", "--explain=a"])
  func refusesWhatRunsNothing(option: String) throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    let result = try scratch.devtool("check", "--watch", option)
    #expect(result.status == 64)
    #expect(result.standardError.contains("--watch cannot be used"))
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
