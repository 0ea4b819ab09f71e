import CIModel
import Testing

@testable import CIRules

/// A report costs time and memory in proportion to its size, whatever a tool or a test writes.
struct ReportBoundTests {
  private static let marks = String(repeating: "\u{301}\u{316}", count: 50_000)

  /// Runs of marks are cut where texts enter, and where two of them are joined.
  @Test(arguments: [
    #"[{"filePath": "@", "messages": [{"message": "@", "ruleId": "@"}]}]"#,
    #"[{"file": "@", "reason": "@", "rule_id": "@", "severity": "@"}]"#,
    #"{"files": [{"path": "@", "offenses": [{"message": "@", "cop_name": "@"}]}], "#
      + #""summary": {"offense_count": 1}}"#,
    #"{"numTotalTests": 1, "testResults": [{"name": "@", "assertionResults": [{"#
      + #""status": "failed", "fullName": "@", "failureMessages": ["@"]}]}]}"#,
    #"{"examples": [{"status": "failed", "file_path": "@", "full_description": "@", "#
      + #""exception": {"message": "@"}}], "summary": {"example_count": 1}}"#,
    #"{"runs": [{"results": [{"ruleId": "@", "message": {"text": "a{0}{1}", "arguments": "#
      + #"["@", "@"]}, "locations": [{"physicalLocation": {"artifactLocation": "#
      + #"{"uri": "a%CC%81@"}}}]}]}]}"#,
    #"{"testNodes": [{"nodeType": "Test Case", "name": "@", "children": [{"#
      + #""nodeType": "Failure Message", "name": "@:1: @"}]}]}"#,
    "<checkstyle><file name='@'><error message='@' source='@'/></file></checkstyle>",
    "<@/>", "<checkstyle a='@'/>", "<checkstyle @='a'/>",
    "<testsuite><testcase name='@' file='@'><failure message='@'/></testcase></testsuite>",
    "<testsuite name='@'><testcase name='&#x301;@' file='@'><failure>@<![CDATA[@]]>@</failure></testcase>"
      + "</testsuite>",
  ])
  func marks(template: String) {
    let bytes = Array(template.replacing("@", with: Self.marks).utf8)
    let entries = (try? ReportReaders.read(bytes))?.entries ?? []
    #expect(entries.isEmpty == template.hasSuffix("/>"))
    for entry in entries {
      for text in [entry.file, entry.writtenFile, entry.message, entry.rule] {
        #expect((text?.unicodeScalars.count ?? 0) < 300)
      }
    }
  }

  /// A file is found whose name has a longer run of marks than a text of a report.
  @Test func namesWithMarks() {
    let name = "a" + String(repeating: "\u{301}", count: 100) + ".swift"
    let report = #"[{"file": "\#(name)", "reason": "Long", "line": 1}]"#
    var facts = makeFacts([FileChange(.added, name, additions: 1)])
    facts.addedLines = [AddedLine(name, line: 1, text: "x")]
    facts.reports = [ReportFile(path: "r.json", bytes: Array(report.utf8))]
    let rule = LinterReportsRule(
      settings: RuleSettings(id: "linter-reports", values: ["files": .text("r.json")]))
    #expect(rule.findings(in: facts).map(\.location?.file) == [name])
  }

  /// A character can have any number of joiners.
  @Test func longCharacters() {
    let text = ReportText.line("a" + String(repeating: "\u{200D}", count: 100_000))
    #expect(text.unicodeScalars.count < 10_000)
  }
}
