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

  /// Small, since there are millions of them.
  package struct Point: Hashable, Sendable {
    private var place: Int32
    /// `nil` when the test never ran to its end.
    package var seconds: Float?
    package var outcome: TestOutcome
    private var count: UInt8
    package var isFlaky: Bool
    /// It ran with a part of the tests only.
    package var isPart: Bool

    /// - Parameters:
    ///   - run: The place of the run in the list of runs.
    ///   - attempts: More than 255 are 255.
    package init(
      run: Int, outcome: TestOutcome, seconds: Float?, attempts: Int = 1, isFlaky: Bool = false,
      isPart: Bool = false
    ) {
      place = Int32(clamping: run)
      self.outcome = outcome
      self.seconds = seconds
      count = UInt8(clamping: attempts)
      self.isFlaky = isFlaky
      self.isPart = isPart
    }

    /// The place of the run in the list of runs.
    package var run: Int { Int(place) }
    package var attempts: Int { Int(count) }
  }
}
