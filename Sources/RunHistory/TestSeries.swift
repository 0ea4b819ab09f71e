package import CIModel

/// How one test ended in the runs of the history, the oldest first.
package struct TestSeries: Sendable {
  package var id: String
  /// The folder and how it was built.
  package var scope: String
  /// All, or those that the question needs.
  package var points: [Point]
  /// Points that were not read, and those of them that are unsteady.
  private var omitted = (runs: 0, failures: 0)

  package init(id: String, scope: String, points: [Point] = []) {
    self.id = id
    self.scope = scope
    self.points = points
  }

  /// - Parameters:
  ///   - runs: How many had it, also those of which no point is given.
  ///   - failures: Those of them in which it did not pass, or only at a later attempt.
  package init(id: String, scope: String, points: [Point], runs: Int, failures: Int) {
    self.init(id: id, scope: scope, points: points)
    omitted = (runs - points.count, failures - points.count(where: \.isUnsteady))
  }

  package var runs: Int { points.count + omitted.runs }
  /// Runs in which it did not pass, or only at a later attempt.
  package var failures: Int { points.count(where: \.isUnsteady) + omitted.failures }

  /// Which points of each test are read, since all of 1,000 runs are millions; coverage and warnings are read
  /// where no points are, or all.
  package enum Selection: Sendable {
    case none
    case all
    /// The newest, as many as are shown or compared.
    case newest
    /// All of the tests that did not always pass at once.
    case unsteady
    /// The newest that passed at once, in runs of all tests on the same kind of machine as the newest of them.
    case comparable

    package var readsMeasurements: Bool {
      switch self {
      case .none, .all: true
      case .newest, .unsteady, .comparable: false
      }
    }

    /// The most points of a test.
    package var most: Int {
      switch self {
      case .none: 0
      case .all, .unsteady: .max
      case .newest, .comparable: DurationShift.window
      }
    }
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
    package var isUnsteady: Bool { isFlaky || outcome.isFailure }
    /// Only a test that passed at its first attempt took the time that it takes.
    package var passedSeconds: Double? {
      outcome == .passed && !isFlaky && count == 1 ? seconds.map(Double.init) : nil
    }
  }
}
