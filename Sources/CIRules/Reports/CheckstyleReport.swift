import CIModel

/// Reads Checkstyle's XML, which SwiftLint, ktlint, detekt, ESLint, RuboCop and others write, too.
///
///     <checkstyle><file name="…"><error line="…" severity="…" message="…" source="…"/></file>
///
/// A file that Checkstyle could not check has an `exception` instead. Source: `XMLLogger.java`,
/// checkstyle.
enum CheckstyleReport: ReportReader {
  static let format = ToolReport.Format.checkstyle

  private static let attributes: Set = ["column", "line", "message", "name", "severity", "source"]

  static func recognizes(_ document: ReportDocument) -> Bool {
    if case .xml("checkstyle", _) = document { true } else { false }
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    guard case .xml(_, let bytes) = document else { return report }
    var scanner = XMLScanner(bytes, attributes: attributes)
    var file: String?
    while let event = scanner.next(hasTexts: false) {
      guard case .start(let name, let attributes, _) = event else { continue }
      switch name {
      case "file": file = attributes["name"]
      case "error":
        guard let file else { throw .lacks("file", format) }
        try report.add(
          ToolReport.Entry(
            file: file, line: place(attributes["line"]), column: place(attributes["column"]),
            severity: ToolReport.severity(attributes["severity"]),
            message: ReportText.line(attributes["message"] ?? ""),
            rule: ReportText.line(attributes["source"] ?? "")))
      case "exception":
        report.doubt(
          "reports that \(file.map { ReportText.line($0) } ?? "a file") could not be checked")
      default: break
      }
    }
    return report
  }

  private static func place(_ number: String?) -> Int? {
    number.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
