package import CIModel

/// The results of one test in the runs of the history, the oldest first.
package struct TestSeries: Sendable {
  package var id: String
  /// The folder and how it was built.
  package var scope: String
  /// All points, or those that the question needs.
  package var points: [Point]
  /// The number of points that were not read, and of the unsteady ones among them.
  private var omitted = (runs: 0, failures: 0)

  package init(id: String, scope: String, points: [Point] = []) {
    self.id = id
    self.scope = scope
    self.points = points
  }

  /// - Parameters:
  ///   - runs: The number of runs with the test, including those without a point.
  ///   - failures: The number of these runs in which it did not pass, or only at a later attempt.
  package init(id: String, scope: String, points: [Point], runs: Int, failures: Int) {
    self.init(id: id, scope: scope, points: points)
    omitted = (runs - points.count, failures - points.count(where: \.isUnsteady))
  }

  package var runs: Int { points.count + omitted.runs }
  /// The number of runs in which it did not pass, or only at a later attempt.
  package var failures: Int { points.count(where: \.isUnsteady) + omitted.failures }

  /// The points to read of each test, because 1,000 runs have millions. Coverage and warnings are
  /// read for `none` and `all` only.
  package enum Selection: Sendable {
    case none
    case all
    /// The newest points, as many as are shown or compared.
    case newest
    /// All points of tests that did not always pass at the first attempt.
    case unsteady
    /// The newest points that passed at the first attempt, in runs of all tests on the same kind of
    /// machine as the newest run.
    case comparable

    package var readsMeasurements: Bool {
      switch self {
      case .none, .all: true
      case .newest, .unsteady, .comparable: false
      }
    }

    /// The maximum number of points of a test.
    package var most: Int {
      switch self {
      case .none: 0
      case .all, .unsteady: .max
      case .newest, .comparable: DurationShift.window
      }
    }
  }

  /// A compact point, because there are millions of them.
  package struct Point: Hashable, Sendable {
    private var place: Int32
    /// The duration in seconds; `nil` when the test did not finish.
    package var seconds: Float?
    package var outcome: TestOutcome
    private var count: UInt8
    package var isFlaky: Bool
    /// Whether only a part of the tests ran.
    package var isPart: Bool

    /// - Parameters:
    ///   - run: The index of the run in the list of runs.
    ///   - attempts: The number of attempts, at most 255.
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

    /// The index of the run in the list of runs.
    package var run: Int { Int(place) }
    package var attempts: Int { Int(count) }
    package var isUnsteady: Bool { isFlaky || outcome.isFailure }
    /// The duration in seconds of a pass at the first attempt; other durations are not
    /// representative.
    package var passedSeconds: Double? {
      outcome == .passed && !isFlaky && count == 1 ? seconds.map(Double.init) : nil
    }
  }
}
