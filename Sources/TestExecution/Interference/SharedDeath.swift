import CIModel

/// A process died while several tests of Swift Testing ran. Each of them runs again by itself, which tells
/// whether one of them kills its process alone.
struct SharedDeath {
  let suspects: [PlannedTest]
  let crash: Crash
  private let cause: String

  init(suspects: [PlannedTest], _ ending: TestProcess.Ending) {
    self.suspects = suspects
    crash = ending.crash(of: nil)
    cause = ending.termination.predicate
  }

  /// What it means when none of them does: a lowercase fragment.
  var words: String {
    "the test process \(cause) while it ran \(counted(suspects.count, "test")), and none of them "
      + "kills it alone: \(namesText(suspects.map(\.id.text)))"
  }
}
