package import CIModel

/// Writes Checkstyle's XML, which reviewdog and Jenkins read.
///
/// Source: `XMLLogger.java` of Checkstyle.
package struct CheckstyleReporter: Reporter {
  package static let name = "checkstyle"
  package static let summary = "Checkstyle XML of findings, warnings and failures."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    let issues = ServiceIssue.all(record).filter { $0.issue.suppressed == nil }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    for (path, issues) in Dictionary(grouping: issues, by: \.path).sorted(by: { $0.key < $1.key }) {
      text += "  <file name=\"\(path.xmlAttribute)\">\n"
      for issue in issues { text += element(issue) }
      text += "  </file>\n"
    }
    return text + "</checkstyle>\n"
  }

  private func element(_ issue: ServiceIssue) -> String {
    let severity = issue.issue.severity == .note ? "info" : issue.issue.severity.rawValue
    let column = issue.column.map { " column=\"\($0)\"" } ?? ""
    return "    <error line=\"\(issue.line ?? 1)\"\(column) severity=\"\(severity)\""
      + " message=\"\(issue.message.xmlAttribute)\" source=\"devtool.\(issue.rule.xmlAttribute)\"/>\n"
  }
}
