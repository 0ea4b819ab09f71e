import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

extension ScriptOptions: StepRunner {
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    let words =
      switch planned.step.shell {
      case .bash: ["bash", "-euo", "pipefail", "-c"]
      case .sh: ["sh", "-eu", "-c"]
      case .command(let words): words
      }
    planned.commands = [Plan.Command(words[0], Array(words.dropFirst()) + [script])]
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try session.executeCommands()
  }
}
