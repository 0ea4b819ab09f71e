import CIModel
import Testing

@testable import CIRules

/// Formats of reports and of other files that rules read.
struct ReportFormatTests {
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
    let entries = try ReportReaders.read(Array(text.utf8)).entries
    #expect(
      entries == [
        ToolReport.Entry(
          file: "file:///ci/Sources/A B.swift", line: 9, column: 5, endLine: 10, severity: .error,
          message: "cannot find 'x' in scope", rule: "Swift Compiler Error"),
        ToolReport.Entry(
          file: "file:///ci/a.swift", severity: .warning, message: "unused", rule: "No-usage"),
        ToolReport.Entry(severity: .warning, message: "nowhere", rule: "Build"),
      ])
  }

  /// A test that did not end, and failures that no test has.
  @Test(arguments: [
    (#"{"nodeType": "Test Case", "name": "a()", "result": "unknown"}"#, ["did not finish"]),
    (
      #"{"nodeType": "Test Suite", "name": "A", "result": "Failed", "children": [{"nodeType": "Test Case", "name": "a()", "result": "Passed"}]}"#,
      ["failed, but none of its tests"]
    ),
    (
      #"{"nodeType": "Test Suite", "name": "A", "result": "Failed", "children": [{"nodeType": "Test Case", "name": "a()", "result": "Failed"}]}"#,
      ["failed"]
    ),
    (
      #"{"nodeType": "Test Case", "name": "a()", "result": "Passed"}"#,
      ["failed, but none of its tests"]
    ),
  ])
  func xcodeTestsWithoutMessages(node: String, messages: [String]) throws {
    let text =
      #"{"testNodes": [{"nodeType": "Unit test bundle", "result": "Failed", "children": [\#(node)]}]}"#
    let entries = try ReportReaders.read(Array(text.utf8), format: .xcresult).entries
    #expect(entries.map(\.message) == messages)
  }

  /// The duration of a report is that of its root, of its suites, or else of its tests.
  @Test(arguments: [
    ("<testsuites time='9'><testsuite time='3'>CASES</testsuite></testsuites>", 9.0),
    ("<testsuite time='1'>CASES</testsuite>", 1),
    (
      "<testsuites><testsuite time='3'>CASES</testsuite><testsuite>CASES</testsuite></testsuites>",
      6
    ),
    ("<testsuites time='0'><testsuite time=''>CASES</testsuite></testsuites>", 3),
  ])
  func junitDurations(report: String, seconds: Double) throws {
    let cases = "<testcase name='a' time='1'/><testcase name='b' time='2.0'/>"
    let text = report.replacing("CASES", with: cases)
    #expect(try ReportedTests(Array(text.utf8)).durationSeconds == seconds)
  }

  @Test(
    arguments: [
      (
        "", "thread 't' (12) panicked at src/lib.rs:17:9:\nassertion failed", "src/lib.rs", 17,
        "thread 't' (12) panicked at src/lib.rs:17:9"
      ),
      (
        "", "Error: no\n    at e (/app/node_modules/x.js:1:2)\n    at f (/app/a.test.ts:12:20)",
        "/app/a.test.ts", 12, "Error: no"
      ),
      ("", "Error: no\n    at /app/a.test.ts:12:20", "/app/a.test.ts", 12, "Error: no"),
      ("", "Error: no\n    at org.junit.Assert.fail(Assert.java:88)", nil, nil, "Error: no"),
      ("file='a_test.cc' line='10'", "a_test.cc:14\nExpected 1", "a_test.cc", 14, "Expected 1"),
    ] as [(String, String, String?, Int?, String)])
  func junitPlaces(
    attributes: String, text: String, file: String?, line: Int?, message: String
  ) throws {
    let failure = "<failure>\(text)</failure>"
    let test = "<testcase name='t' \(attributes)>\(failure)</testcase>"
    let bytes = Array("<testsuite>\(test)</testsuite>".utf8)
    let entry = try #require(try ReportReaders.read(bytes, format: .junit).entries.first)
    #expect(entry.file == file)
    #expect(entry.line == line)
    #expect(entry.message.hasPrefix(message))
  }

  /// What only repeats the message is no output of the test.
  @Test(arguments: [
    ("message='one'", "A.swift:12: one", ""), ("message='one'", "\n  one\n", ""),
    ("message='one'", "A.swift:12: one\nand more", "A.swift:12: one\nand more"),
    ("message='one'", "B.swift:12: one", "B.swift:12: one"), ("", "A.swift:12\none", ""),
    ("message='one'", "not one", "not one"),
  ])
  func junitOutput(attributes: String, text: String, output: String) throws {
    let test =
      "<testcase name='t' file='A.swift'><failure \(attributes)>\(text)</failure></testcase>"
    let report = try ReportedTests(Array("<testsuite>\(test)</testsuite>".utf8))
    #expect(report.tests.map(\.output) == [output])
  }

  @Test(arguments: [
    (Array("<html></html>".utf8), "in one of these formats: junit, xcresult."),
    ([0xFF, 0xFE, 0x3C, 0], "Write it as UTF-8."),
  ])
  func namesTheFormatsOfTests(bytes: [UInt8], help: String) {
    let error = #expect(throws: ReportedTests.Unreadable.self) { try ReportedTests(bytes) }
    #expect(error?.help.hasSuffix(help) == true)
  }

  @Test(arguments: [
    (#""duration": "0,5s""#, 0.5), (#""duration": "2m 3s""#, 123), (#""duration": "1h 2m""#, 3_720),
    (#""duration": "2m 3s", "durationInSeconds": 123.4"#, 123.4), (#""duration": "2m soon""#, nil),
    (#""duration": "3""#, nil), (#""duration": "" "#, nil),
  ])
  func xcodeTestDurations(duration: String, seconds: Double?) throws {
    let text =
      #"{"testNodes": [{"nodeType": "Test Case", "name": "a()", "result": "Passed", \#(duration)}]}"#
    #expect(try ReportedTests(Array(text.utf8)).tests.map(\.durationSeconds) == [seconds])
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
    let entries = try ReportReaders.read(Array(text.utf8), format: .xcresult).entries
    #expect(
      entries == [
        ToolReport.Entry(
          file: "ATests.swift", line: 41, severity: .error,
          message: "XCTAssertEqual failed: (\"1\")", rule: "testAdd()", isFailedTest: true),
        ToolReport.Entry(
          severity: .error, message: "crashed", rule: "testAdd()", isFailedTest: true,
          isFurther: true),
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

  private static let ownedPaths: [(String, String, [String])] = [
    ("* @a", "x/y.swift", ["@a"]), ("*.md @a", "x/y.md", ["@a"]), ("*.md @a", "x/y.mdx", []),
    ("/docs/ @a", "docs/x/y", ["@a"]), ("/docs/ @a", "x/docs/y", []),
    ("docs/ @a", "x/docs/y", ["@a"]),
    ("docs/* @a", "docs/x", ["@a"]), ("docs/* @a", "docs/x/y", []), ("a/b @a", "a/b/c", []),
    ("a/b @a", "x/a/b", ["@a"]), ("**/logs @a", "x/logs", ["@a"]), ("* @a\n/x", "x", []),
    ("[S] @s\n*.md", "a.md", ["@s"]), ("a\\ b @a", "a b", ["@a"]), ("* @a # @b", "x", ["@a"]),
    // Only files of the root, and only files in folders.
    ("/* @a", "x", ["@a"]), ("/* @a", "x/y", []), ("* @a\n/*", "x/y", ["@a"]),
    ("* @a\n/*", "x", []),
    ("*/ @a", "x", []), ("*/ @a", "x/y", ["@a"]), ("/*/ @a", "x", []), ("/*/ @a", "x/y/z", ["@a"]),
    ("**/ @a", "x", ["@a"]), ("**/ @a", "x/y", ["@a"]), ("**/* @a", "x/y", ["@a"]),
    ("docs/**/ @a", "docs/x", ["@a"]), ("/[xy]/ @a", "x/z", ["@a"]),
    // What is in a folder has an owner only behind a slash, and at every depth behind two stars and
    // another.
    ("/docs @a", "docs/x", []), ("docs @a", "docs/x", []), ("docs @a", "x/docs", ["@a"]),
    ("*.d @a", "x.d/y", []), ("/docs/** @a", "docs/x", ["@a"]), ("/docs/** @a", "docs/x/y", []),
    ("docs/**/ @a", "docs/x/y", ["@a"]), ("/docs/**/* @a", "docs/x/y", ["@a"]),
    ("/src/**.c @a", "src/a/b.c", []), ("/src/a**/b @a", "src/ax/y/b", []),
    ("/src/a**/b @a", "src/ax/b", ["@a"]), ("** @a", "x/y", ["@a"]), ("/** @a", "x/y", []),
    ("/ @a", "x/y", ["@a"]), ("./x @a", "x", []), ("x/***/z @a", "x/y/w/z", []),
    ("* @a\nconfig/x.md", "sub/config/x.md", []), ("*/x @a", "b/a/x", ["@a"]),
    ("[xy/]b/c @a", "q/xb/c", ["@a"]), ("s?c/main/ @a", "a/src/main/b", ["@a"]),
    ("\\#x @a", "#x", ["@a"]),
    // Each section by itself.
    ("* @a\n!x/", "x/y", []), ("* @a\n!x/", "z/y", ["@a"]), ("!x/**\n* @a\n/x/ @b", "x/y", []),
    ("* @a\n[S] @s\n*\n!x/", "x/y", ["@a"]), ("[S] @s\n!x\n[T]\n[s]\n* @a", "x", []),
    ("[S] @s\n*\n[T]\n*.md", "a.md", ["@s"]), ("* @a\n[codeowners]\n!x", "x", []),
  ]

  @Test(arguments: ownedPaths)
  func owners(text: String, path: String, expected: [String]) {
    var owners = Codeowners(Array(text.utf8))
    #expect(owners.owners(of: path) == expected)
    #expect(owners.problems.isEmpty)
  }

  /// GitHub has neither sections nor exclusions nor sets.
  @Test(arguments: [
    ("/* @a", "x/y", []), ("/* @a", "x", ["@a"]), ("**/ @a", "x", []), ("**/ @a", "x/y/z", ["@a"]),
    ("/**/ @a", "x", []), ("docs/**/ @a", "docs/x", []), ("docs/**/ @a", "docs/x/y", ["@a"]),
    ("/[xy]/ @a", "x/z", []),
    ("/[xy]/ @a", "[xy]/z", ["@a"]), ("/\\[xy]/ @a", "[xy]/z", ["@a"]), ("* @a\n!x", "x", ["@a"]),
    ("\\#x @a", "#x", []), ("/docs @a", "docs/x", ["@a"]), ("docs @a", "x/docs/y", ["@a"]),
    ("/docs/** @a", "docs/x/y", ["@a"]), ("docs/x @a", "y/docs/x", []), ("a/b @a", "a/b/c", ["@a"]),
    ("*.d @a", "x.d/y", ["@a"]), ("**/logs @a", "x/logs/y", ["@a"]), ("/ @a", "x", []),
    ("a***b @a", "axb", []), ("* @b\n***/x @a", "a/b/x", ["@b"]), ("./x @a", "x", []),
  ])
  func ownersOnGitHub(text: String, path: String, expected: [String]) {
    var owners = Codeowners(Array(text.utf8), for: .gitHub)
    #expect(owners.owners(of: path) == expected)
  }

  @Test(arguments: [
    (
      "<a b='1'>x</a>",
      [XMLScanner.Event.start("a", ["b": "1"], isEmpty: false), .text("x"), .end("a")]
    ),
    ("<a/>", [.start("a", [:], isEmpty: true)]), ("<a b=1>", []), ("<a b", []), ("<", []),
    ("<a c='1' b='2' c='3'/>", [.start("a", ["b": "2"], isEmpty: true)]),
    ("<!-- <x/> --><?p?><!DOCTYPE q>", []), ("<![CDATA[<x>]]>", [.text("<x>")]),
    ("a &amp; b &bad; &", [.text("a & b &bad; &")]),
    ("&lt;\u{301}&#x41;\u{301}", [.text("<\u{301}A\u{301}")]),
  ])
  func xml(text: String, expected: [XMLScanner.Event]) {
    var scanner = XMLScanner(Array(text.utf8), attributes: ["b"])
    var events: [XMLScanner.Event] = []
    while let event = scanner.next() { events.append(event) }
    #expect(events == expected)
  }

  @Test(arguments: [
    (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KB"), (5 << 20, "5 MB"),
    (5 << 20 + 1, "5.01 MB"),
    (6_000_000, "5.73 MB"), (5 << 20 - 1, "5 MB"),
    (1536, "1.5 KB"), (3 << 30, "3 GB"),
  ])
  func sizes(bytes: Int, expected: String) {
    #expect(byteText(bytes) == expected)
  }
}
