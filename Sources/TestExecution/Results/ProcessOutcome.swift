package import CIModel

/// What one process of the test product means for the tests it was started for.
struct ProcessOutcome {
  /// Results of tests that ended, or that are charged with the end of the process.
  var result = TestExecutionResult()
  /// Tests that did not start, or that were ended for no fault of their own.
  var again: [PlannedTest] = []
  /// Tests that ran when the process died; any of them can have done it.
  var suspects: [PlannedTest] = []
  /// What tests among these had already failed at when their process ended.
  var cutOff: [TestCase] = []

  /// Whether the process brought the run any further.
  var hasProgress: Bool { !result.tests.isEmpty || !suspects.isEmpty }

  /// Keeps what a test recorded before its process ended, when that alone makes it fail.
  mutating func noteCutOff(_ test: TestCase) {
    guard test.issues.contains(where: { !$0.isKnown && $0.severity == .error }) else { return }
    var test = test
    test.setLastOutcome(.failed)
    cutOff.append(test)
  }
}

extension TestCase {
  /// A planned test that never started.
  package init(notRun id: TestID, _ framework: TestFramework) {
    self.init(
      name: framework == .xctest ? id.printedByXCTest : id.function, id: id.text,
      framework: framework, module: id.module, suite: id.suite, function: id.function,
      outcome: .notRun)
  }

  /// Corrects how the last run ended.
  mutating func setLastOutcome(_ outcome: TestOutcome) {
    self.outcome = outcome
    if runs.isEmpty {
      runs.append(TestRun(outcome, durationSeconds: nil))
    } else {
      runs[runs.count - 1].outcome = outcome
    }
  }
}
