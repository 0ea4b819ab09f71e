import CIModel

/// Reads the output of SwiftLint with `--reporter json`: a list of violations. The file of a
/// violation can be `null`.
///
/// Source: `JSONReporter.swift`, SwiftLint.
enum SwiftLintReport: ReportReader {
  static let format = ToolReport.Format.swiftlint

  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let list = document.json?.elements else { return false }
    guard let first = list.first else { return true }
    return first["reason"] != nil && first["file"] != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    for violation in document.json.list {
      guard let reason = violation["reason"]?.text else { throw .lacks("reason", format) }
      try report.add(
        ToolReport.Entry(
          file: violation["file"]?.text, line: violation["line"]?.integer,
          column: violation["character"]?.integer,
          severity: ToolReport.severity(violation["severity"]?.text),
          message: ReportText.line(reason), rule: ReportText.line(violation["rule_id"]?.text ?? ""))
      )
    }
    return report
  }
}
