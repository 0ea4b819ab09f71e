package import CIModel

/// Writes pages for a browser; see `HTMLReport` for those of a folder.
package struct HTMLReporter: Reporter {
  package static let name = "html"
  package static let summary = "Pages for a browser: failures, coverage with sources, findings."
  package static let medium = ReportMedium.xml

  package init() {}

  /// All of it as one page, without sources.
  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    String(decoding: HTMLReport(record).singleFile(), as: UTF8.self)
  }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    String(decoding: ComparisonPage(comparison).bytes, as: UTF8.self)
  }
}
