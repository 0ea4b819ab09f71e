import Foundation
import TestSupport
import Testing

/// Steps that are skipped because nothing changed that they depend on.
@Suite(.blocking) struct UpToDateTests {
  private static let pipeline = """
    env: { LEVEL: "1" }
    steps:
      make:
        run: |
          echo run >> runs; mkdir -p out; cat in/* > out/all; echo '#!/bin/sh' > out/tool; chmod +x out/tool
          echo "A.swift:1:2: warning: old habit"; echo "lines=$(wc -l < out/all)" >> "$DEVTOOL_OUTPUT"
        inputs: [in/**]
        outputs: [out/**]
      verdict: { needs: make, env: { N: "${steps.make.outputs.lines}" }, run: 'echo $N >> verdicts', inputs: in/a, outputs: [] }

    """

  private func scratch(_ config: String = pipeline) throws -> ScratchPipeline {
    let scratch = try ScratchPipeline(config)
    try scratch.folder.write("one\n", to: "in/a")
    try scratch.folder.write("two\n", to: "in/b")
    return scratch
  }

  private func runs(_ scratch: ScratchPipeline) throws -> Int {
    try scratch.folder.read("runs").split(separator: "\n").count
  }

  private func upToDate(_ scratch: ScratchPipeline) throws -> [Bool] {
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    return steps.map { $0["isUpToDate"] as? Bool ?? false }
  }

  @Test func whatDidNotChangeDoesNotRunAgain() throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check").status == 0)
    let again = try scratch.devtool("check")
    #expect(again.status == 0)
    #expect(try upToDate(scratch) == [true, true])
    #expect(try runs(scratch) == 1)
    #expect(try scratch.folder.read("verdicts") == "2\n")
    #expect(again.standardOutput.contains("make"))
    #expect(again.standardOutput.contains("up to date"))
    // What it printed is shown again and counts again.
    #expect(again.standardError.contains("old habit"))
    #expect(again.standardOutput.contains("1 compiler"))
    #expect(
      try scratch.log("make").hasPrefix("devtool: up to date; output of run "))
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["outputs"] as? [String: String] == ["lines": "2"])
  }

  /// What was printed must be there to be shown again.
  @Test func aResultWithoutItsLogIsNotKept() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        a:
          inputs: [.ci.yml]
          run: |
            cd "$(dirname "$DEVTOOL_OUTPUT")/.."
            rm -r logs
            touch logs
            echo a.swift:1:1: warning: old habit
      """)
    for _ in 0..<2 {
      let result = try scratch.devtool("check")
      #expect(result.status == 0)
      #expect(result.standardOutput.contains("the log is cut off"))
      #expect(result.standardOutput.contains("The result of step a is not kept"))
      #expect(try upToDate(scratch) == [false])
    }
  }

  /// A file counts once, however many patterns name it.
  @Test func patternsMayNameTheSameFile() throws {
    let scratch = try ScratchPipeline(
      "steps: { a: { run: 'true', inputs: [a, a, '*.txt', b.txt] }, b: { exec: ['true'], inputs: [a, a] } }"
    )
    for name in ["a", "b.txt"] { try scratch.folder.write(name, to: name) }
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try upToDate(scratch) == [true, true])
    try scratch.folder.write("changed", to: "a")
    #expect(try scratch.devtool("check").status == 0)
    #expect(try upToDate(scratch) == [false, false])
  }

  @Test(arguments: [
    ("echo three > in/c", "in/c is new"),
    ("echo changed > in/a", "in/a changed"),
    ("rm in/b", "in/b is gone"),
    ("chmod +x in/a", "in/a changed"),
    ("sed -i.bak 's/echo run /echo run  /' .ci.yml", "the command changed"),
    ("sed -i.bak 's/LEVEL: \"1\"/LEVEL: \"2\"/' .ci.yml", "the variable LEVEL changed"),
  ])
  func whatChangedRunsAgain(change: String, reason: String) throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check").status == 0)
    #expect(
      try scratch.devtool("check", "--explain", "make").standardOutput.contains(
        "  up to date  yes\n"))
    _ = try scratch.tool.shell(change, in: scratch.path)
    let explained = try scratch.devtool("check", "--explain", "make")
    #expect(explained.standardOutput.contains("  up to date  no: \(reason)\n"))
    #expect(try scratch.devtool("check", "--only", "make").status == 0)
    #expect(try runs(scratch) == 2)
  }

  /// New times are no change, and what was there before is known again.
  @Test func contentCounts() throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check").status == 0)
    _ = try scratch.tool.shell("touch in/*; cp in/a x; echo other > in/a", in: scratch.path)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.folder.read("out/all") == "other\ntwo\n")
    _ = try scratch.tool.shell("mv x in/a", in: scratch.path)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try runs(scratch) == 2)
    #expect(try scratch.folder.read("out/all") == "one\ntwo\n")
  }

  /// Outputs are looked at, and put back when they are not what was made.
  @Test(arguments: ["rm -r out", "echo x >> out/all", "chmod -x out/tool", "rm out/all"])
  func outputsArePutBack(change: String) throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check").status == 0)
    _ = try scratch.tool.shell(change, in: scratch.path)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try runs(scratch) == 1)
    #expect(try scratch.folder.read("out/all") == "one\ntwo\n")
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/out/tool"))
  }

  @Test func aDamagedCacheIsNotUsed() throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check").status == 0)
    _ = try scratch.tool.shell(
      "rm -r out; for f in $(find .devtool/cache/cas -type f); do echo x >> $f; done; echo x >> .devtool/cache/files",
      in: scratch.path)
    #expect(try scratch.devtool("check").status == 0)
    #expect(try runs(scratch) == 2)
    #expect(try scratch.folder.read("out/all") == "one\ntwo\n")
  }

  @Test func theCommandLineDecides() throws {
    let scratch = try scratch()
    #expect(try scratch.devtool("check", "--cache", "ro").status == 0)
    #expect(try scratch.devtool("check", "--cache", "rw").status == 0)
    #expect(try runs(scratch) == 2)
    #expect(try scratch.devtool("check", "--cache", "ro").status == 0)
    #expect(try runs(scratch) == 2)
    #expect(try scratch.devtool("check", "--cache", "off").status == 0)
    #expect(try runs(scratch) == 3)
    #expect(try scratch.devtool("check", "--cache", "on").status == 64)
  }

  @Test func whatCannotBeKeptIsSaid() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        fails: { run: 'echo fails >> count; exit 1', inputs: in, allow-failure: true }
        formats: { run: 'echo x >> in; echo formats >> count', inputs: in }
        misses: { run: 'echo misses >> count', inputs: in, outputs: [none/**], needs: formats }
      """)
    try scratch.folder.write("", to: "in")
    var result = try scratch.devtool("check", "--jobs", "1")
    result = try scratch.devtool("check", "--jobs", "1")
    #expect(result.status == 0)
    #expect(try scratch.folder.read("count").split(separator: "\n").count == 6)
    #expect(
      result.standardOutput.contains("Step formats changed its own inputs, so it is never up to"))
    #expect(result.standardOutput.contains("Step misses created no file that matches 'none/**'"))
  }
}
