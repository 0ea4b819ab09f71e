import CIModel
import PipelineConfig
import Reporters
import RunStorage
import TerminalUI

/// `devtool report --list` and `--compare`: lists and compares stored runs.
struct StoredComparison {
  let store: RunStore
  let writer: ReportWriter
  let request: ReportRequest

  /// Lists all runs.
  ///
  /// - Throws: `CommandFailure` if the list cannot be written, or not in this format.
  func list() throws(CommandFailure) {
    let runs = RunList(store.own().map(RunSummary.init))
    try write { $0.render(runs: runs, style: $1) }
  }

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - run: the later one; `nil` is the newest.
  ///   - name: the earlier one, or `last` for the newest before it that ran the same part.
  /// - Throws: `CommandFailure` if there is no such run, and as `list` does.
  func compare(_ run: String?, with name: String) throws(CommandFailure) {
    let comparison: RunComparison
    do throws(RunStore.Problem) {
      comparison = try store.comparison(of: run, with: name)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
    try write { $0.render(comparison: comparison, style: $1) }
  }

  private func write(
    _ render: (any Reporter, TerminalStyle) -> String?
  ) throws(CommandFailure) {
    if let failure = writer.write(request, render) { throw failure }
  }
}
