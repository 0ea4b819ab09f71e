import Foundation
import TestSupport
import Testing

/// What the command line asks of the plan: graph, explanation, parts of it, trace, output.
@Suite(.blocking) struct PlanningOptionsTests {
  private static let pipeline = """
    jobs: 3
    steps:
      build: { matrix: { c: [d, r] }, run: 'echo built ${matrix.c}' }
      test: { needs: "build[c=d]", run: 'echo tested; [ ! -e bad ]' }
      docs: { needs: build, run: 'echo docs', if: ci }
      publish: { needs: [test, docs, "build[c=r]"], run: echo published, locks: web, timeout: 1m }
      lint: echo lint
      end: { when: always, run: echo end }

    """

  @Test(arguments: [
    (
      "text",
      """
      1  build[c=d]
      1  build[c=r]
      1  lint
      2  test        after build[c=d]
      2  docs        after build[c=d], build[c=r]
      3  publish     after test, docs
      4  end         after publish, lint

      """
    ),
    (
      "dot",
      """
      digraph pipeline {
        rankdir=LR;
        node [shape=box];
        "build[c=d]";
        "build[c=r]";
        "test";
        "docs" [style=dashed];
        "publish";
        "lint";
        "end" [style=dashed];
        "build[c=d]" -> "test";
        "build[c=d]" -> "docs";
        "build[c=r]" -> "docs";
        "test" -> "publish";
        "docs" -> "publish";
        "publish" -> "end";
        "lint" -> "end";
      }

      """
    ),
    (
      "mermaid",
      """
      flowchart LR
        s0["build[c=d]"]
        s1["build[c=r]"]
        s2["test"]
        s3["docs"]
        s4["publish"]
        s5["lint"]
        s6["end"]
        s0 --> s2
        s0 --> s3
        s1 --> s3
        s2 --> s4
        s3 --> s4
        s4 --> s6
        s5 --> s6

      """
    ),
  ])
  func graphIsDrawn(format: String, expected: String) throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    let result = try scratch.devtool("check", "--graph", format)
    #expect(result.status == 0)
    #expect(result.standardOutput == expected)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/.devtool"))
  }

  @Test func graphIsADocument() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    let result = try scratch.devtool("check", "test", "--graph=json")
    let document = try jsonObject(result.standardOutput)
    #expect(document["schema"] as? String == "devtool.graph/1")
    let steps = try #require(document["steps"] as? [[String: Any]])
    #expect(steps.map { $0["id"] as? String } == ["build[c=d]", "test"])
    #expect(steps[1]["needs"] as? [String] == ["build[c=d]"])
    #expect(steps[0]["matrix"] as? [String: String] == ["c": "d"])
    #expect(try scratch.devtool("check", "--graph", "svg").status == 64)
  }

  @Test func aStepIsExplained() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    let before = try scratch.devtool("check", "--explain", "publish")
    #expect(
      before.standardOutput == """
        publish  run
          command   bash -euo pipefail -c 'echo published'
          needs     test, docs, build[c=r]
          locks     web
          timeout   1 min
          last run  not in the newest stored run

        """)
    #expect(try scratch.devtool("check").status == 0)
    let after = try scratch.devtool("check", "--explain", "docs")
    #expect(
      after.standardOutput.hasPrefix(
        """
        docs  run
          command    bash -euo pipefail -c 'echo docs'
          needs      build[c=d], build[c=r]
          needed by  publish
          if         ci  → false
            ci → false
          last run   skipped: ci is false  (
        """))
    let cells = try scratch.devtool("check", "--explain", "build")
    #expect(cells.standardOutput.contains("build[c=d]  run\n  matrix     c=d\n"))
    let unknown = try scratch.devtool("check", "--explain", "tets")
    #expect(unknown.status == 64)
    #expect(unknown.standardError.contains("Did you mean 'test'?"))
  }

  /// `--explain` is about the run that the other options ask for.
  @Test func theRunThatWouldHappenIsExplained() throws {
    let change = try ScratchChange(
      "steps: { docs: { run: echo, if: 'changed(\"docs/**\")' } }\n", files: ["topic.txt": "1\n"])
    try change.clone.shell("mkdir docs && echo new > docs/new.md")
    for (options, environment, outcome) in [
      ([], [:], "true"), (["--staged"], [:], "false"),
      (["--head", "HEAD"], [:], "false"), ([], ["CI": "true"], "false"),
    ] as [([String], [String: String?], String)] {
      let explained = try change.tool.start(
        ["check", "--explain", "docs"] + options, in: change.path, environment: environment
      ).finish()
      #expect(
        explained.standardOutput.contains("changed(\"docs/**\")  → \(outcome)\n"),
        "\(options) \(explained)")
    }
    try change.clone.git("add", "docs")
    let staged = try change.devtool("check", "--explain", "docs", "--staged")
    #expect(staged.standardOutput.contains("→ true\n"), "\(staged)")
  }

  @Test func aRunBeginsWithAStep() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    #expect(try scratch.devtool("check", "--from", "test").status == 0)
    #expect(try scratch.statuses() == ["test: passed", "publish: passed", "end: passed"])
    #expect(
      try scratch.devtool("check", "--from", "test", "--with-needs", "--skip", "lint").status == 0)
    #expect(
      try scratch.statuses() == [
        "build[c=d]: passed", "build[c=r]: passed", "test: passed", "docs: skipped",
        "publish: passed", "lint: skipped", "end: passed",
      ])
    #expect(try scratch.devtool("check", "--from", "test", "lint").status == 64)
  }

  @Test func whatFailedRunsAgain() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    try scratch.folder.write("", to: "bad")
    #expect(try scratch.devtool("check").status == 1)
    try FileManager.default.removeItem(atPath: scratch.path + "/bad")
    let list = try scratch.devtool("check", "--failed", "--list")
    #expect(!list.standardOutput.contains("lint"))
    #expect(try scratch.devtool("check", "--failed").status == 0)
    #expect(
      try scratch.statuses() == [
        "build[c=d]: passed", "build[c=r]: passed", "test: passed", "docs: skipped",
        "publish: passed",
      ])
    // Nothing failed any more: everything runs.
    #expect(try scratch.devtool("check", "--failed").status == 0)
    #expect(try scratch.statuses().count == 7)
  }

  @Test func aTraceHoldsTheSteps() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build: 'echo "[1/2] Compiling A a.swift"; echo "[2/2] Linking A"'
        test: |
          echo "Test Case 'ATests.testB' started at 2026-01-01 00:00:00.000"
          echo "Test Case 'ATests.testB' passed (0.25 seconds)"
      """)
    #expect(try scratch.devtool("check", "--trace", "trace.json").status == 0)
    let document = try jsonObject(scratch.folder.read("trace.json"))
    let events = try #require(document["traceEvents"] as? [[String: Any]])
    let spans = events.filter { $0["ph"] as? String == "X" }
    #expect(
      spans.compactMap { "\($0["cat"] ?? "") \($0["name"] ?? "")" }.sorted() == [
        "compile Compiling A a.swift", "compile Linking A", "step build", "step test",
        "test ATests.testB",
      ])
    #expect(spans.allSatisfy { $0["ts"] is Int && $0["dur"] is Int && $0["tid"] is Int })
    let wrong = try scratch.devtool("check", "--trace", "none/trace.json")
    #expect(wrong.status == 69)
    #expect(wrong.standardError.contains("Check the path given to --trace."))
  }

  @Test func outputOfFailedStepsOnly() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        good: 'echo from good'
        bad: { run: 'echo from bad; exit 2', retry: 1 }
      """)
    let result = try scratch.devtool("check", "--output", "failed")
    #expect(result.status == 1)
    #expect(!result.standardError.contains("  from good"))
    #expect(result.standardError.contains("\n▸ bad  echo from bad; exit 2\n  from bad\n"))
    #expect(try scratch.log("good").contains("from good"))
  }

  /// Lines of steps that run at once come as they are printed, each with its step.
  @Test func linesNameTheirStep() throws {
    let scratch = try ScratchPipeline(
      """
      jobs: 2
      defaults: { timeout: 60s }
      steps:
        one: 'echo 1; until test -e two; do sleep 0.01; done; printf "no end"; touch one'
        second: 'until test -e one.log -o -e x; do sleep 0.01; test -s one || touch x; done; echo 2; touch two'
      """)
    let result = try scratch.devtool("check", "--output", "prefixed")
    #expect(result.status == 0)
    let lines = result.standardError.split(separator: "\n").filter { $0.contains("│") }
    #expect(lines.sorted() == ["one    │ 1", "one    │ no end", "second │ 2"])
    #expect(try scratch.devtool("check", "--output", "loud").status == 64)
  }
}
