import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `devtool check` with steps of every kind that needs no build.
@Suite(.blocking) struct CheckStepTests {
  @Test func runsInOrderAndPasses() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        last: { run: echo last >> order, needs: [second, first] }
        second: { run: echo second >> order, needs: first }
        first: echo first >> order
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(try scratch.folder.read("order") == "first\nsecond\nlast\n")
    #expect(try scratch.statuses() == ["first: passed", "second: passed", "last: passed"])
    #expect(result.standardOutput.contains("✓ Passed\n"))
    #expect(try scratch.record()["verdict"] as? String == "passed")
  }

  @Test func blocksWhatNeedsAFailedStepAndGoesOnWithTheRest() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        bad: { run: echo broken && exit 3 }
        after: { run: touch after, needs: bad }
        later: { run: touch later, needs: after }
        other: touch other
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 1)
    #expect(
      try scratch.statuses() == [
        "bad: failed", "after: blocked", "later: blocked", "other: passed",
      ])
    #expect(!scratch.folder.exists("after"))
    #expect(scratch.folder.exists("other"))
    #expect(result.standardOutput.contains("exit status 3"))
    #expect(result.standardOutput.contains("needs bad"))
    #expect(result.standardOutput.contains("✗ Failed: step bad failed (exit status 3)\n"))
  }

  @Test(arguments: [
    ("allow-failure: true", 3, 0, "warned"),
    ("allow-failure: false", 3, 1, "failed"),
    ("allow-failure: { exit: [3, 4] }", 3, 0, "warned"),
    ("allow-failure: { exit: [3, 4] }", 5, 1, "failed"),
  ])
  func forgives(key: String, exit: Int, status: Int, step: String) throws {
    let scratch = try ScratchPipeline(
      "steps: { soft: { run: exit \(exit), \(key) }, after: { run: 'true', needs: soft } }")
    let result = try scratch.devtool("check")
    #expect(result.status == status)
    let after = step == "warned" ? "passed" : "blocked"
    #expect(try scratch.statuses() == ["soft: \(step)", "after: \(after)"])
  }

  @Test func endsAStepThatTakesTooLongWithEverythingItStarted() throws {
    let sleep = uniqueSleep()
    let scratch = try ScratchPipeline(
      """
      steps:
        slow: { run: "(trap '' INT TERM; sleep \(sleep)) & sleep \(sleep)", timeout: 1s }
        after: { run: 'true', needs: slow }
        other: 'true'
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 124)
    #expect(try processes(with: sleep) == [])
    #expect(
      try scratch.statuses() == ["slow: timed-out", "after: blocked", "other: passed"])
    #expect(result.standardOutput.contains("timed out after 1 s"))
    #expect(try scratch.record()["verdict"] as? String == "failed")
  }

  /// A person at a terminal, who has seen it, is not told twice.
  @Test func aFailedStepShowsItsLastLines() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        good: { run: seq 20 }
        bad: { run: "seq 100 112; printf 'ten %%\\rtwenty %%\\n\\n'; exit 3" }
      """)
    #expect(try scratch.devtool("check", "--quiet").status == 1)
    let steps = try objects(scratch.record()["steps"])
    #expect(steps[0]["lastLines"] == nil)
    #expect(
      steps[1]["lastLines"] as? [String] == (104...112).map(String.init) + ["twenty %"])
    let shown = try scratch.devtool("report").standardOutput
    #expect(shown.contains(" 112\n"))
    #expect(shown.contains(" twenty %\n"))
    #expect(!shown.contains(" 103\n"))
  }

  @Test func tellsAFailureFromATimeOut() throws {
    let scratch = try ScratchPipeline(
      "steps: { slow: { run: sleep 60, timeout: 500ms }, bad: 'false' }")
    #expect(try scratch.devtool("check").status == 1)
  }

  #if os(Linux)
    @Test func endsABackgroundProcessThatLeftTheSession() throws {
      let sleep = uniqueSleep()
      let scratch = try ScratchPipeline(
        "steps: { daemon: 'setsid sleep \(sleep) > /dev/null 2>&1 & echo started' }")
      let result = try scratch.devtool("check")
      #expect(result.status == 0)
      #expect(try processes(with: sleep) == [])
      let notice = "left processes running, which were ended: sleep (pid "
      #expect(try scratch.log("daemon").contains(notice))
      #expect(result.standardOutput.contains("Step daemon: The command ended and left processes"))
    }
  #endif

  @Test func setsEnvironmentDirectoryAndShell() throws {
    let scratch = try ScratchPipeline(
      """
      env: { COLOUR: red, SHAPE: round }
      steps:
        env: { run: 'echo "$COLOUR $SHAPE $OUTSIDE $DEVTOOL $DEVTOOL_STEP"', env: { SHAPE: flat } }
        dir: { run: pwd, dir: sub/folder }
        bash: 'set -o | grep pipefail; echo ${BASH_VERSION:+bash}'
        sh: { run: 'echo "$0"', shell: sh }
        python: { run: 'import sys; print(sys.version_info.major)', shell: [python3, -c] }
        exec: { exec: [echo, $HOME, 'a  b'] }
        stdin: 'wc -c'
      """)
    try scratch.folder.write("", to: "sub/folder/x")
    let result = try scratch.devtool("check", environment: ["OUTSIDE": "kept"])
    #expect(result.status == 0)
    for (step, output) in [
      ("env", "red flat kept 1 env\n"), ("dir", "\(scratch.path)/sub/folder\n"),
      ("bash", "pipefail       \ton\nbash\n"), ("sh", "sh\n"), ("python", "3\n"),
      ("exec", "$HOME a  b\n"), ("stdin", "0\n"),
    ] {
      let log = try scratch.log(step)
      #expect(log.hasPrefix("$ "), "\(step)")
      #expect(log.hasSuffix("\n\(output)"), "\(step): \(log)")
    }
  }

  @Test(arguments: [
    ("run: 'false | true'", 1), ("run: 'echo $UNSET_VARIABLE'", 1), ("run: 'false; true'", 1),
    ("run: 'echo \"${UNSET_VARIABLE-}\"'", 0), ("run: 'false; true', shell: sh", 1),
    ("run: 'false; true', shell: [sh, -c]", 0),
  ])
  func stopsAtTheFirstErrorOfAScript(action: String, status: Int) throws {
    let scratch = try ScratchPipeline("steps: { step: { \(action) } }")
    #expect(try scratch.devtool("check").status == status)
  }

  @Test(arguments: [
    ("exec: [no-such-program]", "'no-such-program' is not on the PATH"),
    ("exec: [./missing]", "'./missing' does not exist"),
    ("exec: [./plain.txt]", "chmod +x"),
    ("run: 'true', dir: nowhere", "the working directory"),
  ])
  func saysWhyAStepCannotStart(action: String, message: String) throws {
    let scratch = try ScratchPipeline("steps: { step: { \(action) }, other: 'true' }")
    try scratch.folder.write("x", to: "plain.txt")
    let result = try scratch.devtool("check")
    #expect(result.status == 69)
    #expect(result.standardOutput.contains(message))
    #expect(try scratch.statuses() == ["step: failed", "other: passed"])
  }

  @Test(arguments: [
    (["check", "b"], ["a: passed", "b: passed"]),
    (["check", "--only", "b"], ["b: passed"]),
    (["check", "--only", "b", "--with-needs"], ["a: passed", "b: passed"]),
    (["check", "--skip", "a"], ["a: skipped", "b: passed", "c: passed"]),
    (["check", "--only", "rules"], []),
  ])
  func runsWhatIsAskedFor(arguments: [String], statuses: [String]) throws {
    let repository = try ScratchRepository()
    try repository.commit("Begin")
    let scratch = try ScratchPipeline(
      "steps: { c: 'true', b: { run: 'true', needs: a }, a: 'true' }")
    try scratch.folder.write("", to: "x")
    try run("cp", ["-r", "\(repository.path)/.git", "."], in: scratch.path)
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 0, "\(result)")
    #expect(try scratch.statuses().sorted() == statuses.sorted())
  }

  @Test func keepsTheWholeOutputOnDiskAndTheScreenReadable() throws {
    let scratch = try ScratchPipeline(
      #"""
      steps:
        many: seq 1 20000
        odd: printf 'no newline'
        binary: head -c 4096 /dev/zero; printf '\377\376\033[31mred\033[0m\n'
        progress: printf '10%%\r50%%\r100%%\n'
        title: printf '\033]0;title\007\033[2J\033[Hafter\n'
      """#)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(try scratch.log("many").split(separator: "\n").count == 20_001)
    #expect(try scratch.log("odd").hasSuffix("\nno newline"))
    let text = result.standardError + result.standardOutput
    #expect(result.standardError.contains("  no newline\n"))
    #expect(result.standardError.contains("  100%\n"))
    #expect(!result.standardError.contains("\n  10%"))
    #expect(result.standardError.contains("after\n"))
    let controls = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }
    #expect(controls.isEmpty)
  }

  /// Plain lines go another way than those of which something is taken away; nobody sees which.
  @Test(arguments: [[:], ["TF_BUILD": "True"], ["TEAMCITY_VERSION": "2026.1"]])
  func linesAreShownInTheirOrder(service: [String: String]) throws {
    let scratch = try ScratchPipeline("steps: { a: sh print }")
    try scratch.folder.write(
      #"""
      printf 'one\n\n\ttab\n# ü\nwait\rdone\n\033[2Jclear\nno'
      sleep 0.1
      printf ' end\nreturn\r\n~\177\n'
      head -c 4096 /dev/zero | tr '\0' x; echo
      head -c 5000 /dev/zero | tr '\0' y; echo
      echo '##vso[task.complete]'; echo 'a ##teamcity[buildStop]'
      printf last
      """#, to: "print")
    let result = try scratch.devtool("check", environment: service.mapValues { $0 })
    #expect(result.status == 0)
    let long = ["x", "y"].map { String(repeating: $0, count: 4_096) }
    var lines =
      ["one", "", "\ttab", "# ü", "done", "clear", "no end", "return", "~"] + long
      + ["## vso[task.complete]", "a ## teamcity[buildStop]", "last"]
    // There the service has been told to obey nothing.
    if service["GITHUB_ACTIONS"] != nil {
      lines[11] = "##vso[task.complete]"
      lines[12] = "a ##teamcity[buildStop]"
    }
    let text = lines.map { "  \($0)\n" }.joined()
    #expect(result.standardError.contains(text), "\(result.standardError)")
  }

  @Test func readsTestResultsFromAnyStep() throws {
    let log = """
      Test Suite 'All tests' started at 2026-01-02 03:04:05.000
      Test Suite 'FooTests' started at 2026-01-02 03:04:05.000
      Test Case 'FooTests.testA' started at 2026-01-02 03:04:05.000
      /x/FooTests.swift:7: error: FooTests.testA : XCTAssertTrue failed
      Test Case 'FooTests.testA' failed (0.5 seconds)
      Test Suite 'FooTests' failed at 2026-01-02 03:04:05.500
      \t Executed 1 test, with 1 failure (0 unexpected) in 0.5 (0.5) seconds
      Test Suite 'All tests' failed at 2026-01-02 03:04:05.500
      \t Executed 1 test, with 1 failure (0 unexpected) in 0.5 (0.5) seconds

      """
    let scratch = try ScratchPipeline("steps: { test: cat log | tee copy }")
    try scratch.folder.write(log, to: "log")
    let result = try scratch.devtool("check")
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("XCTAssertTrue failed"))
    #expect(result.standardOutput.contains("1 test failed"))
  }

  @Test(.enabled(if: geteuid() != 0 || dropsPrivileges, "needs another user"))
  func saysThatAFolderIsReadOnly() throws {
    let scratch = try ScratchPipeline("steps: { a: touch ran }", in: .open)
    chmod(scratch.path, 0o555)
    defer { chmod(scratch.path, 0o755) }
    let result = try asUser(scratch, "check")
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("cannot create the folder '\(scratch.path)/.devtool'"))
    #expect(result.standardError.contains("make it writable"))
    #expect(!scratch.folder.exists("ran"))
  }

  @Test func saysThatItsFolderIsAFile() throws {
    let scratch = try ScratchPipeline("steps: { a: touch ran }")
    try scratch.folder.write("", to: ".devtool")
    let result = try scratch.devtool("check")
    #expect(result.status == 69)
    #expect(result.standardError.contains("\(scratch.path)/.devtool"))
    #expect(!scratch.folder.exists("ran"))
  }

  /// Root can write everywhere, so the tool runs as nobody then.
  private static let dropsPrivileges = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/setpriv")

  private func asUser(_ scratch: ScratchPipeline, _ command: String) throws -> CommandResult {
    if geteuid() != 0 { return try scratch.devtool(command) }
    return try scratch.tool.shell(
      "exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$DEVTOOL_PATH\" \(command)",
      in: scratch.path)
  }
}
