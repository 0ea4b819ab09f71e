package import CIModel

/// The outcome of one process of the test product for its tests.
struct ProcessOutcome {
  /// Results of tests that ended, or that are blamed for the end of the process.
  var result = TestExecutionResult()
  /// Tests that did not start, or that were ended through no fault of their own.
  var again: [PlannedTest] = []
  /// Tests that ran when the process died; each of them may be the cause.
  var suspects: [PlannedTest] = []
  /// Tests that cannot run, and why: a lowercase fragment.
  var notRun: [PlannedTest] = []
  var reason = ""
  /// The class in whose `setUp` the process died, and the test that is blamed for it.
  var blamed: (name: Substring, test: TestID)?
  /// Attempts of these tests that had already failed when their process ended.
  var cutOff: [TestCase] = []

  /// Whether the process made any progress in the run.
  var hasProgress: Bool { !result.tests.isEmpty || !suspects.isEmpty || blamed != nil }

  /// Stores a test that was cut off, if it had already recorded a failure.
  mutating func noteCutOff(_ test: TestCase) {
    guard test.issues.contains(where: { !$0.isKnown && $0.severity == .error }) else { return }
    var test = test
    test.setLastOutcome(.failed)
    cutOff.append(test)
  }
}

extension TestCase {
  /// Creates the result of a planned test that never started.
  package init(notRun id: TestID, _ framework: TestFramework) {
    self.init(
      name: framework == .xctest ? id.printedByXCTest : id.function, id: id.text,
      framework: framework, module: id.module, suite: id.suite, function: id.function,
      outcome: .notRun)
  }

  /// Corrects the outcome of the last run.
  mutating func setLastOutcome(_ outcome: TestOutcome) {
    self.outcome = outcome
    if runs.isEmpty { runs.append(TestRun(outcome, durationSeconds: nil)) }
    runs[runs.count - 1].outcome = outcome
  }

  /// Ends the last run because it exceeded its time limit.
  mutating func setTimedOut(after duration: Duration, _ ending: TestProcess.Ending, isAlone: Bool) {
    setLastOutcome(.timedOut)
    durationSeconds = duration.seconds
    runs[runs.count - 1].durationSeconds = durationSeconds
    addHang(ending, isAlone: isAlone)
  }
}
