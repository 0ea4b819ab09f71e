package import CIModel

/// Writes a page for a browser; `HTMLReport` writes a folder of pages.
package struct HTMLReporter: Reporter {
  package static let name = "html"
  package static let summary = "Pages for a browser: failures, coverage with sources, findings."
  package static let medium = ReportMedium.xml

  package init() {}

  /// The whole report as one page, without sources.
  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    String(decoding: HTMLReport(record).singleFile(), as: UTF8.self)
  }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    String(decoding: ComparisonPage(comparison).bytes, as: UTF8.self)
  }
}
