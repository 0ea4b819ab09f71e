import CIModel
import CIServices
import GitHistory
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
    var variables = environment
    let policy = workspace.policy(environment)
    let files =
      (try? DotenvReading.values(pipeline.dotenv, root: workspace.root, policy: policy)) ?? [:]
    variables.merge(files) { own, _ in own }
    var context = RunContext(
      launcher: launcher, cancellation: Cancellation(),
      toolchain: needsSwift
        ? try? ToolchainCache(state, environment: environment).find(launcher) : nil,
      environment: variables, ownEnvironment: environment, root: workspace.root,
      repositoryRoot: workspace.repositoryRoot,
      directory: RunDirectory(planned: "explained", root: workspace.root), state: state,
      observer: .silent, policy: policy, isDefaultPipeline: workspace.configPath == nil)
    context.surroundings = workspace.surroundings(ci, environment)
    return chosen.map { planned in
      StepExplanation(
        planned, plan: plan, pipeline: pipeline, base: BaseRequest(base: base, head: head, ci: ci),
        root: workspace.root, environment: environment, pullRequest: pullRequest,
        surroundings: context.surroundings, last: last, context: context
      ).text
    }.joined(separator: "\n")
  }
}
