import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Plans and runs the steps of one action.
protocol StepRunner {
  static var kind: StepActionKind { get }

  /// Adds the commands of the step, as far as they are known beforehand; starts nothing.
  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning)

  /// Runs the step to its end; how it ended is in the result.
  static func execute(
    _ planned: Plan.PlannedStep, _ session: inout StepSession, _ pipeline: Pipeline
  ) throws(LaunchError) -> StepExecution
}

/// What a step is planned among.
struct StepPlanning {
  let pipeline: Pipeline
  /// Every step of the pipeline, in the order in which they run.
  let ordered: [PipelineStep]
  let selected: Selection.Resolved
  /// What a `lint` step looks at that names nothing, by the step's `dir`.
  let defaultLintPaths: (_ directory: String?) -> [String]
}

/// The runner of each action.
enum StepRunnerRegistry {
  static func runner(of kind: StepActionKind) -> any StepRunner.Type {
    switch kind {
    case .exec: ExecRunner.self
    case .lint: LintRunner.self
    case .run: ScriptRunner.self
    case .swiftBuild: SwiftBuildRunner.self
    case .swiftTest: SwiftTestRunner.self
    }
  }
}
