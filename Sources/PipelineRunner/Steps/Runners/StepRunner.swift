import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Plans and runs the steps of one action.
protocol StepRunner: Sendable {
  static var kind: StepActionKind { get }

  /// Adds the commands of the step, as far as they are known beforehand; starts nothing.
  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning)

  /// Runs the step to its end; how it ended is in the result.
  static func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution
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
