import CIModel
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents

/// Runs the tests through `swift test` when the test product cannot be driven directly.
///
/// The results of XCTest and Swift Testing are both parsed from the console output. SwiftPM stops
/// at the first crash and does not hand out the profiles, so there is no coverage.
struct SwiftTestFallback {
  let options: SwiftTestOptions
  /// Why devtool does not run the product itself.
  let reason: String

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let arguments =
      ["test", "--skip-build"]
      + (options.coverage ? ["--enable-code-coverage"] : [])
      + SwiftTestStep.buildArguments(options)
    var ending = try session.perform(Plan.Command("swift", arguments))
    for index in ending.facts.tests.indices where ending.facts.tests[index].outcome == .unfinished {
      ending.facts.tests[index].outcome = .crashed
    }
    var execution = session.execution(of: ending)
    if execution.result.status == .passed, execution.tests.isEmpty, execution.unnamedTests == nil {
      execution.result = session.result(
        .failed, exitCode: 0,
        reason: "swift test exited with 0, but no test result was recognized in its output; "
          + "for a test runner of another kind write the step as `run: swift test`")
    }
    execution.notes.append(
      "The tests ran through `swift test`, because \(reason); coverage is not measured, and a "
        + "crash ends the run.")
    return execution
  }
}
