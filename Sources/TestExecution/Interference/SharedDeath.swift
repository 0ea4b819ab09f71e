import CIModel

/// A process that died while several tests of Swift Testing ran. Each of them runs again alone,
/// which shows whether one of them crashes its process.
struct SharedDeath {
  let suspects: [PlannedTest]
  let crash: Crash
  private let cause: String

  init(suspects: [PlannedTest], _ ending: TestProcess.Ending) {
    self.suspects = suspects
    crash = ending.crash(of: nil)
    cause = ending.termination.predicate
  }

  /// The problem if none of them crashes alone: a lowercase fragment.
  var words: String {
    "the test process \(cause) while it ran \(counted(suspects.count, "test")), and none of them "
      + "kills it alone: \(namesText(suspects.map(\.id.text)))"
  }
}
