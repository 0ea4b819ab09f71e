import CIModel
import ProcessExecution
import RunEvents

/// `run` and `exec`: any command; its exit status decides, unless its output shows failed tests.
struct CommandStep {
  let planned: Plan.PlannedStep

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    var ending: StepSession.CommandEnding?
    for command in planned.commands { ending = try session.perform(command) }
    guard let ending else { return StepExecution(session.result(.passed)) }
    var execution = StepExecution(
      session.failure(ending.termination) ?? session.result(.passed, exitCode: 0))
    execution.diagnostics = ending.facts.diagnostics
    execution.tests = ending.facts.tests
    execution.crashes = ending.facts.crashes
    execution.runtimeWarnings = ending.facts.runtimeWarnings
    let failed = ending.facts.tests.count { $0.outcome.isFailure }
    if execution.result.status == .passed, failed > 0 {
      // `swift test | tee log` loses the status of swift test.
      execution.result.status = .failed
      execution.result.reason =
        "exit status 0, but its output shows \(counted(failed, "failed test")); "
        + "a pipe without `pipefail` hides the status of its first command"
    }
    switch execution.result.status {
    case .failed, .timedOut: execution.result.lastLines = session.lastOutput.lines
    case .passed, .warned, .skipped, .blocked, .cancelled: break
    }
    return execution
  }
}
