import CIModel

/// Several tests of Swift Testing ran as their process died. Each of them runs again by itself; when
/// all of them pass then, it took their company to kill it.
struct SharedDeath {
  var suspects: [PlannedTest]
  private let reason: String

  init(suspects: [PlannedTest], _ ending: TestProcess.Ending) {
    self.suspects = suspects
    let crash = ending.crash(of: nil)
    let cause = crash.signal ?? ending.termination.words
    reason = "the process died (\(cause)) while it ran" + (crash.reason.map { ": \($0)" } ?? "")
  }

  /// The attempt that the death ended.
  func attempt(of test: PlannedTest) -> TestCase {
    var attempt = TestCase(notRun: test.id, test.framework)
    attempt.setLastOutcome(.crashed)
    attempt.issues = [TestIssue(reason)]
    return attempt
  }

  func company(of test: PlannedTest) -> Interference {
    Interference(
      beside: suspects.filter { $0 != test }.map(\.id.text), isReproduced: false)
  }
}
