package import CIModel

/// Writes coverage in SonarQube's generic format.
///
/// Source: "Generic test data" in the documentation of SonarQube (`coverage version="1"`).
package struct SonarQubeReporter: Reporter {
  package static let name = "sonarqube"
  package static let summary = "SonarQube's generic format of the coverage."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    document(record.coverage)
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? { document(coverage) }

  private func document(_ coverage: Coverage?) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<coverage version=\"1\">\n"
    for file in coverage?.files ?? [] {
      text += "  <file path=\"\(file.path.xmlAttribute)\">\n"
      for run in file.executableLines {
        for line in run.first...run.last {
          text += "    <lineToCover lineNumber=\"\(line)\" covered=\"\(run.isCovered)\"/>\n"
        }
      }
      text += "  </file>\n"
    }
    return text + "</coverage>\n"
  }
}
