import CIModel
import Foundation
import TestSupport
import Testing

@testable import CIRules

/// Reports as their tools write them. pytest, ruff and SwiftPM wrote theirs here; the others follow what
/// their tools write and are named after the version.
struct ReportFixtureTests {
  @Test func readsEveryFixture() throws {
    var text = ""
    for name in try names() where name != "xccov.json" {
      let report = try ReportReaders.read(try fixture(name))
      text += "\(name): \(report.format)"
      if let tests = report.tests {
        text += ", \(tests.count) tests, \(tests.skipped) skipped, \(report.failedTests) failed"
      }
      text += "\n"
      for entry in report.entries { text += "  \(line(entry))\n" }
      for doubt in report.doubts { text += "  doubt: \(doubt)\n" }
    }
    expectGolden(text, "reports.txt")
  }

  /// No byte of a report can be missing without a word, and none makes reading it crash.
  @Test func tellsOfEveryCut() throws {
    for name in try names() {
      let bytes = try fixture(name)
      let end = (bytes.lastIndex { $0 > 0x20 } ?? 0)
      for count in stride(from: 0, through: end, by: 23) {
        let cut = Array(bytes[..<count])
        #expect(throws: ReportProblem.self, "\(name), \(count) bytes") {
          try ReportReaders.read(cut)
        }
        #expect(throws: ReportProblem.self) { try CoverageReport.read(cut) }
      }
    }
  }

  /// The content says what a report is, whatever comes before it.
  @Test func goesByContent() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let report = try ReportReaders.read(mark + Array("\n ".utf8) + fixture("rspec3.json"))
    #expect(report.format == .rspec)
    for format in ToolReport.Format.allCases where format != .rspec {
      #expect(throws: ReportProblem.other(.rspec, instead: format)) {
        try ReportReaders.read(try fixture("rspec3.json"), format: format)
      }
    }
  }

  @Test(
    arguments: [
      ("", .empty), (" \n", .empty), ("{", .cut(line: 1)), ("[\n{\"reason\":", .cut(line: 2)),
      ("{}", .unknown("JSON")), ("[1]", .unknown("JSON")), ("<html></html>", .unknown("XML")),
      ("{\"errors\": [], \"warnings\": []}", .unknown("JSON")),
      ("<checkstyle", .cut(line: 1)), ("<testsuites>\n<testsuite>", .cut(line: 2)),
      ("<testsuites>\n<testcase", .cut(line: 2)), ("<testsuites><a></b>", .cut(line: 1)),
      ("<testsuites/>\n<!-- <a/>\n", .cut(line: 3)), ("<testsuites/><![CDATA[ <a/>", .cut(line: 1)),
      ("<testsuites/><? <a", .cut(line: 1)), ("<testsuites/><!a", .cut(line: 1)),
      ("<testsuites><a b='\n>", .cut(line: 2)), ("<testsuites><a b", .cut(line: 1)),
      ("<testsuites><a b=1>", .broken("XML", line: 1, column: 18)),
      ("<testsuites><a></b></testsuites>", .broken("XML", line: 1, column: 20)),
      ("<testsuites/>\nDone", .broken("XML", line: 2, column: 4)),
      ("warning: x\n[]", .broken("JSON", line: 1, column: 1)),
      ("[]\nDone\n", .broken("JSON", line: 2, column: 1)),
      ("[{\"file\": \"a\", \"reason\": \"r\"}, {}]", .lacks("reason", .swiftlint)),
      (
        "[{\"filePath\": \"a\", \"messages\": []}, {\"messages\": []}]", .lacks("filePath", .eslint)
      ),
      ("<checkstyle><error/></checkstyle>", .lacks("file", .checkstyle)),
      ("{\"targets\": [], \"executableLines\": 1}", .coverage),
    ] as [(String, ReportProblem)])
  func tellsWhatIsWrong(text: String, expected: ReportProblem) {
    #expect(throws: expected) { try ReportReaders.read(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      ("[]", .eslint, nil), ("[]", .swiftlint, nil),
      ("[]", .sarif, .other(.eslint, instead: .sarif)),
      ("<checkstyle/>", .junit, .other(.checkstyle, instead: .junit)),
      ("{\"runs\": []}", .swiftlint, .other(.sarif, instead: .swiftlint)),
    ] as [(String, ToolReport.Format, ReportProblem?)])
  func holdsToTheFormat(text: String, format: ToolReport.Format, expected: ReportProblem?) throws {
    do throws(ReportProblem) {
      #expect(try ReportReaders.read(Array(text.utf8), format: format).entries.isEmpty)
      #expect(expected == nil)
    } catch {
      #expect(error == expected)
    }
  }

  @Test func utf16() {
    #expect(throws: ReportProblem.encoding("UTF-16")) {
      try ReportReaders.read([0xFF, 0xFE, 0x5B, 0, 0x5D, 0])
    }
  }

  /// A report that counts more than it names, or reports that the tool failed.
  @Test(arguments: [
    (
      "<testsuites failures='2' errors='1'><testsuite/></testsuites>",
      "counts 3 failed tests, but names 0"
    ),
    (
      "<testsuite failures='1'><testcase name='a'><failure/></testcase></testsuite>", nil
    ),
    (
      """
      <testsuites><testsuite failures='1'><testsuite failures='1'/></testsuite>
      <testsuite errors='1'/></testsuites>
      """, "counts 2 failed tests, but names 0"
    ),
    (
      "<testsuites><testsuite failures='0'><testsuite failures='1'/><testsuite/></testsuite></testsuites>",
      "counts 1 failed test, but names 0"
    ),
    (
      """
      <testsuites failures='1'><testsuite><testsuite failures='2'><testsuite errors='1'/></testsuite>
      </testsuite><testsuite errors='1'/></testsuites>
      """, "counts 3 failed tests, but names 0"
    ),
    (
      """
      <testsuite failures='1'><testsuite failures='1'><testcase name='a'><failure/></testcase>
      </testsuite></testsuite>
      """, nil
    ),
    (
      "<testsuite failures='9223372036854775807' errors='9223372036854775807'/>",
      "counts 9223372036854775807 failed tests, but names 0"
    ),
    ("<testsuite tests='3'><testcase name='a'/></testsuite>", "counts 3 tests, but names 1"),
    ("<testsuite tests='3' skipped='1' disabled='1'><testcase name='a'/></testsuite>", nil),
    ("<testsuite tests='2'><testcase name='a'/><error/></testsuite>", nil),
    ("<testsuite name='pytest' tests='3'><testcase name='a'/></testsuite>", nil),
    ("<testsuite doctest_version='2.4' tests='3'><testcase name='a'/></testsuite>", nil),
    (
      #"{"numTotalTests": 1, "success": false, "testResults": []}"#,
      "reports a failed run, but no failed test"
    ),
    (
      #"{"numTotalTests": 1, "numFailedTests": 4, "testResults": []}"#,
      "counts 4 failed tests, but names 0"
    ),
    (
      #"{"examples": [], "summary": {"example_count": 0, "failure_count": 1}}"#,
      "counts 1 failed test, but names 0"
    ),
    (
      #"{"examples": [], "summary": {"example_count": 0, "errors_outside_of_examples_count": 2}}"#,
      "counts 2 errors outside of examples"
    ),
    (
      #"{"runs": [{"invocations": [{"executionSuccessful": true, "toolExecutionNotifications": "#
        + #"[{"level": "warning"}, {"level": "error", "message": {"text": "crashed"}}]}], "results": []}]}"#,
      "reports that the tool failed: crashed"
    ),
    (
      #"{"runs": [{"invocations": [{"executionSuccessful": true, "toolExecutionNotifications": "#
        + #"[{"level": "warning"}]}], "results": []}]}"#, nil
    ),
    (
      #"{"runs": [{"invocations": [{"toolConfigurationNotifications": [{"level": "error", "message": "#
        + #"{"text": "no rules"}}]}], "results": []}]}"#, "reports that the tool failed: no rules"
    ),
    (
      #"{"runs": [{"invocations": [{"exitSignalName": "SIGSEGV"}], "results": []}]}"#,
      "reports that the tool failed: SIGSEGV"
    ),
    (
      #"{"runs": [{"results": [], "externalPropertyFileReferences": {"results": [{}]}}]}"#,
      "has results in other files, which are not read"
    ),
    (#"{"runs": [{"results": [], "externalPropertyFileReferences": {"results": []}}]}"#, nil),
    (#"{"runs": []}"#, "contains no tool run"), (#"{"runs": [{}]}"#, "has a run without results"),
    (
      #"{"status": "failed", "errors": [], "warnings": []}"#,
      "reports a build that has not succeeded"
    ),
    (
      #"{"status": "failed", "errors": [{"message": "Undefined symbol: _h"}], "warnings": []}"#,
      "reports a build that has not succeeded"
    ),
    (#"{"status": "succeeded", "errors": [], "warnings": []}"#, nil),
  ])
  func doubts(text: String, expected: String?) throws {
    #expect(try ReportReaders.read(Array(text.utf8)).doubts == [expected].compactMap { $0 })
  }

  /// A report whose results are elsewhere, or are not about all files.
  @Test(
    arguments: [
      (
        #"{"runs": [{"results": []}], "inlineExternalProperties": [{}, {"results": [{}]}]}"#,
        "has results outside of its runs, which are not read"
      ),
      (#"{"runs": [{"results": []}], "inlineExternalProperties": [{"results": []}]}"#, nil),
      (
        #"{"runs": [{"artifacts": [{}], "results": [{"analysisTarget": {"index": 1}}, {"locations": "#
          + #"[{"physicalLocation": {"artifactLocation": {"index": 2}}}]}]}]}"#,
        "names a file by an index, but does not list it"
      ),
      (
        #"{"runs": [{"artifacts": [{}], "results": [{"analysisTarget": {"index": 0}}, {"locations": "#
          + #"[{"physicalLocation": {"artifactLocation": {"index": -1}}}]}]}]}"#, nil
      ),
      (
        #"{"files": [], "summary": {"offense_count": 0, "target_file_count": 3, "#
          + #""inspected_file_count": 2}}"#, "inspected 2 of 3 files"
      ),
    ] as [(String, String?)])
  func incomplete(text: String, expected: String?) throws {
    #expect(try ReportReaders.read(Array(text.utf8)).doubts == [expected].compactMap { $0 })
  }

  @Test(arguments: [
    ("encoding='ISO-8859-1'", "\u{E9}", "ISO-8859-1"), ("encoding='ISO-8859-1'", "e", nil),
    ("version=\"1.0\" encoding = \"windows-1252\" ", "\u{E9}", "windows-1252"),
    ("version='1.0' encoding='utf-8'", "\u{E9}", nil), ("encoding='US-ASCII'", "\u{E9}", nil),
    ("version='1.0'", "\u{E9}", nil),
  ])
  func encodings(declaration: String, name: String, refused: String?) {
    let text = "<?xml \(declaration)?>\n<checkstyle><file name='\(name)'/></checkstyle>"
    do throws(ReportProblem) {
      _ = try ReportDocument.read(Array(text.utf8))
      #expect(refused == nil)
    } catch {
      #expect(error == refused.map { .encoding($0) })
    }
    // A byte order mark says that it is UTF-8, whatever follows.
    #expect(throws: Never.self) { try ReportDocument.read([0xEF, 0xBB, 0xBF] + text.utf8) }
  }

  /// Tests that did not run or did not pass: by an element, by an attribute, or as a suite counts.
  @Test(arguments: [
    ("", "status='run' result='completed'", "", 0, 0),
    ("disabled='1'", "status='notrun' result='suppressed'", "", 1, 0),
    ("disabled='1' skipped='1'", "status='disabled'", "<properties/>", 1, 0),
    ("", "status='Skipped'", "<skipped/>", 1, 0), ("", "result='not run'", "", 1, 0),
    ("", "", "<ignored/>", 1, 0), ("skipped='2'", "", "<skipped/>", 2, 0),
    ("skipped='1'", "", "", 1, 0),
    ("", "status='skipped'", "<failure/>", 0, 1), ("", "", "<failure/><skipped/>", 0, 1),
    ("", "result='interrupted'", "", 0, 1), ("", "result='timed_out'", "", 0, 1),
    ("", "status='aborted'", "", 0, 1), ("", "status='run' result='crashed'", "<skipped/>", 0, 1),
  ])
  func outcomes(
    suite: String, test: String, content: String, skipped: Int, failed: Int
  ) throws {
    let bytes = Array(
      """
      <testsuites><testsuite \(suite)><testcase name='a' \(test)>\(content)</testcase></testsuite>
      </testsuites>
      """.utf8)
    let report = try ReportReaders.read(bytes)
    #expect(report.tests?.skipped == skipped)
    #expect(report.failedTests == failed)
    let isNamed = !test.isEmpty || !content.isEmpty
    let outcome: TestOutcome = failed > 0 ? .failed : skipped > 0 && isNamed ? .skipped : .passed
    #expect(try ReportedTests(bytes).tests.map(\.outcome) == [outcome])
  }

  @Test(arguments: [
    ("error", Severity.error), ("Fatal", .error), ("critical", .error), ("BLOCKER", .error),
    ("high", .error), ("err", .error), ("major", .warning), ("", .warning), ("info", .note),
  ])
  func severities(word: String, expected: Severity) throws {
    let text =
      "<checkstyle><file name='a'><error severity='\(word)' message='m'/></file></checkstyle>"
    #expect(try ReportReaders.read(Array(text.utf8)).entries.map(\.severity) == [expected])
  }

  /// The level of a result is that of its rule, which may be one of an extension.
  @Test(arguments: [
    (#""ruleId": "d""#, "note"), (#""ruleId": "e""#, "error"), (#""ruleId": "e/1""#, "error"),
    (#""ruleId": "js/xss/1""#, "error"), (#""ruleId": "js/other""#, "warning"),
    (#""ruleIndex": 0"#, "note"), (#""ruleIndex": 7, "ruleId": "e""#, "error"),
    (#""rule": {"index": 0, "toolComponent": {"index": 0}}"#, "error"),
    (#""rule": {"index": 1, "toolComponent": {"name": "x"}}"#, "error"),
    (#""ruleIndex": 0, "rule": {"toolComponent": {"guid": "g"}}"#, "error"),
    (#""rule": {"id": "d", "toolComponent": {"index": 0}}"#, "warning"),
    (#""rule": {"index": 0, "toolComponent": {"index": 9}}"#, "note"),
    (#""ruleId": "o""#, "error"), (#""ruleId": "o", "level": "note""#, "note"),
    (#""ruleId": "o", "provenance": {"invocationIndex": -1}"#, "note"),
    (#""kind": "open""#, "note"),
  ])
  func levelsOfRules(result: String, expected: String) throws {
    let error = #""defaultConfiguration": {"level": "error"}"#
    let note = #""defaultConfiguration": {"level": "note"}"#
    let text = """
      {"runs": [{"tool": {"driver": {"name": "t", "rules": [
        {"id": "d", \(note)}, {"id": "o", \(note)}, {"id": "js"}]},
      "extensions": [{"name": "x", "guid": "g", "rules": [
        {"id": "e", \(error)}, {"id": "js/xss", \(error)}, {"id": "d"}]}]},
      "invocations": [{"executionSuccessful": true, "ruleConfigurationOverrides": [
        {"descriptor": {"id": "o"}, "configuration": {"level": "error"}}]}],
      "results": [{"message": {"text": "m"}, \(result)}]}]}
      """
    let report = try ReportReaders.read(Array(text.utf8))
    #expect(report.entries.map { "\($0.severity)" } == [expected])
    #expect(report.doubts.isEmpty)
  }

  @Test func isBounded() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: ReportProblem.self) { try ReportReaders.read(Array(deep.utf8)) }
    let nested = String(repeating: "<testsuite>", count: 20_000)
    #expect(throws: ReportProblem.self) { try ReportReaders.read(Array(nested.utf8)) }
    var report = ToolReport(.swiftlint)
    #expect(throws: ReportProblem.tooMuch(ToolReport.mostEntries)) {
      for _ in 0...ToolReport.mostEntries {
        try report.add(.init(severity: .warning, message: "", rule: ""))
      }
    }
  }

  @Test(arguments: [
    ("a\u{1B}[31mb\u{1B}[0m\n\n  c \n", "ab; c"), ("one", "one"), ("\u{202E}x", "\\u{202E}x"),
    (String(repeating: "ä", count: 400), String(repeating: "ä", count: 299) + "…"),
    ("1\n2\n3\n4\n5\n6\n7", "1; 2; 3; 4; 5; 6"), ("", ""),
  ])
  func lines(text: String, expected: String) {
    #expect(ReportText.line(text) == expected)
  }

  @Test func coverage() throws {
    let report = try CoverageReport.read(try fixture("xccov.json"))
    #expect(report.targets.map(\.name) == ["App.app", "Kit.framework"])
    #expect(
      report.targets.first?.files == [
        .init(
          path: "/Users/ci/demo/App/Cart.swift", lines: .init(covered: 9, count: 10),
          firstMissed: 14),
        .init(
          path: "/Users/ci/demo/App/AppDelegate.swift", lines: .init(covered: 0, count: 10),
          firstMissed: 5),
      ])
    for text in [
      #"{"executableLines": 1, "targets": [{"name": "A"}]}"#,
      #"{"executableLines": 1, "targets": [{"name": "A", "files": [{"path": "a", "coveredLines": 2, "executableLines": 1}]}]}"#,
      #"{"executableLines": 1, "targets": [{"name": "A", "files": [{"path": "a", "coveredLines": -1, "executableLines": 1}]}]}"#,
      "[]",
    ] {
      #expect(throws: ReportProblem.noCoverage) { try CoverageReport.read(Array(text.utf8)) }
    }
  }

  private func line(_ entry: ToolReport.Entry) -> String {
    let numbers = [entry.line, entry.column].compactMap { $0.map(String.init) }
    let end = entry.endLine.map { "-\($0)" } ?? ""
    let place = [entry.file.map { $0 } ?? "nowhere"] + numbers
    var words = [entry.severity.rawValue]
    if entry.isFailedTest { words.append("failed test") }
    if entry.isFurther { words.append("further") }
    if let isNew = entry.isNew { words.append(isNew ? "new" : "old") }
    return
      "\(place.joined(separator: ":"))\(end): \(words.joined(separator: ", ")): \(entry.message)"
      + " [\(entry.rule)]"
  }

  private func folder(_ file: String = #filePath) -> URL {
    URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Fixtures")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder().path).filter { !$0.hasPrefix(".") }
      .sorted()
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder().appendingPathComponent(name)))
  }
}
