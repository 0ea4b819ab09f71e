import CIModel
import CIServices
import PipelineConfig
import PipelineRunner
import ProcessExecution
import RunEvents
import RunStorage
import SwiftPackage
import TerminalUI

extension RunSession {
  /// Everything that decides about a step.
  func explanation(of name: String) throws -> String {
    let plan = try plan()
    let selector = StepSelector(name)
    let chosen = plan.steps.filter { selector.selects($0.step) }
    guard !chosen.isEmpty else {
      let ids = pipeline.stepGroups
      throw CommandFailure(
        .badCommandLine, "there is no step called '\(name)'",
        help: nearestSpelling(of: name, among: ids).map { "Did you mean '\($0)'?" }
          ?? "There are \(ids.joined(separator: ", ")).")
    }
    let ci = CIEnvironment.detect(environment)
    let last = RunStore(state).lastOwn()
    let launcher = ProcessLauncher.live()
    let needsSwift = chosen.contains { planned in
      (planned.step.inputs != nil || planned.step.action.kind.usesSwiftPM)
        && planned.speaksOfSwift
    }
    let files = try? DotenvReading.values(
      pipeline.dotenv, root: workspace.root, policy: workspace.policy(environment))
    let request = request(ci)
    let context = context(
      Processes(cancellation: Cancellation(), launcher: launcher, cleanupLauncher: launcher),
      needsSwift ? try? ToolchainCache(state, environment: environment).find(launcher) : nil,
      environment.merging(files ?? [:]) { own, _ in own },
      RunDirectory(planned: "explained", root: workspace.root), ci, request, .silent)
    return chosen.map { planned in
      StepExplanation(
        planned, plan: plan, pipeline: pipeline, request: request, pullRequest: pullRequest,
        last: last, context: context
      ).text
    }.joined(separator: "\n")
  }
}
