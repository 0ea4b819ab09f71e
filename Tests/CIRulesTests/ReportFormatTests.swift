import CIModel
import Testing

@testable import CIRules

/// Reports as their tools write them, shortened.
struct ReportFormatTests {
  @Test func swiftLint() throws {
    let text = #"""
      [
        {
          "character" : 12,
          "file" : "/Users/ci/App/Sources/A.swift",
          "line" : 7,
          "reason" : "Force casts should be avoided",
          "rule_id" : "force_cast",
          "severity" : "Error",
          "type" : "Force Cast"
        },
        { "character" : null, "file" : null, "line" : null, "reason" : "No files", "rule_id" : "x",
          "severity" : "Warning", "type" : "X" }
      ]
      """#
    let entries = try #require(LinterReport.read(Array(text.utf8), format: nil))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "/Users/ci/App/Sources/A.swift", line: 7, column: 12, severity: .error,
          message: "Force casts should be avoided", rule: "force_cast")
      ])
  }

  @Test func checkstyle() throws {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <!-- made by a tool -->
      <checkstyle version="4.3">
      \t<file name="Sources/A &amp; B.swift">
      \t\t<error line="3" column="1" severity="warning" message="a &lt;b&gt; &#39;c&#x27;" source="x.y"/>
      \t\t<error severity='info' message="whole"></error>
      \t</file>
      </checkstyle>
      """
    let entries = try #require(LinterReport.read(Array(text.utf8), format: nil))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "Sources/A & B.swift", line: 3, column: 1, severity: .warning,
          message: "a <b> 'c'", rule: "x.y"),
        LinterReport.Entry(
          file: "Sources/A & B.swift", severity: .note, message: "whole", rule: ""),
      ])
  }

  @Test func junit() throws {
    let text = """
      <testsuites><testsuite name="A" tests="3">
      <testcase classname="A" name="passes" time="0.1"/>
      <testcase classname="A" name="fails" file="Tests/A.swift" line="9"><failure message="1 != 2"><![CDATA[<at> x]]></failure></testcase>
      <testcase classname="A" name="nowhere"><error message="x"/></testcase>
      </testsuite></testsuites>
      """
    let entries = try #require(LinterReport.read(Array(text.utf8), format: nil))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "Tests/A.swift", line: 9, severity: .error, message: "1 != 2", rule: "fails",
          isFailedTest: true),
        LinterReport.Entry(severity: .error, message: "x", rule: "A.nowhere", isFailedTest: true),
      ])
  }

  @Test func sarif() throws {
    let text = #"""
      {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [
        {"ruleId": "r", "level": "note", "message": {"text": "m"}, "locations": [{"physicalLocation":
          {"artifactLocation": {"uri": "Sources/A%20B.swift"},
           "region": {"startLine": 2, "startColumn": 3, "endLine": 4}}}]},
        {"ruleId": "s", "message": {"text": "gone"}, "suppressions": [{"kind": "inSource"}],
          "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a"}}}]},
        {"ruleId": "t", "message": {"text": "nowhere"}}]}]}
      """#
    let entries = try #require(LinterReport.read(Array(text.utf8), format: nil))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "Sources/A B.swift", line: 2, column: 3, endLine: 4, severity: .note, message: "m",
          rule: "r")
      ])
  }

  @Test func xcodeBuildResults() throws {
    let text = #"""
      {"actionTitle": "Build", "startTime": 1.5, "endTime": 9, "status": "failed", "errorCount": 1,
       "warningCount": 2, "analyzerWarningCount": 0, "analyzerWarnings": [],
       "errors": [{"issueType": "Swift Compiler Error", "message": "cannot find 'x' in scope",
         "targetName": "App", "sourceURL":
         "file:///ci/Sources/A%20B.swift#EndingColumnNumber=4&EndingLineNumber=9&StartingColumnNumber=4&StartingLineNumber=8&Timestamp=7.5"}],
       "warnings": [{"issueType": "No-usage", "message": "unused", "sourceURL": "file:///ci/a.swift"},
         {"issueType": "Build", "message": "nowhere"}]}
      """#
    let entries = try #require(LinterReport.read(Array(text.utf8), format: nil))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "file:///ci/Sources/A B.swift", line: 9, column: 5, endLine: 10, severity: .error,
          message: "cannot find 'x' in scope", rule: "Swift Compiler Error"),
        LinterReport.Entry(
          file: "file:///ci/a.swift", severity: .warning, message: "unused", rule: "No-usage"),
      ])
  }

  @Test func xcodeTestResults() throws {
    let text = #"""
      {"devices": [], "testPlanConfigurations": [], "testNodes": [{"nodeType": "Test Plan",
       "name": "App", "result": "Failed", "children": [{"nodeType": "Unit test bundle",
       "name": "AppTests", "children": [{"nodeType": "Test Suite", "name": "ATests", "children":
       [{"nodeType": "Test Case", "name": "testAdd()", "result": "Failed", "children": [
        {"nodeType": "Failure Message", "name": "ATests.swift:41: XCTAssertEqual failed: (\"1\")"},
        {"nodeType": "Failure Message", "name": "crashed"}]},
        {"nodeType": "Test Case", "name": "testOther()", "result": "Passed"}]}]}]}]}
      """#
    let entries = try #require(LinterReport.read(Array(text.utf8), format: .xcresult))
    #expect(
      entries == [
        LinterReport.Entry(
          file: "ATests.swift", line: 41, severity: .error,
          message: "XCTAssertEqual failed: (\"1\")", rule: "testAdd()", isFailedTest: true),
        LinterReport.Entry(
          severity: .error, message: "crashed", rule: "testAdd()", isFailedTest: true),
      ])
    // The name without a folder stands for the one changed file that has it.
    func places(_ paths: [String]) -> [String] {
      var facts = Facts()
      facts.changes = ChangeSet(
        base: "b", head: "h", mergeBase: "b",
        files: paths.map { FileChange(.modified, $0, additions: 1) }, commits: [])
      facts.reports = [ReportFile(path: "r.json", bytes: Array(text.utf8))]
      let values: [String: RuleSettings.Value] = [
        "files": .text("r.json"), "all": .boolean(true), "failed-tests": .text("changed"),
      ]
      return LinterReportsRule(settings: RuleSettings(id: "linter-reports", values: values))
        .findings(in: facts).compactMap { $0.location?.file }
    }
    #expect(places(["Tests/ATests.swift", "Tests/BTests.swift"]) == ["Tests/ATests.swift"])
    #expect(places(["Tests/ATests.swift", "Other/ATests.swift"]) == [])
  }

  @Test(
    arguments: [
      ("{\"errors\": [], \"warnings\": []}", nil),
      ("", nil), ("{", nil), ("{}", nil), ("<html></html>", nil), ("<checkstyle", nil),
      ("[1]", nil),
      ("[]", LinterReport.Format.sarif), ("<checkstyle/>", .junit), ("{\"runs\": []}", .swiftlint),
    ] as [(String, LinterReport.Format?)])
  func noReports(text: String, format: LinterReport.Format?) {
    #expect(LinterReport.read(Array(text.utf8), format: format) == nil)
  }

  @Test(arguments: [
    ("* @a", "x/y.swift", ["@a"]), ("*.md @a", "x/y.md", ["@a"]), ("*.md @a", "x/y.mdx", []),
    ("/docs/ @a", "docs/x/y", ["@a"]), ("/docs/ @a", "x/docs/y", []),
    ("docs/ @a", "x/docs/y", ["@a"]),
    ("docs/* @a", "docs/x", ["@a"]), ("docs/* @a", "docs/x/y", []), ("a/b @a", "a/b/c", ["@a"]),
    ("a/b @a", "x/a/b", []), ("**/logs @a", "x/logs/y", ["@a"]), ("* @a\n/x", "x", []),
    ("[S] @s\n*.md", "a.md", ["@s"]), ("a\\ b @a", "a b", ["@a"]), ("* @a # @b", "x", ["@a"]),
  ])
  func owners(text: String, path: String, expected: [String]) {
    let owners = Codeowners(Array(text.utf8))
    #expect(owners.owners(of: path) == expected)
    #expect(owners.problems.isEmpty)
  }

  @Test(arguments: [
    (
      "<a b='1'>x</a>",
      [XMLScanner.Event.start("a", ["b": "1"], isEmpty: false), .text("x"), .end("a")]
    ),
    ("<a/>", [.start("a", [:], isEmpty: true)]), ("<a b=1>", []), ("<a b", []), ("<", []),
    ("<!-- <x/> --><?p?><!DOCTYPE q>", []), ("<![CDATA[<x>]]>", [.text("<x>")]),
    ("a &amp; b &bad; &", [.text("a & b &bad; &")]),
  ])
  func xml(text: String, expected: [XMLScanner.Event]) {
    var scanner = XMLScanner(Array(text.utf8))
    var events: [XMLScanner.Event] = []
    while let event = scanner.next() { events.append(event) }
    #expect(events == expected)
  }

  @Test(arguments: [
    (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KB"), (5 << 20, "5 MB"), (5 << 20 + 1, "5.1 MB"),
    (1536, "1.5 KB"), (3 << 30, "3 GB"),
  ])
  func sizes(bytes: Int, expected: String) {
    #expect(byteText(bytes) == expected)
  }
}
