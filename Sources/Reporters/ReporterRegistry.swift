/// Every format there is.
package enum ReporterRegistry {
  /// Sorted by name.
  package static let all: [any Reporter.Type] = [
    BadgeReporter.self,
    CoverageBadgeReporter.self,
    BriefReporter.self,
    CheckstyleReporter.self,
    CoberturaReporter.self,
    CodeQualityReporter.self,
    CSVReporter.self,
    CTRFReporter.self,
    GitHubReporter.self,
    HTMLReporter.self,
    JSONReporter.self,
    JUnitReporter.self,
    StrictJUnitReporter.self,
    LCOVReporter.self,
    MarkdownReporter.self,
    PlainReporter.self,
    SARIFReporter.self,
    SonarQubeReporter.self,
    TerminalReporter.self,
  ]

  package static var names: [String] { all.map { $0.name } }

  /// `nil` when there is no format of that name.
  package static func reporter(named name: String) -> (any Reporter)? {
    all.first { $0.name == name }?.init()
  }
}
