package import CIModel
package import RunHistory

/// Writes the report for people without colours, symbols or wrapped lines: the same bytes
/// everywhere.
package struct PlainReporter: Reporter {
  package static let name = "plain"
  package static let summary = "The report for people without colours and symbols, for logs."

  private let style = TerminalStyle(width: 100_000, color: false, unicode: false)

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    TerminalReporter().render(record, style: fixed(style))
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    TerminalReporter().render(log: log, style: fixed(style))
  }

  package func render(changes: ChangeSet, style: TerminalStyle) -> String? {
    TerminalReporter().render(changes: changes, style: fixed(style))
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    TerminalReporter().render(coverage: coverage, style: fixed(style))
  }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    TerminalReporter().render(comparison: comparison, style: fixed(style))
  }

  package func render(runs: RunList, style: TerminalStyle) -> String? {
    TerminalReporter().render(runs: runs, style: fixed(style))
  }

  package func render(trends: HistoryTrends, style: TerminalStyle) -> String? {
    TerminalReporter().render(trends: trends, style: fixed(style))
  }

  private func fixed(_ asked: TerminalStyle) -> TerminalStyle {
    var fixed = style
    fixed.detail = asked.detail
    fixed.runName = asked.runName
    return fixed
  }
}
