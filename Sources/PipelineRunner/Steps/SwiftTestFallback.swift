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

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let arguments =
      ["test", "--skip-build"]
      + (options.coverage ? ["--enable-code-coverage"] : [])
      + SwiftTestStep.buildArguments(options)
    let ending = try session.perform(Plan.Command("swift", arguments))
    var facts = ending.facts
    for index in facts.tests.indices where facts.tests[index].outcome == .unfinished {
      facts.tests[index].outcome = .crashed
    }
    var execution = StepExecution(
      session.failure(ending.termination) ?? session.result(.passed, exitCode: 0))
    let failed = facts.tests.count { $0.outcome.isFailure }
    if execution.result.status == .passed {
      if failed > 0 {
        execution.result = session.result(.failed, reason: "\(counted(failed, "test")) failed")
      } else if facts.tests.isEmpty {
        // Either no test ran, or the tests use neither XCTest nor Swift Testing.
        execution.result = session.result(
          .failed, exitCode: 0,
          reason: "swift test exited with 0, but no test result was recognized in its output; "
            + "for a test runner of another kind write the step as `run: swift test`")
      }
    }
    execution.diagnostics = facts.diagnostics
    execution.tests = facts.tests
    execution.crashes = facts.crashes
    execution.runtimeWarnings = facts.runtimeWarnings
    execution.notes.append(
      "The tests ran through `swift test`, because this build has no test product that "
        + "devtool can run itself; coverage is not measured and a crash ends the run.")
    return execution
  }
}
