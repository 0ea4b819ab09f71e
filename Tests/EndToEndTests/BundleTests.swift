import Foundation
import TestSupport
import Testing

/// A run that travels: packed in a checkout, read where there is none.
@Suite(.blocking) struct BundleTests {
  private static let secret = "hunter2-hunter2-hunter2"

  private struct Travel {
    let scratch: ScratchPipeline
    let elsewhere: ScratchDirectory
    var path: String { elsewhere.path + "/run.tar" }

    init(_ options: String...) throws {
      scratch = try ScratchPipeline(
        """
        secrets: [TOKEN]
        steps:
          say: { run: 'echo "token $TOKEN"; cat log.txt' }
          fail: { run: 'printf "\\033[31mred\\033[0m\\n"; exit 3' }
        """)
      let name = "Test Case 'M.A.testB'"
      try scratch.folder.write(
        "\(name) started at 2026-11-20 23:31:18.868\n\(scratch.path)/A.swift:2: error: M.A.testB : no\n\(name) failed (0.3 seconds)\n",
        to: "log.txt")
      try scratch.folder.write(
        "let a = 1\nlet b = \"\(BundleTests.secret)\"\n", to: "A.swift")
      let checked = try scratch.devtool("check", environment: ["TOKEN": BundleTests.secret])
      #expect(checked.status == 1)
      elsewhere = try ScratchDirectory()
      let running = try scratch.tool.start(
        ["bundle", "--output", path] + options, in: scratch.path,
        environment: ["TOKEN": BundleTests.secret])
      let packed = try running.finish()
      #expect(packed.status == 0, "\(packed.standardError)")
      #expect(packed.standardOutput.contains(" bytes, run 20"))
    }

    func devtool(_ arguments: String...) throws -> CommandResult {
      try scratch.tool.start(arguments, in: elsewhere.path).finish()
    }
  }

  @Test(arguments: ["json", "markdown", "junit", "sarif", "plain", "brief", "ctrf", "csv"])
  func saysTheSameElsewhere(format: String) throws {
    let travel = try Travel()
    let here = try travel.scratch.devtool("report", "--format", format)
    let there = try travel.devtool("report", "run.tar", "--format", format)
    #expect(there.status == 0, "\(there.standardError)")
    // What to do next names the bundle.
    let next = "Next: `devtool report run.tar --open`"
    #expect(there.standardOutput.contains(next) == (format == "plain"))
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.hasPrefix("Next: ") }
    }
    #expect(lines(there.standardOutput) == lines(here.standardOutput))
    #expect(!there.standardOutput.isEmpty)
  }

  @Test func bringsPagesWithSourcesAndLogs() throws {
    let travel = try Travel()
    let report = try travel.devtool("report", "run.tar", "--format", "html", "-o", "pages")
    #expect(report.status == 0, "\(report.standardError)")
    #expect(try travel.elsewhere.read("pages/index.html").contains("href=\"logs/fail.txt\""))
    #expect(try travel.elsewhere.read("pages/logs/fail.txt").hasSuffix("\nred\n"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: travel.elsewhere.path + "/pages/files")
    let page = try travel.elsewhere.read("pages/files/\(try #require(files.first))")
    #expect(page.contains("let"))
    let inside = try travel.scratch.devtool("report", "--format", "html", "-o", "pages")
    #expect(inside.status == 0, "\(inside.standardError)")
    #expect(try travel.scratch.folder.read("pages/logs/fail.txt").hasSuffix("\nred\n"))
  }

  @Test func holdsNoSecret() throws {
    let travel = try Travel()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: travel.path))
    #expect(bytes.range(of: Data("token ".utf8)) != nil)
    #expect(bytes.range(of: Data(Self.secret.utf8)) == nil)
    #expect(bytes.range(of: Data("\"seal\"".utf8)) == nil)
  }

  @Test func leavesOutWhatIsAsked() throws {
    let travel = try Travel("--no-logs", "--no-sources")
    let list = try run("tar", ["tf", travel.path], in: "/")
    #expect(list.standardOutput == "manifest.json\nrecord.json\n")
    let runs = try travel.scratch.devtool("bundle", ".devtool/runs", "-o", "named.tar")
    #expect(runs.status == 0, "\(runs.standardError)")
    let named = try run("tar", ["tf", "named.tar"], in: travel.scratch.path)
    #expect(named.standardOutput.contains("logs/fail.log"))
  }

  @Test func worksWithEveryCommandThatTakesARun() throws {
    let travel = try Travel()
    let compared = try travel.scratch.devtool("report", "--compare", travel.path)
    #expect(compared.status == 0, "\(compared.standardError)")
    let said = try travel.devtool("comment", "./run.tar", "--dry-run")
    #expect(said.status == 0, "\(said.standardError)")
    #expect(said.standardOutput.contains("--- the comment"))
    let old = try travel.devtool("report", "--run", "run.tar", "--format", "brief")
    #expect(old.status == 0, "\(old.standardError)")
  }

  @Test(arguments: [
    ("printf '{}' > bad.tar", "damaged"), ("gzip -c run.tar > bad.tar", "gzip archive"),
    ("head -c 3000 run.tar > bad.tar", "it is truncated"), ("true", "No such file"),
    ("ln -s /etc/passwd record.json; tar cf bad.tar record.json", "link or a device"),
  ])
  func refusesOtherFiles(script: String, words: String) throws {
    let travel = try Travel()
    _ = try run("sh", ["-c", script], in: travel.elsewhere.path)
    for command in [["report", "bad.tar"], ["comment", "--dry-run", "bad.tar"]] {
      let result = try travel.scratch.tool.start(command, in: travel.elsewhere.path).finish()
      #expect(result.status == 69)
      #expect(result.standardError.contains(words), "\(result.standardError)")
    }
  }

  @Test func nothingToPack() throws {
    let scratch = try ScratchPipeline("steps: { a: 'true' }")
    let result = try scratch.devtool("bundle")
    #expect(result.status == 69)
    #expect(result.standardError.contains("there is no run yet"))
    #expect(!scratch.folder.exists("devtool-bundle.tar"))
  }
}
