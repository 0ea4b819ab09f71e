import CIModel
import ProcessExecution
import TestExecution

/// Derives the result of a test step from the results of its tests.
struct TestVerdict {
  let tests: TestExecutionResult

  func result(_ session: StepSession) -> StepResult {
    if tests.wasCancelled { return session.result(.cancelled, reason: "cancelled") }
    if tests.timedOut, let failure = session.failure(.timedOut) { return failure }
    let reasons = reasons
    if reasons.isEmpty { return session.result(.passed, exitCode: 0) }
    return session.result(
      .failed, exitCode: tests.exitCode, reason: reasons.joined(separator: ", "))
  }

  /// Why the step fails; empty when it does not.
  var reasons: [String] {
    var reasons: [String] = []
    func add(_ outcomes: [TestOutcome], _ words: String) {
      let count = tests.tests.count { $0.failsTheRun && outcomes.contains($0.outcome) }
      if count > 0 { reasons.append("\(counted(count, "test")) \(words)") }
    }
    add([.failed], "failed")
    add([.crashed, .unfinished], "crashed")
    add([.timedOut], "timed out")
    add([.notRun], tests.stoppedEarly ? "not run after the failure limit" : "did not run")
    return reasons + tests.countedProblems
  }
}
