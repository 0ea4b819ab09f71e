import Foundation
import TestSupport
import Testing

/// Reports of other tools as wholes, through the command line.
@Suite(.blocking) struct WholeReportTests {
  private static let config = """
    steps: { a: 'true' }
    rules:
      tests-with-sources: ignore
      linter-reports:
        files: out/*
        limit: { warnings: { fail: 2 } }
        new: { fail: 0 }
        base-files: base/*
        examples:
          - title: what the base has is not new
            files: [Sources/A.swift]
            reports: { out/l.json: '[{"file": "B.swift", "line": 9, "severity": "Warning", "reason": "x"}]' }
            base-reports: { base/l.json: '[{"file": "B.swift", "line": 1, "severity": "Warning", "reason": "x"}]' }
            expect: passes
          - title: what it does not have is
            files: [Sources/A.swift]
            reports: { out/l.json: '[{"file": "B.swift", "line": 9, "severity": "Warning", "reason": "x"}]' }
            base-reports: { base/l.json: '[]' }
            expect: [{ level: error, message: '^1 new result since the base' }, { file: B.swift, line: 9 }]
      covered-files: { reports: cov.json, warn: 0, fail-total: 60 }
    """

  private static func violation(_ line: Int, _ reason: String) -> String {
    #"{"file": "Sources/B.swift", "line": \#(line), "severity": "Warning", "rule_id": "r", "reason": "\#(reason)"}"#
  }

  private static let coverage =
    #"{"executableLines": 10, "targets": [{"name": "Kit", "files": [{"path": "Sources/A.swift", "#
    + #""coveredLines": 5, "executableLines": 10, "functions": []}]}]}"#

  @Test func judgesWholeReports() throws {
    let change = try ScratchChange(Self.config, files: ["Sources/A.swift": "let a = 2\n"])
    let old = (1...3).map { Self.violation($0, "old \($0)") }
    let folder = change.clone.directory
    try folder.write("[\(old.joined(separator: ", "))]", to: "base/l.json")
    try folder.write(
      "[\(old.joined(separator: ", ")), \(Self.violation(7, "<b>fresh</b> | @ada"))]",
      to: "out/l.json")
    try folder.write(Self.coverage, to: "cov.json")
    let result = try change.devtool(
      "check", "--only", "rules", "--report", "markdown=out.md")
    #expect(result.status == 1)
    let text = words(result)
    for line in [
      "error: 4 warnings in 1 report, limit is 2; most often (4): r [linter-reports]",
      "error: 1 new result since the base, limit is 0 [linter-reports]",
      "Sources/B.swift:7: warning: <b>fresh</b> | @ada (r) [linter-reports]",
      "error: line coverage of 1 file is 50 %, floor is 60 %: 5 of 10 lines never ran [covered-files]",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(!text.contains("B.swift:1"))
    let markdown = try String(contentsOfFile: change.path + "/out.md", encoding: .utf8)
    #expect(!markdown.contains("<b>fresh"))
    let explained = try change.devtool("rules", "explain", "linter-reports")
    #expect(words(explained).contains("1 new result since the base, limit is 0"))
    let tested = try change.devtool("rules", "test")
    #expect(tested.status == 0, "\(tested.standardOutput)")
    #expect(tested.standardOutput.contains("2 examples: 2 passed, 0 failed"))
  }

  @Test func neverPassesWithoutTheBase() throws {
    let change = try ScratchChange(Self.config, files: ["Sources/A.swift": "let a = 2\n"])
    let folder = change.clone.directory
    try folder.write("[\(Self.violation(1, "x"))]", to: "out/l.json")
    try folder.write(
      Self.coverage.replacing("\"coveredLines\": 5", with: "\"coveredLines\": 9"), to: "cov.json")
    let atDesk = try change.devtool("check", "--only", "rules")
    #expect(atDesk.status == 0, "\(atDesk.standardOutput)")
    #expect(
      words(atDesk).contains(
        "note: there is no base report base/*, so new results cannot be determined"))
    let asked = try change.devtool("check", "--only", "rules", "--pr-title", "Change a")
    #expect(asked.status == 1)
    #expect(words(asked).contains("error: there is no base report base/*"))
  }

  @Test(arguments: [
    ("", "is empty"), ("[{", "is incomplete: it ends in line 1"),
    ("<html/>", "is XML, but not a known report format"),
    ("{\"a\": 1}", "is JSON, but not a known report format"),
  ])
  func saysWhatWasExpected(content: String, message: String) throws {
    let change = try ScratchChange(
      "steps: { a: 'true' }\nrules: { linter-reports: { files: out/* } }\n",
      files: ["Sources/A.swift": "let a = 2\n"])
    try change.clone.directory.write(content, to: "out/r")
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    #expect(words(result).contains("error: out/r \(message) [linter-reports]"), "\(words(result))")
  }

  @Test func tooLargeAReportIsTold() throws {
    let change = try ScratchChange(
      "steps: { a: 'true' }\nrules: { linter-reports: { files: out/* } }\n",
      files: ["Sources/A.swift": "let a = 2\n"])
    try change.clone.directory.write("<testsuites><testsuite/></testsuites>", to: "out/r.xml")
    try change.clone.shell("truncate -s 65M out/r.xml")
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    #expect(words(result).contains("error: out/r.xml is larger than 64 MB"), "\(words(result))")
  }
}
