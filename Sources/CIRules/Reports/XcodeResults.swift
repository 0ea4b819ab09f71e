import CIModel

/// Reads the JSON that `xcresulttool` prints for a result bundle (`.xcresult`): the issues of
/// `get build-results`, and the failures in the tree of `get test-results tests`.
///
/// Only Xcode's tool can read the bundle itself. Format: the schemas that
/// `xcrun xcresulttool help get build-results` and `… get test-results tests` print (Xcode 16).
enum XcodeResults: ReportReader {
  static let format = ToolReport.Format.xcresult

  private static let issueLists: [(key: String, severity: Severity)] = [
    ("errors", .error), ("warnings", .warning), ("analyzerWarnings", .warning),
  ]

  /// Recognizes Xcode's lists. Other tools have lists of the same names with other content.
  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let json = document.json else { return false }
    return json["testNodes"]?.elements != nil
      || json["errors"]?.elements != nil && json["warnings"]?.elements != nil
        && (json["startTime"] != nil || json["status"] != nil)
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    guard let json = document.json else { return ToolReport(format) }
    if let nodes = json["testNodes"]?.elements {
      var report = ToolReport(format, tests: ToolReport.Tests())
      for node in nodes { try addFailures(in: node, test: nil, to: &report) }
      return report
    }
    var report = ToolReport(format)
    for (key, severity) in issueLists {
      for issue in json[key].list { try report.add(entry(issue, severity)) }
    }
    // Its errors can be on lines that the change does not touch, or on none.
    if let status = json["status"]?.text, !["succeeded", "notRequested"].contains(status) {
      report.doubt("reports a build that has not succeeded")
    }
    return report
  }

  private static func entry(_ issue: JSONText, _ severity: Severity) -> ToolReport.Entry {
    let parts = (issue["sourceURL"]?.text ?? "").split(separator: "#", maxSplits: 1)
    var numbers: [Substring: Int] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&").prefix(16) : [] {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2, let number = Int(sides[1]) { numbers[sides[0]] = number }
    }
    // Xcode counts lines and columns from 0 in this URL.
    func ordinal(_ name: Substring) -> Int? {
      numbers[name].flatMap { $0 >= 0 && $0 < Int.max ? $0 + 1 : nil }
    }
    return ToolReport.Entry(
      file: parts.first.map { ReportAddress(String($0)).path },
      line: ordinal("StartingLineNumber"), column: ordinal("StartingColumnNumber"),
      endLine: ordinal("EndingLineNumber"), severity: severity,
      message: ReportText.line(issue["message"]?.text ?? ""),
      rule: ReportText.line(issue["issueType"]?.text ?? ""))
  }

  /// Adds the failures in a node. A failure is named `ATests.swift:41: XCTAssertEqual failed: …`
  /// and is below its test.
  ///
  /// - Parameter test: The test that contains the node; `nil` when none does.
  private static func addFailures(
    in node: JSONText, test: Test?, to report: inout ToolReport
  ) throws(ReportProblem) {
    let name = node["name"]?.text ?? ""
    switch node["nodeType"]?.text {
    case "Failure Message":
      try report.add(failure(name, of: test))
      test?.failures += 1
      return
    case "Test Case":
      let current = Test(ReportText.line(name))
      report.tests?.count += 1
      let result = node["result"]?.text
      if result == "Skipped" { report.tests?.skipped += 1 }
      for child in node["children"].list { try addFailures(in: child, test: current, to: &report) }
      guard current.failures == 0 else { return }
      if result == "Failed" { try report.add(failure("failed", of: current)) }
      if result == "unknown" { try report.add(failure("did not finish", of: current)) }
    default:
      let before = report.entries.count
      for child in node["children"].list { try addFailures(in: child, test: test, to: &report) }
      if test == nil, node["result"]?.text == "Failed", report.entries.count == before {
        try report.add(failure("failed, but none of its tests", of: Test(ReportText.line(name))))
      }
    }
  }

  /// A test case, and the number of its failures that have been read.
  private final class Test {
    let name: String
    var failures = 0

    init(_ name: String) { self.name = name }
  }

  private static func failure(_ text: String, of test: Test?) -> ToolReport.Entry {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let isPlace = parts.count == 3 && parts[0].utf8.count <= ToolReport.longestName
    let line = isPlace ? Int(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil
    let message = line == nil ? text : String(parts[2].drop { $0 == " " })
    return ToolReport.Entry(
      file: line == nil ? nil : String(parts[0]), line: line, severity: .error,
      message: ReportText.failure(message), rule: test?.name ?? "", isFailedTest: true,
      isFurther: (test?.failures ?? 0) > 0)
  }
}
