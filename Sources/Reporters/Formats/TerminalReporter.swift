package import CIModel
package import RunHistory

/// Writes for a person at a terminal: crashes and failures first, then everything else that failed
/// the run, then warnings, coverage and lint. The names of the failures and the verdict come last,
/// where they stay visible.
package struct TerminalReporter: Reporter {
  package static let name = "terminal"
  package static let summary = "For people: failures with the commands that reproduce them."

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    var screen = Screen(style)
    RunScreen(record).draw(on: &screen)
    return screen.text
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    RunScreen(log).draw(on: &screen)
    return screen.text
  }

  package func render(changes: ChangeSet, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    ChangesScreen(changes).draw(on: &screen)
    return screen.text
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    CoverageScreen(coverage).draw(on: &screen)
    return screen.text
  }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    ComparisonScreen(comparison).draw(on: &screen)
    return screen.text
  }

  package func render(trends: HistoryTrends, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    HistoryScreen(trends).draw(on: &screen)
    return screen.text
  }

  package func render(runs: RunList, style: TerminalStyle) -> String? {
    var screen = Screen(style)
    RunListScreen(runs).draw(on: &screen)
    return screen.text
  }
}
