package import CIModel

/// Writes the tests as a table, for spreadsheets and scripts: one line per test.
///
/// The format is that of RFC 4180: lines end with CR LF, and a cell with a comma, a quote or a line
/// break is quoted. A spreadsheet treats a cell that begins with `=`, `+`, `-` or `@` as a formula,
/// which can leak data; such a cell gets a leading apostrophe
/// (https://owasp.org/www-community/attacks/CSV_Injection).
package struct CSVReporter: Reporter {
  package static let name = "csv"
  package static let summary = "The tests as a table, for spreadsheets."
  package static let medium = ReportMedium.lines

  package init() {}

  private static let columns = [
    "id", "framework", "module", "suite", "function", "outcome", "duration_seconds", "attempts",
    "flaky", "quarantined", "tags", "file", "line", "message",
  ]

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    ([CSVReporter.columns] + record.tests.map { row($0, record.crash(of: $0)) }).map { cells in
      cells.map(CSVReporter.cell).joined(separator: ",") + "\r\n"
    }.joined()
  }

  private func row(_ test: TestCase, _ crash: Crash?) -> [String] {
    let failure = test.issues.first { !$0.isKnown && $0.severity == .error } ?? test.issues.first
    return [
      test.shownName, test.framework.rawValue, test.module ?? "", test.suite ?? "", test.function,
      test.outcome.rawValue, test.durationSeconds.map { max(0, $0).decimals(3) } ?? "",
      "\(max(1, test.attempts?.count ?? test.runs.count))", "\(test.isFlaky ?? false)",
      test.quarantine?.reason ?? "", (test.tags ?? []).joined(separator: " "),
      test.file ?? failure?.file ?? "", (test.line ?? failure?.line).map { "\($0)" } ?? "",
      crash?.headline ?? failure.map { $0.message + ($0.arguments.map { " (\($0))" } ?? "") } ?? "",
    ]
  }

  static func cell(_ text: String) -> String {
    var cell = serviceLine(text, limit: 1_000)
    // The full-width forms also start formulas in East Asian locales. A spreadsheet skips leading
    // spaces.
    let first = cell.unicodeScalars.first { !$0.properties.isWhitespace }
    if let first, "=+-@＝＋－＠".unicodeScalars.contains(first) { cell = "'" + cell }
    guard cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return cell
    }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
