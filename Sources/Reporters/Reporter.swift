package import CIModel
package import RunHistory

/// Turns facts into text of one format.
///
/// A reporter is a pure function: the same facts and style give the same text.
package protocol Reporter: Sendable {
  /// As written after `--report` and under `reports:`.
  static var name: String { get }
  /// What the format is for: one sentence.
  static var summary: String { get }
  /// Who reads it.
  static var medium: ReportMedium { get }

  init()

  /// Shows a run of the pipeline.
  func render(_ record: RunRecord, style: TerminalStyle) -> String
  /// Shows what a log says; `nil` when the format does not suit it.
  func render(log: LogReport, style: TerminalStyle) -> String?
  /// Shows a change set; `nil` when the format does not suit it.
  func render(changes: ChangeSet, style: TerminalStyle) -> String?
  /// Shows coverage alone; `nil` when the format does not suit it.
  func render(coverage: Coverage, style: TerminalStyle) -> String?
  /// Shows what differs between two runs; `nil` when the format does not suit it.
  func render(comparison: RunComparison, style: TerminalStyle) -> String?
  /// Shows the stored runs; `nil` when the format does not suit it.
  func render(runs: RunList, style: TerminalStyle) -> String?
  /// Shows what the history says; `nil` when the format does not suit it.
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

/// A format whose readers take only so much in one file.
package protocol SplittingReporter: Reporter {
  /// The run as one document for each file; a single one when it fits.
  func parts(_ record: RunRecord) -> [String]
}

/// What may be done to a text so that its reader takes it for nothing else.
package enum ReportMedium: Hashable, Sendable {
  /// Text for people.
  case people
  /// Lines that a CI service is to obey, begun with `::`.
  case commands
  case json
  case xml
  /// Another format for programs.
  case lines
}

/// What the output goes to; of it formats for machines regard where attachments are.
package struct TerminalStyle: Hashable, Sendable {
  /// Columns; lines are wrapped to fit, down to 40.
  package var width: Int
  /// Whether escape sequences for colours may be used.
  package var color: Bool
  /// Whether symbols beyond ASCII may be used; quoted text stays as it is.
  package var unicode: Bool
  package var detail: Detail
  /// How each step ended stands above already: those that passed are left out.
  package var followsLiveView = false
  /// How a command names the run that is shown; `nil` when it is the last one here.
  package var runName: String?
  /// Where formats that name attachments find them.
  package var attachments = Attachments.withTheRun
  /// A person looks at it on a terminal: long commands go on in a second line, and can be pasted all the same.
  package var isOnScreen = false

  package init(
    width: Int = 80, color: Bool = false, unicode: Bool = true, detail: Detail = .everything
  ) {
    self.width = max(40, width)
    self.color = color
    self.unicode = unicode
    self.detail = detail
  }

  /// Where the attachments of tests are.
  package enum Attachments: Hashable, Sendable {
    /// In the checkout, below `.devtool/runs`.
    case withTheRun
    /// Those of these names in a folder, whose path readers know.
    case folder(String, names: Set<String>)
    case nowhere
  }

  /// How much of the facts a report for people shows.
  package enum Detail: Hashable, Sendable {
    case everything
    /// Warnings, failures and the summary.
    case warnings
    /// Failures and the summary.
    case failures
  }
}
