import PipelineConfig
import ProjectSetup
import TestSupport
import Testing

@testable import ServiceExport

struct ServiceExportTests {
  private func export(
    _ text: String, _ service: SetupService, shards: Int = 3, comments: Bool = false,
    branch: String = "main", words: [String] = []
  ) throws -> ServiceExport {
    let root = try ScratchDirectory()
    try root.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let parts = try ServiceParts(
      service, release: "https://example.com/v1", branch: branch, root: root.path)
    let pipeline = try ConfigReader(fileName: ".ci.yml", rules: []).read(Array(text.utf8))
    return try ServiceExport(
      pipeline, parts, shards: shards, comments: comments, words: words)
  }

  @Test(arguments: SetupService.allCases) func writesTheExamples(service: SetupService) throws {
    let examples = [
      ("small", Examples.small), ("typical", Examples.typical), ("full", Examples.full),
    ]
    for (name, text) in examples {
      let comments = name == "full" && service.canComment
      let written = try export(text, service, comments: comments).text
      expectGolden(written, "\(name)-\(service.rawValue).yml")
    }
  }

  @Test func namesTheCommandThatWritesItAgain() throws {
    let export = try export(
      Examples.typical, .github, comments: true, branch: "trunk",
      words: ["--release", "https://m.example/v1", "--config", "a b/.ci.yml"])
    let command =
      "devtool export github --shards 3 --comment --branch trunk --release https://m.example/v1 "
      + "--config 'a b/.ci.yml'"
    #expect(export.command == command)
    #expect(export.text.hasPrefix("# Written by `\(command)`: "))
  }

  @Test func tellsWhenAFileIsStale() throws {
    let new = try export(Examples.typical, .github)
    func staleness(_ old: String) -> String? {
      ServiceExport.staleness(of: Array(old.utf8), instead: new.text)
    }
    #expect(staleness(new.text) == nil)
    let old = try export(Examples.typical, .github, shards: 2).text
    let difference = try #require(staleness(old))
    #expect(difference.contains("- # Written by `devtool export github --shards 2`"))
    #expect(difference.contains("+ # Written by `devtool export github --shards 3`"))
    let hostile = try #require(staleness("\u{1B}[2J"))
    #expect(!hostile.contains("\u{1B}"))
    #expect(staleness("") != nil)
    #expect(
      staleness(new.text + "x")
        == "@@ line \(lines(new.text))\n- x\n@@ line \(lines(new.text))\n+ \n")
  }

  @Test func aForkIsCommentedByASecondWorkflow() throws {
    let one = try export(Examples.typical, .github)
    #expect(one.files(at: "a/ci.yml").map(\.path) == ["a/ci.yml"])
    let two = try export(Examples.typical, .github, comments: true)
    #expect(!two.graph.jobs.contains { $0.comments })
    #expect(two.files(at: "a/ci.yml").map(\.path) == ["a/ci.yml", "a/devtool-comment.yml"])
    #expect(two.files(at: "ci.yml").map(\.path) == ["ci.yml", "devtool-comment.yml"])
    let second = try #require(two.second?.text)
    #expect(second.contains("workflow_run") && second.contains("devtool-bundle.tar"))
    #expect(!second.contains("actions/checkout"))
    let job = try export(Examples.typical, .gitlab, comments: true)
    #expect(job.graph.jobs.last?.comments == true && job.second == nil)
  }

  private func lines(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
  }

  @Test func refusesWhatAServiceCannotDo() throws {
    #expect(throws: ExportError.cannotComment) {
      try export(Examples.typical, .buildkite, comments: true)
    }
    #expect(throws: ExportError.graph(.badShardCount(job: "test", 0))) {
      try export(Examples.typical, .gitlab, shards: 0)
    }
    #expect(throws: SetupError.self) { try export(Examples.small, .github, branch: "a b") }
  }
}
