import CIModel
import RunHistory

/// All report formats.
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
    ReleaseNotesReporter.self,
    SARIFReporter.self,
    SonarQubeReporter.self,
    TerminalReporter.self,
  ]

  package static var names: [String] { all.map { $0.name } }

  /// The formats that can show a change alone.
  package static let changesNames = names { reporter in
    reporter.render(
      changes: ChangeSet(base: "", head: "", mergeBase: "", files: [], commits: []),
      style: TerminalStyle())
  }

  /// The formats that can show coverage alone.
  package static let coverageNames = names { reporter in
    let none = Coverage.Ratio(covered: 0, count: 0)
    let nothing = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(lines: none, functions: none, regions: none), files: [], excluded: [])
    return reporter.render(coverage: nothing, style: TerminalStyle())
  }

  /// The formats that can show trends of the history.
  package static let trendsNames = names { reporter in
    reporter.render(trends: HistoryTrends(runs: 0), style: TerminalStyle())
  }

  private static func names(showing text: (any Reporter) -> String?) -> [String] {
    all.filter { text($0.init()) != nil }.map { $0.name }
  }

  /// The formats that name the locations of attachments.
  package static let namesAttachments: Set<String> = [
    CTRFReporter.name, JUnitReporter.name, StrictJUnitReporter.name,
  ]

  /// Returns the reporter with this name; `nil` when there is none.
  package static func reporter(named name: String) -> (any Reporter)? {
    all.first { $0.name == name }?.init()
  }
}
