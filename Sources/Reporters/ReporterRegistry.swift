/// Every format there is.
package enum ReporterRegistry {
  /// Sorted by name.
  package static let all: [any Reporter.Type] = [
    CoberturaReporter.self,
    GitHubReporter.self,
    JSONReporter.self,
    JUnitReporter.self,
    LCOVReporter.self,
    MarkdownReporter.self,
    PlainReporter.self,
    SonarQubeReporter.self,
    TerminalReporter.self,
  ]

  package static var names: [String] { all.map { $0.name } }

  /// `nil` when there is no format of that name.
  package static func reporter(named name: String) -> (any Reporter)? {
    all.first { $0.name == name }?.init()
  }
}
