import CIModel
import CIServices
import GitHistory
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import ProjectSetup
import RunEvents
import RunStorage
import SwiftPackage
import TerminalUI

/// A run that the command line asks for; nothing has been started yet.
struct RunRequest {
  let workspace: Workspace
  let state: StateFolder
  /// The command line has overridden the file.
  let pipeline: Pipeline
  var selection = Selection()
  /// `--jobs`: how many steps run at once; `nil` as the pipeline says.
  var jobs: Int?
  let options: RunOptions
  var display = RunDisplay()
  /// Whether to wait for another run that uses the checkout.
  var waitsForCheckout = true
  /// What devtool was started with.
  let variables: [String: String]
  let service: CIEnvironment

  /// - Parameter options: From the command line; this adds those of the file and the CI service.
  init(
    _ workspace: Workspace, _ state: StateFolder, _ pipeline: Pipeline, _ options: RunOptions,
    _ variables: [String: String]
  ) {
    self.workspace = workspace
    self.state = state
    self.pipeline = pipeline
    self.variables = variables
    service = CIEnvironment.detect(variables)
    var options = options
    options.base.needsRemoteBase = workspace.trusted != nil
    options.isDefaultPipeline = pipeline.hasStandardSteps
    self.options = options
  }

  /// What the run would do.
  func plan() throws(CommandFailure) -> Plan {
    do throws(Selection.UnknownName) {
      var plan = try Plan(
        pipeline, selection: selection, defaultLintPaths: { swiftPaths(in: workspace.root, $0) })
      plan.jobs = jobs ?? pipeline.jobs ?? processorCount()
      return plan
    } catch {
      let help =
        nearestSpelling(of: error.name, among: error.known).map { "Did you mean '\($0)'?" }
        ?? "The steps and checks are: \(error.known.joined(separator: ", "))."
      // The file here may have one.
      let place = workspace.trusted == nil ? "" : " in the .ci.yml of the base, which applies here"
      throw CommandFailure(
        .badCommandLine, "there is no step and no check called '\(error.name)'\(place)", help: help)
    }
  }

  /// `--failed`: the steps that did not pass in a run; none if all passed or nothing ran.
  ///
  /// - Parameter record: `nil` is the last run here.
  func stepsToRunAgain(_ record: RunRecord?) -> [String] {
    let known = Set(pipeline.steps.map(\.id))
    return (record ?? RunStore(state).lastOwn())?.unfinishedSteps.filter(known.contains) ?? []
  }

  /// Shows what the test steps of a plan will run, if their tests are built.
  func testPreview() -> TestPreview {
    let launcher = ProcessLauncher.live()
    return TestPreview(
      launcher: launcher,
      toolchain: try? ToolchainCache(state, environment: variables).find(launcher),
      environment: variables, state: state)
  }

  /// The variables of the steps: devtool's own, and those that the files of `dotenv` add.
  func stepVariables() throws(CommandFailure) -> [String: String] {
    do throws(DotenvReadingFailure) {
      let values = try DotenvReading.values(
        pipeline.dotenv, root: workspace.root, policy: workspace.policy(variables))
      return variables.merging(values) { own, _ in own }
    } catch {
      throw CommandFailure(
        .missingInput, error.description,
        help: "Fix the file, or write `{ path: \(error.path), optional: true }` in 'dotenv'.")
    }
  }

  /// The only place that assembles a run, to start or to explain it.
  func checkRun(
    _ plan: Plan, _ processes: RunProcesses, _ toolchain: Toolchain?,
    _ stepVariables: [String: String], _ services: RunServices, judging judged: JudgedRun? = nil
  ) -> CheckRun {
    var environment = RunEnvironment(
      launcher: processes.launcher, cleanupLauncher: processes.cleanupLauncher,
      cancellation: processes.cancellation, variables: stepVariables, ownVariables: variables,
      root: workspace.root, repositoryRoot: workspace.repositoryRoot,
      policy: workspace.policy(variables))
    environment.toolchain = toolchain
    environment.surroundings = workspace.surroundings(service, stepVariables)
    environment.isCI = service.name != nil
    environment.isPullRequest = service.isPullRequest || options.pullRequest != nil
    environment.keepJobFiles(of: pipeline)
    var options = options
    options.output = display.outputMode(stepVariables)
    return CheckRun(
      pipeline, plan: plan, options: options, environment: environment, services: services,
      judging: judged)
  }
}
