import CIModel
import ProcessExecution
import RunEvents

extension StepSession {
  /// `run` and `exec`: any command; its exit status decides, unless its output shows failed tests.
  mutating func executeCommands() throws(LaunchError) -> StepExecution {
    var ending: CommandEnding?
    for command in scope.planned.commands { ending = try perform(command) }
    guard let ending else { return StepExecution(result(.passed)) }
    // `swift test | tee log` loses the status of swift test.
    return execution(
      of: ending, advice: "; a pipe without `pipefail` hides the status of its first command")
  }
}
