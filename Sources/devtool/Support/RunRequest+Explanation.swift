import CIModel
import PipelineConfig
import PipelineRunner
import ProcessExecution
import RunEvents
import RunStorage
import SwiftPackage
import TerminalUI

extension RunRequest {
  /// Everything that decides whether and how a step runs.
  func explanation(of name: String) throws(CommandFailure) -> String {
    let plan = try plan()
    let selector = StepSelector(name)
    let chosen = plan.steps.filter { selector.selects($0.step) }
    guard !chosen.isEmpty else {
      let ids = pipeline.stepGroups
      throw CommandFailure(
        .badCommandLine, "there is no step called '\(name)'",
        help: nearestSpelling(of: name, among: ids).map { "Did you mean '\($0)'?" }
          ?? "The steps are: \(ids.joined(separator: ", ")).")
    }
    let launcher = ProcessLauncher.live()
    let needsSwift = chosen.contains { planned in
      (planned.step.inputs != nil || planned.step.action.kind.usesSwiftPM)
        && planned.speaksOfSwift
    }
    let toolchain =
      needsSwift ? try? ToolchainCache(state, environment: variables).find(launcher) : nil
    let directory = RunDirectory(planned: "explained", root: workspace.root)
    let run = checkRun(
      plan,
      RunProcesses(
        cancellation: Cancellation(), launcher: launcher, cleanupLauncher: launcher),
      toolchain, (try? stepVariables()) ?? variables,
      RunServices(
        record: RecordKeeper(startRecord(toolchain), in: directory, key: nil),
        directory: directory, state: state))
    let last = RunStore(state).lastOwn()
    return chosen.map { StepExplanation($0, of: run, last: last).text }.joined(separator: "\n")
  }
}
