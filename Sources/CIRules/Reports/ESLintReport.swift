import CIModel

/// Reads the output of ESLint with `--format json`: a list of files, each with its messages. With
/// `json-with-metadata` the list is `results` of an object.
///
/// Source: https://eslint.org/docs/latest/use/formatters/#json. A message with severity 2 is an
/// error; one for a file that could not be parsed is `fatal` and has no rule.
enum ESLintReport: ReportReader {
  static let format = ToolReport.Format.eslint

  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let files = files(document) else { return false }
    guard let first = files.first else { return document.json?.elements != nil }
    return first["filePath"] != nil && first["messages"]?.elements != nil
  }

  private static func files(_ document: ReportDocument) -> JSONText.Elements? {
    guard let json = document.json else { return nil }
    return json.elements ?? (json["metadata"] == nil ? nil : json["results"]?.elements)
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    guard let files = files(document) else { return report }
    for file in files {
      guard let path = file["filePath"]?.text else { throw .lacks("filePath", format) }
      guard let messages = file["messages"]?.elements else { throw .lacks("messages", format) }
      for message in messages {
        guard let text = message["message"]?.text else { throw .lacks("message", format) }
        let isError =
          message["severity"]?.integer == 2 || message["severity"]?.text == "error"
          || message["fatal"]?.boolean == true
        try report.add(
          ToolReport.Entry(
            file: path, line: message["line"]?.integer, column: message["column"]?.integer,
            endLine: message["endLine"]?.integer, severity: isError ? .error : .warning,
            message: ReportText.line(text), rule: ReportText.line(message["ruleId"]?.text ?? "")))
      }
    }
    return report
  }
}
