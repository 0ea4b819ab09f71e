package import CIModel

/// Writes GitLab's code quality report.
///
/// Source: https://docs.gitlab.com/ci/testing/code_quality, "Code Quality report format": each
/// entry has a unique fingerprint, and a path without `./`.
package struct CodeQualityReporter: Reporter {
  package static let name = "codequality"
  package static let summary = "GitLab's code quality report."
  package static let medium = ReportMedium.json

  package init() {}

  private struct Entry: Encodable {
    var description: String
    var checkName: String
    var fingerprint: String
    var severity: String
    var location: Location

    private enum CodingKeys: String, CodingKey {
      case description, fingerprint, severity, location
      case checkName = "check_name"
    }
  }

  private struct Location: Encodable {
    var path: String
    var lines: Lines
  }

  private struct Lines: Encodable {
    var begin: Int
    var end: Int?
  }

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    // The format cannot express suppressed findings.
    let issues = ServiceIssue.all(record).filter { $0.issue.suppressed == nil }
    return JSONText.encode(
      issues.map { issue in
        Entry(
          description: issue.message.isEmpty ? issue.rule : issue.message,
          checkName: issue.rule, fingerprint: issue.uniqueFingerprint,
          severity: severity(issue.issue),
          location: Location(
            path: issue.path, lines: Lines(begin: issue.line ?? 1, end: issue.endLine)))
      })
  }

  private func severity(_ issue: RecordIssue) -> String {
    switch issue.severity {
    case .note: "info"
    case .warning: "minor"
    case .error: issue.kind == .crash ? "critical" : "major"
    }
  }
}
