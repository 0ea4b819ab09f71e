import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

extension ExecOptions: StepRunner {
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    guard let executable = words.first else { return }
    planned.commands = [Plan.Command(executable, Array(words.dropFirst()))]
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try session.executeCommands()
  }
}
