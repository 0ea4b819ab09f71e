import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// `exec`: a command without a shell.
enum ExecRunner: StepRunner {
  static let kind = StepActionKind.exec

  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    guard case .exec(let words) = planned.step.action, let executable = words.first else { return }
    planned.commands = [Plan.Command(executable, Array(words.dropFirst()))]
  }

  static func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try CommandStep(planned: session.scope.planned).execute(&session)
  }
}
