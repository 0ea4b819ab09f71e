import CIModel
import PipelineConfig
import PipelineRunner
import RunEvents
import RunExchange
import RunStorage
import TerminalUI

extension RunRequest {
  /// The run whose results to check, if the command line names checks and no step.
  ///
  /// - Returns: `nil` if steps run, or if only the rules are checked, which need no results; else
  ///   the run, and notes for the reader.
  /// - Throws: `CommandFailure` if no run has the results: missing results must not pass.
  func judgedRun(
    _ plan: Plan
  ) throws(CommandFailure) -> (run: JudgedRun, notes: [String])? {
    let names = selection.only + selection.steps
    let checks = plan.checks.subtracting([.rules]).sorted { $0.rawValue < $1.rawValue }
    guard plan.steps.isEmpty, !checks.isEmpty, !names.isEmpty else { return nil }
    let nearest = names.lazy.compactMap { name in
      nearestSpelling(of: name, among: pipeline.stepGroups)
    }.first
    let hint = nearest.map { "`devtool check --only \($0)` runs the step '\($0)'." }
    let words = checks.map(\.rawValue).joined(separator: ", ")
    guard let record = RunStore(state).newest(for: checks) else {
      throw CommandFailure(
        .missingInput, "there is nothing to check: no finished run here has results for \(words)",
        help: "Run `devtool check` first." + (hint.map { " \($0)" } ?? ""))
    }
    if checks.contains(.coverage), record.coverage == nil {
      let note = record.notes.first { $0.hasPrefix("Coverage") }
      throw CommandFailure(
        .missingInput, "there is nothing to check: run \(record.id) measured no coverage",
        help: note ?? "Run `devtool check` with a swift-test step that has `coverage: true`.")
    }
    return (JudgedRun(record, marks: RunStore(state).marks(of: record.id)), hint.map { [$0] } ?? [])
  }
}
