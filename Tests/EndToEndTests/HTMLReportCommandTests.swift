import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct HTMLReportCommandTests {
  @Test func writesPagesWhereItIsAsked() throws {
    let pipeline = try ScratchPipeline("steps: { a: 'true' }\nreports: [{ html: out/pages }]")
    let check = try pipeline.devtool("check", "--report", "html=out/one.html")
    #expect(check.status == 0, "\(check.standardError)")
    #expect(pipeline.folder.exists("out/pages/index.html"))
    #expect(pipeline.folder.exists("out/pages/assets/report.js"))
    #expect(try pipeline.folder.read("out/one.html").contains("<h1>The run passed</h1>"))
    let kept = try pipeline.devtool("report", "--format", "html")
    #expect(kept.standardOutput.hasSuffix("/.devtool/report/index.html\n"))
    #expect(pipeline.folder.exists(".devtool/report/index.html"))
    let printed = try pipeline.devtool("report", "--format", "html", "-o", "-")
    #expect(printed.standardOutput.hasPrefix("<!doctype html>"))
  }

  @Test(arguments: [
    (["check", "--report", "html"], 64, "name a folder"),
    (["report", "--format", "markdown", "--single-file"], 64, "require --format html"),
    (["report", "--format", "html", "--templates", "none"], 69, "none"),
    (["report", "--format", "html", "--templates", "bad"], 69, "{{user}}"),
  ])
  func refuses(arguments: [String], status: Int32, message: String) throws {
    let pipeline = try ScratchPipeline("steps: { a: 'true' }")
    try pipeline.folder.write("{{user}}", to: "bad/page.html")
    let result = try pipeline.tool.start(arguments, in: pipeline.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func takesTemplatesOfAFolder() throws {
    let pipeline = try ScratchPipeline("steps: { a: 'true' }")
    try pipeline.folder.write("body { color: teal }", to: "mine/report.css")
    let result = try pipeline.devtool(
      "check", "--report", "html=out", "--templates", "mine")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(try pipeline.folder.read("out/assets/report.css") == "body { color: teal }")
  }
}
