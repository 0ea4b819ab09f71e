package import CIModel

/// JUnit XML that is valid by Jenkins' `junit-10.xsd`, for readers that take nothing else.
///
/// It lacks four things that most readers know: `file` and `line` of a case, `skipped` and `timestamp`
/// of the whole. Where a test failed stands in the text of its failure.
package struct StrictJUnitReporter: Reporter {
  package static let name = "junit-strict"
  package static let summary = "JUnit XML that is valid by Jenkins' junit-10.xsd."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    JUnitReporter(isStrict: true).render(record, style: style)
  }
}
