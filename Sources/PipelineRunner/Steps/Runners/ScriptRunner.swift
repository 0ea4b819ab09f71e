import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// `run`: a script, by the step's shell.
enum ScriptRunner: StepRunner {
  static let kind = StepActionKind.run

  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    guard case .run(let script) = planned.step.action else { return }
    let words =
      switch planned.step.shell {
      case .bash: ["bash", "-euo", "pipefail", "-c"]
      case .sh: ["sh", "-eu", "-c"]
      case .command(let words): words
      }
    planned.commands = [Plan.Command(words[0], Array(words.dropFirst()) + [script])]
  }

  static func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try CommandStep(planned: session.scope.planned).execute(&session)
  }
}
