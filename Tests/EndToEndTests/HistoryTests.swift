import CIModel
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.blocking) struct HistoryTests {
  private static let pipeline = """
    steps:
      warn:
        run: 'echo "$PWD/a.swift:1:1: warning: careful"'
    """

  @Test func runsAreShownAndCarriedToAnotherCheckout() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    try scratch.folder.write("let a = 1\n", to: "a.swift")
    let empty = try scratch.devtool("history", "warnings")
    #expect(empty.status == 0)
    #expect(empty.standardOutput.hasPrefix("The history has no runs."))
    for _ in 0..<2 { #expect(try scratch.devtool("check").status == 0) }

    let shown = try scratch.devtool("history", "warnings", "--format", "plain")
    #expect(shown.standardOutput.contains("WARNINGS  1 in 2 runs\n"))
    #expect(shown.standardOutput.contains(" a.swift: warning: careful\n"))
    #expect(try scratch.devtool("history", "flaky").standardOutput.hasPrefix("No test is known"))

    let none = try scratch.devtool("history", "warnings", "--branch", "nosuch").standardOutput
    #expect(none.hasPrefix("The history has no run of branch nosuch."))

    let lines = try scratch.devtool("history", "export").standardOutput
    #expect(lines.split(separator: "\n").count == 2)
    #expect(
      try scratch.devtool("history", "export", "--runs", "1").standardOutput
        == lines.split(separator: "\n").suffix(1).map { "\($0)\n" }.joined())

    let other = try ScratchPipeline(Self.pipeline)
    let added = try other.devtool("history", "import", "-", input: lines + lines)
    #expect(added.standardOutput == "2 runs added, 2 already known\n")
    #expect(try other.devtool("history", "export").standardOutput == lines)
  }

  /// A run of main that only built comes between, and no coverage is measured.
  @Test func aBranchIsComparedWithTheNewestRunOfTheSameTests() throws {
    let package = try PlayedPackage(
      """
      steps:
        build: { swift-build: {} }
        test: { swift-test: { workers: 1, coverage: false }, needs: build }
      """)
    func git(_ script: String) throws {
      let result = try run("bash", ["-ec", script], in: package.scratch.path)
      #expect(result.status == 0, "\(result.standardError)")
    }
    let folder = package.scratch.folder
    try folder.write(".devtool\nsecond\nenvironments\n", to: ".gitignore")
    // With it, every test passes.
    try folder.write("", to: "second")
    try git(
      """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      git init -q -b main && git config user.name A && git config user.email a@b.org
      git add -A && git commit -qm 'Begin'
      """)
    #expect(try package.check(stopsIn: "").finish().status == 0)
    #expect(try package.check(stopsIn: "", "--only", "build").finish().status == 0)
    try git("git checkout -q -b topic")
    // A run of the merge base without a branch is preferred to that of main.
    try git("git checkout -q --detach main")
    #expect(try package.check(stopsIn: "").finish().status == 0)
    let detached = try #require(try package.scratch.runs().last)
    try git("git checkout -q topic")
    for words in [
      "new since main: passed in the last run of main", "2 runs with this one; new since main",
    ] {
      try folder.remove("second")
      let result = try package.check(stopsIn: "").finish()
      #expect(result.status == 1)
      for part in ["1 test failed: 1 new since main", "1 newly failing since main", words] {
        #expect(result.standardOutput.contains(part), "\(result.standardOutput)")
      }
      let record = try package.scratch.record()
      #expect((record["base"] as? [String: Any])?["run"] as? String == detached)
    }
    let part = try package.check(stopsIn: "", "--only", "test", "--filter", "M.B").finish()
    #expect(
      part.standardOutput.replacing("\n      ", with: " ").contains(
        "This run as a whole is not compared with main: the history has no "
          + "run of main with the same tests."
      ))
  }

  /// What a release build left is measured, whatever made it.
  @Test func releaseBuildsHaveSizes() throws {
    let scratch = try ScratchPipeline(
      "steps: { build: { swift-build: { configuration: release, tests: false } } }\n")
    let swift = try scratch.folder.write(
      """
      #!/bin/sh
      if [ "$1" != build ]; then PATH=${PATH#*:} exec swift "$@"; fi
      mkdir -p .build/release; head -c "$SIZE" /dev/zero > .build/release/tool
      chmod +x .build/release/tool
      """, to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    try scratch.folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let path = "\(scratch.path)/bin:\(try #require(scratch.tool.environment["PATH"]))"
    for size in ["9000", "9000", "12345"] {
      let result = try scratch.devtool("check", environment: ["PATH": path, "SIZE": size])
      #expect(result.status == 0, "\(result.standardError)")
    }
    let shown = try scratch.devtool("history", "sizes", "--format", "plain").standardOutput
    #expect(shown.contains("SIZES  1 in 3 runs\n"))
    #expect(shown.contains(" tool  12,345 bytes  +3,345  since run "))
  }

  /// One line for each run, with tests enough that a kill comes in the middle of one.
  private func lines(_ ids: Range<Int>) -> String {
    let passed = (0..<400).map { "\"M.C/test\($0)\":0.5" }.joined(separator: ",")
    return ids.map { id in
      """
      {"schema":"devtool.history/1","id":"20261120T\(100_000 + id)Z-1","startedAt":"2026-11-20T00:00:00Z",\
      "durationSeconds":1,"verdict":"passed","machine":"m","suites":[{"scope":"debug","passed":{\(passed)}}],\
      "warnings":[]}

      """
    }.joined()
  }

  @Test func killsLeaveAHistoryThatOpens() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    var random = SeededRandom(seed: 50)
    for round in 0..<50 {
      try scratch.folder.write(lines(round * 20..<round * 20 + 20), to: "lines.jsonl")
      let process = try scratch.tool.start(["history", "import", "lines.jsonl"], in: scratch.path)
      usleep(UInt32.random(in: 10_000...120_000, using: &random))
      process.send(SIGKILL)
      _ = try process.finish()
    }
    let shown = try scratch.devtool("history", "tests", "test399", "--runs", "1000")
    #expect(shown.status == 0, "\(shown.standardError)")
    let added = try scratch.devtool("history", "import", "lines.jsonl")
    #expect(added.status == 0, "\(added.standardError)")
    // Every run that is there has all of its tests.
    let exported = try scratch.devtool("history", "export", "--runs", "1000").standardOutput
    let runs = exported.split(separator: "\n")
    #expect(runs.count >= 20)
    #expect(runs.allSatisfy { $0.contains("M.C/test0\"") && $0.contains("M.C/test399\"") })
  }

  @Test func twoAtOnceLoseNothing() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    try scratch.folder.write(lines(0..<60), to: "one.jsonl")
    try scratch.folder.write(lines(60..<120), to: "two.jsonl")
    let processes = try ["one.jsonl", "two.jsonl"].map {
      try scratch.tool.start(["history", "import", $0], in: scratch.path)
    }
    for process in processes {
      let result = try process.finish()
      #expect(result.status == 0, "\(result.standardError)")
    }
    let runs = try scratch.devtool("history", "export", "--runs", "1000").standardOutput
    #expect(runs.split(separator: "\n").count == 120)
  }

  @Test(arguments: [
    (["import", "lines.jsonl"], 69, "lines.jsonl:2: this line is not a run of a history"),
    (["import", "missing.jsonl"], 69, "missing.jsonl"),
    (["slow", "--format", "junit"], 64, "junit"), (["tests", "--runs", "0"], 64, "--runs"),
  ])
  func whatIsWrongIsNamed(arguments: [String], status: Int32, message: String) throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    #expect(try scratch.devtool("check").status == 0)
    let line = try scratch.devtool("history", "export").standardOutput
    try scratch.folder.write(line + "{}\n", to: "lines.jsonl")
    let result = try scratch.tool.start(["history"] + arguments, in: scratch.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }
}
