package import CIModel
package import RunHistory

/// Turns facts into text of one format.
///
/// A reporter is a pure function: the same facts and style give the same text.
package protocol Reporter: Sendable {
  /// The name after `--report` and under `reports:`.
  static var name: String { get }
  /// The purpose of the format: one sentence.
  static var summary: String { get }
  /// The kind of reader.
  static var medium: ReportMedium { get }

  init()

  /// Shows a run of the pipeline.
  func render(_ record: RunRecord, style: TerminalStyle) -> String
  /// Shows a log; `nil` when the format does not suit it.
  func render(log: LogReport, style: TerminalStyle) -> String?
  /// Shows a change set; `nil` when the format does not suit it.
  func render(changes: ChangeSet, style: TerminalStyle) -> String?
  /// Shows coverage alone; `nil` when the format does not suit it.
  func render(coverage: Coverage, style: TerminalStyle) -> String?
  /// Shows the differences between two runs; `nil` when the format does not suit it.
  func render(comparison: RunComparison, style: TerminalStyle) -> String?
  /// Shows the stored runs; `nil` when the format does not suit it.
  func render(runs: RunList, style: TerminalStyle) -> String?
  /// Shows trends of the history; `nil` when the format does not suit it.
  func render(trends: HistoryTrends, style: TerminalStyle) -> String?
}

extension Reporter {
  package static var medium: ReportMedium { .people }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    render(log.record, style: style)
  }

  package func render(changes: ChangeSet, style: TerminalStyle) -> String? { nil }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? { nil }

  package func render(comparison: RunComparison, style: TerminalStyle) -> String? { nil }

  package func render(runs: RunList, style: TerminalStyle) -> String? { nil }

  package func render(trends: HistoryTrends, style: TerminalStyle) -> String? { nil }
}

/// A format whose readers limit the size of a file.
package protocol SplittingReporter: Reporter {
  /// Returns the run as one document per file; a single one when it fits.
  func parts(_ record: RunRecord) -> [String]
}

/// The kind of reader, which determines how text is made safe.
package enum ReportMedium: Hashable, Sendable {
  /// Text for people.
  case people
  /// Lines that a CI service executes as commands, which begin with `::`.
  case commands
  case json
  case xml
  /// Another format for programs.
  case lines
}

/// The properties of the output. Formats for machines only use the location of attachments.
package struct TerminalStyle: Hashable, Sendable {
  /// Columns; lines are wrapped to fit, down to 40.
  package var width: Int
  /// Whether escape sequences for colours may be used.
  package var color: Bool
  /// Whether symbols beyond ASCII may be used; quoted text stays as it is.
  package var unicode: Bool
  package var detail: Detail
  /// Whether the results of steps are shown above already: steps that passed are omitted.
  package var followsLiveView = false
  /// The name of the shown run for commands; `nil` for the last one.
  package var runName: String?
  /// The location of attachments, for formats that name them.
  package var attachments = Attachments.withTheRun
  /// Whether a person reads the output on a terminal: long commands are broken so that they can
  /// still be pasted.
  package var isOnScreen = false

  package init(
    width: Int = 80, color: Bool = false, unicode: Bool = true, detail: Detail = .everything
  ) {
    self.width = max(40, width)
    self.color = color
    self.unicode = unicode
    self.detail = detail
  }

  /// The location of the attachments of tests.
  package enum Attachments: Hashable, Sendable {
    /// In the checkout, below `.devtool/runs`.
    case withTheRun
    /// Attachments with these names in a folder, whose path readers can use.
    case folder(String, names: Set<String>)
    case nowhere
  }

  /// How much a report for people shows.
  package enum Detail: Hashable, Sendable {
    case everything
    /// Warnings, failures and the summary.
    case warnings
    /// Failures and the summary.
    case failures
  }
}
