package import CIModel
package import RunHistory

/// Writes the machine-readable documents that `devtool schema` describes: `devtool.run/1` and so on.
package struct JSONReporter: Reporter {
  package static let name = "json"
  package static let summary = "The whole record as a versioned JSON document, for other programs."
  package static let medium = ReportMedium.json

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    JSONText.encode(record)
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    JSONText.encode(LogDocument(log))
  }

  package func render(changes: ChangeSet, style: TerminalStyle) -> String? {
    JSONText.encode(SchemaDocument(schema: "devtool.changes/1", content: changes))
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    JSONText.encode(SchemaDocument(schema: "devtool.coverage/1", content: coverage))
  }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    JSONText.encode(comparison)
  }

  package func render(runs: RunList, style: TerminalStyle) -> String? { JSONText.encode(runs) }

  package func render(trends: HistoryTrends, style: TerminalStyle) -> String? {
    JSONText.encode(trends)
  }
}
