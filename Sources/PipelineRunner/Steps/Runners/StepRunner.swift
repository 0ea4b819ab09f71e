import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Plans and runs the steps of one action; every `ActionOptions` type conforms to it.
protocol StepRunner: ActionOptions {
  /// Adds the commands of the step, as far as they are known beforehand; starts nothing.
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning)

  /// Runs the step to its end; the result contains how it ended.
  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution
}

extension StepAction {
  /// The runner of the action; `nil` when its options are no `StepRunner`, which a test rules out.
  var runner: (any StepRunner)? { options as? any StepRunner }
}

/// The context for planning a step.
struct StepPlanning {
  let pipeline: Pipeline
  /// Every step of the pipeline, in the order in which they run.
  let ordered: [PipelineStep]
  let selected: Selection.Resolved
  /// The paths that a `lint` step without paths checks, by the step's `dir`.
  let defaultLintPaths: (_ directory: String?) -> [String]
}
