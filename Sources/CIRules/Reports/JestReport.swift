import CIModel

/// Reads the output of Jest with `--json`, and of the JSON reporters of Vitest and Bun: files of
/// tests, each with its assertions.
///
/// Source: `formatTestResults.ts` and `types.ts` in `packages/jest-test-result`, jest. A file that
/// could not be run is failed and names no failed assertion.
enum JestReport: ReportReader {
  static let format = ToolReport.Format.jest

  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let json = document.json else { return false }
    return json["testResults"]?.elements != nil && json["numTotalTests"]?.integer != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format, tests: ToolReport.Tests())
    guard let json = document.json else { return report }
    for file in json["testResults"].list {
      guard let path = file["name"]?.text else { throw .lacks("name", format) }
      let before = report.failedTests
      for test in file["assertionResults"].list { try add(test, of: path, to: &report) }
      if file["status"]?.text == "failed", report.failedTests == before {
        try report.add(
          ToolReport.Entry(
            file: path, severity: .error,
            message: ReportText.failure(file["message"]?.text ?? "could not be run"), rule: "",
            isFailedTest: true))
      }
    }
    report.compare(failed: json["numFailedTests"]?.integer)
    if json["success"]?.boolean == false, report.failedTests == 0, report.doubts.isEmpty {
      report.doubt("reports a failed run, but no failed test")
    }
    return report
  }

  private static func add(
    _ test: JSONText, of path: String, to report: inout ToolReport
  ) throws(ReportProblem) {
    report.tests?.count += 1
    switch test["status"]?.text {
    case "passed": return
    case "pending", "skipped", "todo", "disabled":
      report.tests?.skipped += 1
      return
    case "failed": break
    default: throw .lacks("status", format)
    }
    let name = ReportText.line((test["fullName"] ?? test["title"])?.text ?? "")
    // The line of the test, which Jest writes only on request.
    let line = test["location"]?["line"]?.integer
    var entry = ToolReport.Entry(
      file: path, line: line, severity: .error, message: "failed", rule: name, isFailedTest: true)
    for message in test["failureMessages"].list.lazy.compactMap(\.text) {
      entry.line = StackPlace(path)?.line(in: message) ?? line
      entry.message = ReportText.failure(message)
      try report.add(entry)
      entry.isFurther = true
    }
    if !entry.isFurther { try report.add(entry) }
  }
}
