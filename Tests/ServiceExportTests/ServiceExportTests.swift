import PipelineConfig
import ProjectSetup
import TestSupport
import Testing

@testable import ServiceExport

struct ServiceExportTests {
  private func export(
    _ text: String, _ service: SetupService, shards: Int = 3, comments: Bool = false,
    branch: String = "main"
  ) throws -> ServiceExport {
    let root = try ScratchDirectory()
    try root.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let parts = try ServiceParts(
      service, release: "https://example.com/v1", branch: branch, root: root.path)
    let pipeline = try ConfigReader(fileName: ".ci.yml", rules: []).read(Array(text.utf8))
    return try ServiceExport(pipeline, parts, shards: shards, comments: comments)
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

  @Test func tellsWhenAFileIsStale() throws {
    let new = try export(Examples.typical, .github)
    #expect(new.staleness(of: new.text) == nil)
    let old = try export(Examples.typical, .github, shards: 2).text
    let difference = try #require(new.staleness(of: old))
    #expect(difference.contains("- # Written by `devtool export github --shards 2`"))
    #expect(difference.contains("+ # Written by `devtool export github --shards 3`"))
    let hostile = try #require(new.staleness(of: "\u{1B}[2J"))
    #expect(!hostile.contains("\u{1B}"))
    #expect(new.staleness(of: "") != nil)
    #expect(
      new.staleness(of: new.text + "x")
        == "@@ line \(lines(new.text))\n- x\n@@ line \(lines(new.text))\n+ \n")
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
