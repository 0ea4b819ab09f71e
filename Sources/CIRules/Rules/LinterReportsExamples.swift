import CIModel

/// The examples of `linter-reports`.
enum LinterReportsExamples {
  private static let report: [String: RuleSettings.Value] = ["files": .text("lint.json")]

  private static func with(_ values: [String: RuleSettings.Value]) -> [String: RuleSettings.Value] {
    report.merging(values) { $1 }
  }

  private static let swiftLint = ReportFile(
    path: "lint.json",
    bytes: Array(
      #"""
      [{"file": "/ci/Sources/A.swift", "line": 3, "character": 5, "severity": "Error",
        "reason": "Force casts should be avoided", "rule_id": "force_cast", "type": "Force Cast"},
       {"file": "/ci/Sources/A.swift", "line": 9, "severity": "Warning", "reason": "Old", "rule_id": "x"}]
      """#.utf8))
  private static let olderSwiftLint = ReportFile(
    path: "base/lint.json",
    bytes: Array(
      #"[{"file": "/ci/Sources/A.swift", "line": 8, "severity": "Warning", "reason": "Old", "rule_id": "x"}]"#
        .utf8))
  private static let failedTests = ReportFile(
    path: "lint.json",
    bytes: Array(
      #"""
      <testsuite name="A">
        <testcase classname="ATests" name="testOne" file="Tests/ATests.swift" line="7">
          <failure message="1 is not 2"/></testcase>
        <testcase classname="BTests" name="testTwo"><error message="crashed"/></testcase>
        <testcase classname="BTests" name="testThree"/>
      </testsuite>
      """#.utf8))
  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 1)]
  private static let elsewhere = [FileChange(.modified, "Sources/B.swift", additions: 1)]
  private static let added = [AddedLine("Sources/A.swift", line: 3, text: "cast(a)")]

  private static func fail(above limit: Int) -> RuleSettings.Value {
    .mapping(["fail": .integer(limit)])
  }

  static let all: [RuleExample] = [
    .flagged(
      "a changed line, at the tool's level", as: .error, values: report, files: touched,
      addedLines: added, reports: [swiftLint]),
    .flagged(
      "all lines of a changed file", as: .error, .warning, values: with(["all": .boolean(true)]),
      files: touched, addedLines: added, reports: [swiftLint]),
    .clean(
      "an unchanged file", report, files: elsewhere,
      addedLines: [AddedLine("Sources/B.swift", line: 3, text: "x")], reports: [swiftLint]),
    .flagged(
      "failed tests, wherever they are", as: .error, .error, values: report, files: elsewhere,
      reports: [failedTests]),
    .flagged(
      "failed tests, limited to changed lines: the one whose file is unknown", as: .error,
      values: with(["failed-tests": .text("changed")]), files: elsewhere, reports: [failedTests]),
    .flagged(
      "more results in the whole report than its limit", as: .error,
      values: with(["limit": .mapping(["errors": fail(above: 0), "warnings": fail(above: 20)])]),
      files: elsewhere, reports: [swiftLint]),
    .flagged(
      "a new result, and the exceeded limit", as: .error, .error,
      values: with([
        "new": fail(above: 0), "base-files": .text("base/lint.json"),
      ]),
      files: elsewhere, reports: [swiftLint], baseReports: [olderSwiftLint]),
    .clean(
      "as many new results as allowed",
      with(["new": .integer(1), "base-files": .text("base/lint.json")]), files: elsewhere,
      reports: [swiftLint], baseReports: [olderSwiftLint]),
    .flagged(
      "no base report in a pull request", as: .error,
      values: with(["new": .integer(0), "base-files": .text("base/lint.json")]), files: elsewhere,
      pullRequest: PullRequest(title: "Add a cast"), reports: [swiftLint]),
    .flagged(
      "a test report without tests", as: .error, values: report, files: touched,
      reports: [ReportFile(path: "lint.json", bytes: Array("<testsuites/>".utf8))]),
    .flagged("no report", as: .error, values: report, files: touched),
    .flagged(
      "a file that is not a report", as: .error, values: report, files: touched,
      reports: [ReportFile(path: "lint.json", bytes: Array("{".utf8))]),
  ]
}
