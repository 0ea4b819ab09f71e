import Foundation
import TestSupport
import Testing

/// What a run leaves behind for other programs: the record and the report files.
@Suite(.blocking) struct RecordTests {
  private static func scratch(_ config: String) throws -> ScratchPipeline {
    let scratch = try ScratchPipeline(config)
    try scratch.folder.write(
      """
      Test Suite 'FooTests' started at 2026-01-02 03:04:05.000
      Test Case 'FooTests.testA' started at 2026-01-02 03:04:05.000
      Test Case 'FooTests.testA' passed (0.5 seconds)
      Test Suite 'FooTests' passed at 2026-01-02 03:04:05.500
      \t Executed 1 test, with 0 failures (0 unexpected) in 0.5 (0.5) seconds
      \(scratch.path)/Sources/A.swift:3:7: warning: variable 'x' was never used

      """, to: "log")
    return scratch
  }

  @Test func hasEveryKeyOfTheContract() throws {
    let scratch = try Self.scratch("steps: { test: cat log, bad: { exec: [sh, -c, exit 2] } }")
    #expect(try scratch.devtool("check").status == 1)
    let record = try scratch.record()
    expectKeys(
      record,
      [
        "schema", "id", "devtoolVersion", "startedAt", "durationSeconds", "verdict", "environment",
        "config", "steps", "tests", "diagnostics", "runtimeWarnings", "changes", "coverage",
        "findings", "reports",
      ])
    #expect(record["schema"] as? String == "devtool.run/1")
    #expect(record["id"] as? String == (try scratch.runs().last))
    #expect(record["verdict"] as? String == "failed")
    #expect(record["changes"] is NSNull)
    #expect(record["coverage"] is NSNull)
    let started = try #require(record["startedAt"] as? String)
    #expect(started.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect((record["durationSeconds"] as? Double ?? 0) > 0)
    #expect((record["config"] as? [String: Any])?["path"] as? String == ".ci.yml")

    let steps = try objects(record["steps"])
    for step in steps {
      expectKeys(step, ["id", "action", "status", "attempts", "durationSeconds", "logPath"])
    }
    #expect(steps.map { $0["action"] as? String } == ["run", "exec"])
    let logPath = try #require(steps.last?["logPath"] as? String)
    #expect(try scratch.folder.read(logPath).hasPrefix("$ sh -c 'exit 2'\n"))

    let test = try #require(try objects(record["tests"]).first)
    expectKeys(
      test,
      [
        "name", "framework", "module", "suite", "function", "outcome", "durationSeconds", "runs",
        "issues", "output",
      ])
    #expect(test["durationSeconds"] as? Double == 0.5)
    expectKeys(try #require(try objects(test["runs"]).first), ["outcome", "durationSeconds"])

    let diagnostic = try #require(try objects(record["diagnostics"]).first)
    expectKeys(
      diagnostic, ["severity", "file", "line", "column", "message", "group", "count"])
    #expect(diagnostic["file"] as? String == "Sources/A.swift")
  }

  @Test func namesTheReportsThatWereWritten() throws {
    let scratch = try Self.scratch(
      """
      steps: { test: cat log }
      reports: [terminal, { junit: out/deep/junit.xml }, { markdown: summary.md }]
      """)
    let result = try scratch.devtool("check", "--report", "json=out/run.json")
    #expect(result.status == 0)
    #expect(try scratch.folder.read("out/deep/junit.xml").contains("testcase"))
    #expect(try scratch.folder.read("summary.md").contains("FooTests") == false)
    let written = try jsonObject(scratch.folder.read("out/run.json"))
    #expect(written["id"] as? String == (try scratch.runs().last))
    for path in ["out/deep/junit.xml", "summary.md", "out/run.json"] {
      #expect(result.standardOutput.contains(path))
    }
    for document in [written, try scratch.record()] {
      let reports = try objects(document["reports"])
      #expect(
        reports.compactMap { $0["path"] as? String }.sorted() == [
          "out/deep/junit.xml", "out/run.json", "summary.md",
        ])
      for report in reports { expectKeys(report, ["format", "path"]) }
    }
  }

  /// Standard output holds one document, so that it can be parsed.
  @Test(arguments: ["json", "junit", "markdown"])
  func printsOnlyTheReportThatWasAskedFor(format: String) throws {
    let scratch = try Self.scratch("steps: { test: cat log }\nreports: [terminal]")
    let result = try scratch.devtool("check", "--report", format)
    #expect(result.status == 0)
    let stored = try scratch.devtool("report", "--format", format)
    switch format {
    case "json":
      let printed = try jsonObject(result.standardOutput)
      #expect(printed["schema"] as? String == "devtool.run/1")
      #expect(try jsonObject(stored.standardOutput)["id"] as? String == printed["id"] as? String)
    case "junit":
      #expect(result.standardOutput.hasPrefix("<?xml"))
      #expect(stored.standardOutput.hasPrefix("<?xml"))
    default:
      #expect(result.standardOutput.contains("Passed"))
      #expect(!result.standardOutput.contains("✓ Passed"))
      #expect(stored.standardOutput.contains("Passed"))
    }
  }

  @Test func saysWhichReportCouldNotBeWritten() throws {
    let scratch = try Self.scratch(
      "steps: { a: 'true' }\nreports: [{ junit: log/junit.xml }, { markdown: ok.md }]")
    let result = try scratch.devtool("check")
    #expect(result.status == 69)
    #expect(result.standardError.contains("the junit report was not written: "))
    #expect(result.standardError.contains("log"))
    #expect(scratch.folder.exists("ok.md"))
    #expect(result.standardOutput.contains("✓ Passed"))
  }

  /// A failed run is a failed run, whatever else goes wrong after it.
  @Test func keepsTheVerdictWhenAReportCannotBeWritten() throws {
    let scratch = try Self.scratch(
      "steps: { a: 'false' }\nreports: [{ junit: log/junit.xml }]")
    let result = try scratch.devtool("check")
    #expect(result.status == 1)
    #expect(result.standardError.contains("the junit report was not written: "))
  }

  @Test func saysOnceThatItsFolderWentAway() throws {
    let scratch = try ScratchPipeline("steps: { a: rm -rf .devtool && touch .devtool }")
    let result = try scratch.devtool("check", "--quiet")
    #expect(result.status == 0)
    let lines = result.standardError.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("devtool: warning: cannot write '") == true)
    #expect(result.standardOutput.contains("✓ Passed"))
  }

  @Test func keepsTheNewestRuns() throws {
    // One that ends in its first second pushes no other out.
    let scratch = try ScratchPipeline("steps: { a: sleep 1 }")
    for number in 100..<125 {
      try scratch.folder.write("{}", to: ".devtool/runs/20200101T000\(number)Z-1/record.json")
    }
    #expect(try scratch.devtool("check").status == 0)
    let runs = try scratch.runs()
    #expect(runs.count == 20)
    #expect(runs.first == "20200101T000106Z-1")
    #expect(try scratch.folder.read(".devtool/.gitignore") == "*\n")
  }
}

/// Every key is there; more are welcome.
func expectKeys(
  _ object: [String: Any], _ keys: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let missing = keys.filter { object[$0] == nil }
  #expect(missing == [], "missing keys", sourceLocation: sourceLocation)
}

func objects(_ value: Any?) throws -> [[String: Any]] {
  try #require(value as? [[String: Any]])
}
