import Foundation
import TestSupport
import Testing

/// `devtool report` and `devtool coverage` on stored runs.
@Suite(.blocking) struct ReportCommandTests {
  @Test(arguments: [("'true'", 0), ("'false'", 1)])
  func runsFirstWhenThereIsNoRun(script: String, status: Int) throws {
    let scratch = try ScratchPipeline(
      "steps: { a: \(script) }\nreports: [{ junit: junit.xml }]")
    let first = try scratch.devtool("report")
    #expect(first.status == status)
    #expect(first.standardError.hasPrefix("No run yet: running `devtool check` first.\n"))
    #expect(first.standardOutput.contains(status == 0 ? "✓ Passed" : "✗ Failed"))
    #expect(try scratch.runs().count == 1)
    #expect(scratch.folder.exists("junit.xml"))
    // From then on it only shows, and showing works.
    let second = try scratch.devtool("report")
    #expect(second.status == 0)
    #expect(second.standardError == "")
    #expect(try scratch.runs().count == 1)
  }

  @Test func showsAnyStoredRun() throws {
    let scratch = try ScratchPipeline("steps: { a: test -e good }")
    #expect(try scratch.devtool("check").status == 1)
    let id = try #require(try scratch.runs().last)
    try FileManager.default.moveItem(
      atPath: scratch.path + "/.devtool/runs/\(id)",
      toPath: scratch.path + "/.devtool/runs/20200101T000000Z-1")
    try scratch.folder.write("", to: "good")
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.devtool("report").standardOutput.contains("✓ Passed"))
    let old = try scratch.devtool("report", "--run", "20200101T000000Z-1")
    #expect(old.standardOutput.contains("✗ Failed"))
    let folder = ".devtool/runs/20200101T000000Z-1"
    // What to do next names the run as it was named.
    func withoutNext(_ result: CommandResult) -> [Substring] {
      result.standardOutput.split(separator: "\n").filter { !$0.hasPrefix("Next: ") }
    }
    #expect(old.standardOutput.hasSuffix("\nNext: `devtool report 20200101T000000Z-1 --open`\n"))
    for path in ["\(folder)/record.json", folder, "\(folder)/"] {
      #expect(withoutNext(try scratch.devtool("report", "--run", path)) == withoutNext(old))
    }
    // A folder of runs means its newest one.
    #expect(try scratch.devtool("report", "--run", "./").standardOutput.contains("✓ Passed"))
    let unknown = try scratch.devtool("report", "--run", "20200101T000000Z-2")
    #expect(unknown.status == 69)
    #expect(unknown.standardError.contains("Did you mean '20200101T000000Z-1'?"))
    #expect(withoutNext(try scratch.devtool("report", "--run", "2020")) == withoutNext(old))
    #expect(try scratch.devtool("report", "--run", "last").standardOutput.contains("✓ Passed"))
    let several = try scratch.devtool("report", "--run", "20")
    #expect(several.status == 69)
    #expect(several.standardError.contains("'20' matches 2 run ids"))
  }

  @Test func comparesStoredRuns() throws {
    let scratch = try ScratchPipeline("steps: { a: cat log.txt }")
    let line = "Test Case 'M.testA' started at 2026-11-20 23:31:18.868\nTest Case 'M.testA' "
    #expect(try scratch.devtool("report", "--list").standardOutput.hasPrefix("No run yet."))
    try scratch.folder.write(line + "passed (0.3 seconds)\n", to: "log.txt")
    #expect(try scratch.devtool("check").status == 0)
    let alone = try scratch.devtool("report", "--compare", "last")
    #expect(alone.status == 69)
    #expect(alone.standardError.contains("there is no run before '"))
    try scratch.folder.write(line + "failed (0.3 seconds)\n", to: "log.txt")
    #expect(try scratch.devtool("check").status == 1)
    let ids = try scratch.runs()
    let list = try jsonObject(
      try scratch.devtool("report", "--list", "--format", "json").standardOutput)
    let runs = try #require(list["runs"] as? [[String: Any]])
    #expect(runs.map { $0["id"] as? String } == [ids[1], ids[0]])
    for name in ["last", ids[0]] {
      let text = try scratch.devtool("report", "--compare", name).standardOutput
      #expect(text.hasPrefix("NEWLY FAILING  1\n✗ M.testA  passed → failed\n"))
    }
    let back = try scratch.devtool(
      "report", "--run", ids[0], "--compare", ids[1], "--format", "markdown", "-o", "out/it.md")
    #expect(back.status == 0)
    let file = try String(contentsOfFile: scratch.path + "/out/it.md", encoding: .utf8)
    #expect(file.contains("### ✅ Fixed\n"))
  }

  /// A branch of which only the history has a run.
  @Test func comparesWithARunOfABranch() throws {
    let scratch = try ScratchPipeline("steps: { a: cat log.txt }")
    try scratch.folder.write(
      "Test Case 'M.testA' started at 2026-11-20 23:31:18.868\nTest Case 'M.testA' failed (0.3 seconds)\n",
      to: "log.txt")
    #expect(try scratch.devtool("check").status == 1)
    let run = """
      {"schema":"devtool.history/1","id":"20251119T233118.042Z-1","startedAt":"2025-11-19T23:31:18Z",\
      "durationSeconds":1,"verdict":"passed","machine":"m","warnings":[],\
      "checkout":{"commit":"\(String(repeating: "a", count: 40))","branch":"main","subject":"S",\
      "author":"A","isModified":false},"suites":[{"scope":"s","passed":{"M.testA":0.3,"M.testB":0.2}}]}

      """
    let added = try scratch.devtool("history", "import", "-", input: run)
    #expect(added.status == 0, "\(added.standardError)")
    let text = try scratch.devtool("report", "--compare", "main").standardOutput
    #expect(text.hasPrefix("NEWLY FAILING  1\n✗ M.testA  passed → failed\n"))
    #expect(text.contains("TESTS NOT IN THIS RUN  1\n- M.testB\n"))
    let page = try scratch.devtool(
      "report", "--compare", "main", "--format", "html", "-o", "out/it.html")
    #expect(page.status == 0)
    #expect(try scratch.folder.read("out/it.html").contains("<h2>Newly failing"))
    let other = try scratch.devtool("report", "--compare", "other")
    #expect(other.status == 69)
    #expect(other.standardError.contains("the history has no run of a branch of that name"))
  }

  @Test(arguments: [
    (["--list", "--compare", "last"], 64), (["--list", "--run", "x"], 64),
    (["--list", "--format", "junit"], 64), (["--compare", "last", "--format", "sarif"], 64),
    (["--compare", "nonsense"], 69),
  ])
  func refusesWhatCannotBeCompared(arguments: [String], status: Int) throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    for _ in 0..<2 { #expect(try scratch.devtool("check").status == 0) }
    let result = try scratch.tool.start(["report"] + arguments, in: scratch.path).finish()
    #expect(result.status == status)
    #expect(result.standardOutput == "")
  }

  /// Runs that begin within one second, whatever their process ids are.
  @Test func showsTheNewestRun() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    for _ in 0..<3 { #expect(try scratch.devtool("check").status == 0) }
    let ids = try scratch.runs()
    #expect(ids.count == 3)
    for id in ids { #expect(id.wholeMatch(of: /\d{8}T\d{6}\.\d{3}Z-\d+/) != nil) }
    let shown = try scratch.devtool("report", "--format", "json", "-o", "-")
    #expect(try jsonObject(shown.standardOutput)["id"] as? String == ids.last)
    #expect(!scratch.folder.exists("-"))
  }

  @Test func writesToAFile() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    #expect(try scratch.devtool("check").status == 0)
    let result = try scratch.devtool("report", "--format", "markdown", "-o", "out/summary.md")
    #expect(result.status == 0)
    #expect(result.standardOutput == "")
    #expect(try scratch.folder.read("out/summary.md").contains("Passed"))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{\"schema\": \"devtool.run/1\"}", "\0\0\0", "{\"steps\": 7}",
  ])
  func refusesADamagedRecord(text: String) throws {
    let scratch = try ScratchPipeline("steps: { a: touch ran }")
    let path = ".devtool/runs/20200101T000000Z-1/record.json"
    try scratch.folder.write(text, to: path)
    for command in ["report", "coverage"] {
      let result = try scratch.devtool(command)
      #expect(result.status == 69)
      #expect(result.standardOutput == "")
      #expect(result.standardError.contains("\(path) is not a run record"))
      #expect(result.standardError.split(separator: "\n").count == 2)
      #expect(result.standardError.count < 500)
    }
    #expect(!scratch.folder.exists("ran"))
  }

  @Test func saysThatItSkipsADamagedRecord() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    #expect(try scratch.devtool("check").status == 0)
    let note = "A newer stored run is not shown"
    #expect(try !scratch.devtool("report").standardOutput.contains(note))
    #expect(try scratch.devtool("check").status == 0)
    let id = try #require(try scratch.runs().last)
    try scratch.folder.write("garbage", to: ".devtool/runs/\(id)/record.json")
    let result = try scratch.devtool("report", "--format", "plain")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains(note))
  }

  @Test func refusesARecordOfANewerVersion() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    #expect(try scratch.devtool("check").status == 0)
    let id = try #require(try scratch.runs().last)
    let path = ".devtool/runs/\(id)/record.json"
    let text = try scratch.folder.read(path)
    try scratch.folder.write(text.replacing("devtool.run/1", with: "devtool.run/2"), to: path)
    let result = try scratch.devtool("report")
    #expect(result.status == 69)
    #expect(result.standardError.contains("devtool.run/2"))
  }

  @Test func showsCoverageOfTheLastRun() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }\ncoverage: { minimum: 80 }")
    let none = try scratch.devtool("coverage")
    #expect(none.status == 69)
    #expect(none.standardError.contains("there is no run yet"))
    #expect(try scratch.devtool("check").status == 0)
    let unmeasured = try scratch.devtool("coverage")
    #expect(unmeasured.status == 69)
    #expect(unmeasured.standardError.contains("measured no coverage"))

    let id = try #require(try scratch.runs().last)
    try scratch.folder.write(
      try scratch.folder.read(".devtool/runs/\(id)/record.json")
        .replacing("\"coverage\" : null", with: "\"coverage\" : \(Self.coverage)"),
      to: "measured.json")
    let text = try scratch.devtool("coverage", "--run", "measured.json")
    #expect(text.status == 1)
    #expect(text.standardOutput.contains("75.00"))
    #expect(text.standardOutput.contains("Sources/Demo/Demo.swift"))
    let json = try scratch.devtool("coverage", "--run", "measured.json", "--format", "json")
    #expect(json.status == 1)
    let document = try jsonObject(json.standardOutput)
    expectKeys(
      document,
      ["schema", "metric", "isPartial", "totals", "files", "excluded", "patch", "thresholds"])
    #expect(document["schema"] as? String == "devtool.coverage/1")
    expectKeys(
      try #require(try objects(document["files"]).first),
      ["path", "target", "lines", "functions", "regions", "uncoveredLines", "partialLines"])
    let report = try scratch.devtool("report", "--run", "measured.json")
    #expect(report.standardOutput.contains("75.00"))
  }

  private static let coverage = """
    {"metric": "distinct", "isPartial": false,
      "totals": {"lines": {"covered": 3, "count": 4}, "functions": {"covered": 1, "count": 1},
        "regions": {"covered": 3, "count": 4}},
      "files": [{"path": "Sources/Demo/Demo.swift", "target": "Demo",
        "lines": {"covered": 3, "count": 4}, "functions": {"covered": 1, "count": 1},
        "regions": {"covered": 3, "count": 4}, "uncoveredLines": [[4, 4]], "partialLines": []}],
      "excluded": [], "patch": null,
      "thresholds": [{"name": "minimum", "required": 80, "actual": 75, "passed": false}]}
    """
}
