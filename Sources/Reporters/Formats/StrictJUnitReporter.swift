package import CIModel

/// Writes JUnit XML that is valid against Jenkins' `junit-10.xsd`, for readers that accept nothing
/// else.
///
/// It lacks four attributes that most readers know: `file` and `line` of a case, `skipped` and
/// `timestamp` of the whole. The text of a failure contains its location instead.
package struct StrictJUnitReporter: Reporter {
  package static let name = "junit-strict"
  package static let summary = "JUnit XML that is valid by Jenkins' junit-10.xsd."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    JUnitReporter(isStrict: true).render(record, style: style)
  }
}
