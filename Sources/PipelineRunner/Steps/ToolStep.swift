import CIModel
import ProcessExecution
import RunEvents
import TestExecution

/// `swift-build` and `lint`: a tool that prints diagnostics; its exit status decides.
struct ToolStep {
  let planned: Plan.PlannedStep

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    var execution = StepExecution(session.result(.passed, exitCode: 0))
    for command in planned.commands {
      let ending = try session.perform(command)
      execution.diagnostics += ending.facts.diagnostics
      if var failure = session.failure(ending.termination) {
        let errors = ending.facts.diagnostics.count { $0.severity == .error }
        if failure.status == .failed, errors > 0 {
          failure.reason = "\(counted(errors, "error")), \(failure.reason ?? "")"
        }
        execution.result = failure
        if ending.termination.isCrash { execution.crashSignal = ending.termination.signalName }
        return execution
      }
    }
    execution.result = session.result(.passed, exitCode: 0)
    return execution
  }
}
