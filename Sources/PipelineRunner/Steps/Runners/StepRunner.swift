import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Plans and runs the steps of one action: every type of `ActionOptions` is one.
protocol StepRunner: ActionOptions {
  /// Adds the commands of the step, as far as they are known beforehand; starts nothing.
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning)

  /// Runs the step to its end; how it ended is in the result.
  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution
}

extension StepAction {
  /// `nil` for an action that nothing runs, which a test rules out.
  var runner: (any StepRunner)? { options as? any StepRunner }
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
