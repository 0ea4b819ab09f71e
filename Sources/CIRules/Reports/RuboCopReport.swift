import CIModel

/// Reads the output of RuboCop with `--format json`: files with their offenses.
///
/// Source: https://docs.rubocop.org/rubocop/formatters.html#json-formatter. `convention`,
/// `refactor` and `info` are notes, as in the Checkstyle report of RuboCop
/// (`checkstyle_formatter.rb`); corrected offenses are left out. With `--fail-fast`, the
/// tool stops before it has inspected all files.
enum RuboCopReport: ReportReader {
  static let format = ToolReport.Format.rubocop

  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let json = document.json else { return false }
    return json["files"]?.elements != nil && json["summary"]?["offense_count"] != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format)
    guard let json = document.json else { return report }
    for file in json["files"].list {
      guard let path = file["path"]?.text else { throw .lacks("path", format) }
      guard let offenses = file["offenses"]?.elements else { throw .lacks("offenses", format) }
      for offense in offenses where offense["corrected"]?.boolean != true {
        guard let message = offense["message"]?.text else { throw .lacks("message", format) }
        let cop = offense["cop_name"]?.text ?? ""
        let place = offense["location"]
        try report.add(
          ToolReport.Entry(
            file: path, line: (place?["start_line"] ?? place?["line"])?.integer,
            column: (place?["start_column"] ?? place?["column"])?.integer,
            endLine: place?["last_line"]?.integer, severity: severity(offense["severity"]?.text),
            // RuboCop repeats the name of the cop in the message.
            message: ReportText.line(
              message.hasPrefix("\(cop): ") ? String(message.dropFirst(cop.count + 2)) : message),
            rule: ReportText.line(cop)))
      }
    }
    let summary = json["summary"]
    if let inspected = summary?["inspected_file_count"]?.integer,
      let all = summary?["target_file_count"]?.integer, inspected < all
    {
      report.doubt("inspected \(inspected) of \(counted(all, "file"))")
    }
    return report
  }

  private static func severity(_ word: String?) -> Severity {
    switch word {
    case "convention", "refactor": .note
    default: ToolReport.severity(word)
    }
  }
}
