package import CIModel

/// How one test ended in the runs of the history, the oldest first.
package struct TestSeries: Hashable, Sendable {
  package var id: String
  /// The folder and how it was built.
  package var scope: String
  package var points: [Point]

  package init(id: String, scope: String, points: [Point] = []) {
    self.id = id
    self.scope = scope
    self.points = points
  }

  package struct Point: Hashable, Sendable {
    /// The place of the run in the list of runs.
    package var run: Int
    package var outcome: TestOutcome
    /// `nil` when the test never ran to its end.
    package var seconds: Float?
    package var attempts: Int
    package var isFlaky: Bool
    /// It ran with a part of the tests only.
    package var isPart: Bool

    package init(
      run: Int, outcome: TestOutcome, seconds: Float?, attempts: Int = 1, isFlaky: Bool = false,
      isPart: Bool = false
    ) {
      self.run = run
      self.outcome = outcome
      self.seconds = seconds
      self.attempts = attempts
      self.isFlaky = isFlaky
      self.isPart = isPart
    }
  }
}
