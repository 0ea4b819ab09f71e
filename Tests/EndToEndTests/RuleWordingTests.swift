import Foundation
import TestSupport
import Testing

/// What a team writes into its rules, and what reaches the reports.
@Suite(.blocking) struct RuleWordingTests {
  @Test func markdownOfTheTeamWithTextOfTheChange() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        changelog:
          level: error
          message: "**${author}**: see [the guide](https://example.org/#new) for ${count} files in `${base}`"
          help: "Write `- ${title}`."
      """,
      files: ["Sources/A.swift": "let a = 2\n"])
    let result = try change.devtool(
      "check", "--only", "rules", "--pr-author", "ada", "--pr-title", "A | <b>*b* `c` @ada",
      "--report", "markdown=out.md")
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains(
        "error: ada: see the guide (https://example.org/#new) for 1 files in `` [changelog]"),
      "\(result.standardOutput)")
    let report = try String(contentsOfFile: change.path + "/out.md", encoding: .utf8)
    #expect(
      report.contains(
        "**ada**: see [the guide](https://example.org/#new) for 1 files in ``<br>Write `- A \\| "
          + "<b>*b* 'c' @ada`."), "\(report)")
  }

  @Test func failedTestsElsewhereAndFoldersWithoutASlash() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        tests-with-sources: ignore
        pr-size: { level: error, warn: 1, paths: Sources }
        linter-reports: { files: junit.xml }
        custom: [{ id: app, forbid: "**", paths: [App, Source/**] }]
      """,
      files: ["Sources/A.swift": "let a = 2\n"])
    let junit = """
      <testsuite name="A">
        <testcase classname="OldTests" name="testPipes" file="Tests/OldTests.swift" line="7">
          <failure message="1 is not 2"/></testcase>
        <testcase classname="OtherTests" name="testMore"><failure message="broken"/></testcase>
      </testsuite>
      """
    try junit.write(toFile: change.path + "/junit.xml", atomically: true, encoding: .utf8)
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    for line in [
      "Tests/OldTests.swift:7: error: 1 is not 2 (testPipes) [linter-reports]",
      "error: broken (OtherTests.testMore) [linter-reports]",
      "error: changes 2 lines in 1 file, limit is 1 [pr-size]",
      "Rule 'app': `App` of 'paths' matches no file of the repository.",
      "Rule 'app': `Source/**` of 'paths' matches no file of the repository.",
    ] { #expect(result.standardOutput.contains(line), "\(result.standardOutput)") }
    #expect(!result.standardOutput.contains("Rule 'pr-size'"))
  }
}
