import CIServices
import ProcessExecution
import RunEvents
import TerminalUI

/// How a run and its reports are shown.
struct RunDisplay {
  var detail = LiveView.Detail.normal
  /// `--output`; `nil` chooses by standard error.
  var output: OutputMode?
  /// `--trace`: the file for the durations.
  var trace: String?
  /// How to write HTML pages.
  var html = HTMLOutput()
  /// Sentences for the reader of the report.
  var notes: [String] = []

  func outputMode(_ variables: [String: String]) -> OutputMode {
    let terminal = Terminal(descriptor: 2, environment: variables)
    return output ?? (terminal.isInteractive ? .stream : .grouped)
  }

  func liveView(
    _ service: CIEnvironment, _ variables: [String: String], _ cancellation: Cancellation
  ) -> LiveView {
    LiveView(
      terminal: Terminal(descriptor: 2, environment: variables), detail: detail,
      folding: LogFolding(service: service.name), service: service.name,
      output: outputMode(variables), signsOfLife: LiveView.signsOfLife(variables),
      isCancelling: { cancellation.isRequested })
  }
}
