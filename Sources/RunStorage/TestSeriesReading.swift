import CIModel
import RunHistory

/// Collects the points of tests from one packed step after the other, the newest first.
///
/// 1,000 runs of 5,000 tests have five million points. When few of them are needed, each costs only
/// its decoding and an increment in a list that fits into the processor cache.
struct TestSeriesReading {
  private let selection: TestSeries.Selection
  private let names: Int
  /// The indexes of runs, by id.
  private let places: [String: Int]
  /// The kind of machine of each run.
  private let machines: [Int32]
  private var scopes: [Scope] = []
  /// Whether points are kept: which tests are unsteady is known only after the first reading.
  private var keepsPoints: Bool
  private var counts = true

  init(_ selection: TestSeries.Selection, runs: [HistoryRun], names: Int) {
    self.selection = selection
    self.names = names
    if case .unsteady = selection { keepsPoints = false } else { keepsPoints = true }
    var places: [String: Int] = [:]
    var kinds: [String: Int32] = [:]
    var machines: [Int32] = []
    for (place, run) in runs.enumerated() {
      places[run.id] = place
      let kind = kinds[run.machine] ?? Int32(clamping: kinds.count)
      kinds[run.machine] = kind
      machines.append(kind)
    }
    (self.places, self.machines) = (places, machines)
  }

  /// Starts the second reading of the same steps, for their points alone.
  mutating func beginSecondReading() { (keepsPoints, counts) = (true, false) }

  /// Adds the tests of one step of one run.
  mutating func add(
    _ bytes: UnsafeRawBufferPointer, run id: String, scope name: String, isPart: Bool
  ) {
    guard let run = places[id] else { return }
    let scope = scopes.firstIndex { $0.name == name } ?? scopes.count
    if scope == scopes.count { scopes.append(Scope(name, names: names)) }
    scopes[scope].read(
      bytes, run, machine: machines[run], isPart: isPart, counts: counts,
      keeping: keepsPoints ? selection : .none)
  }

  /// Returns the series of all tests that ran, the oldest point first.
  func series(_ texts: [String]) -> [TestSeries] {
    scopes.reversed().flatMap { scope in
      zip(texts, scope.tests).compactMap { text, test in
        test.runs == 0
          ? nil
          : TestSeries(
            id: text, scope: scope.name, points: test.points.reversed(), runs: Int(test.runs),
            failures: Int(test.failures))
      }
    }
  }
}

/// The tests of one scope: a folder and how it was built.
private struct Scope {
  let name: String
  let names: Int
  /// Indexed by the number of the name.
  var tests: [Tally]

  struct Tally {
    var runs: Int32 = 0
    var failures: Int32 = 0
    /// The number of points that are kept.
    var kept: Int32 = 0
    /// The machine of the newest run of all tests; -1 until that run is read.
    var machine: Int32 = -1
    /// The newest first.
    var points: [TestSeries.Point] = []
  }

  init(_ name: String, names: Int) {
    self.name = name
    self.names = names
    tests = [Tally](repeating: Tally(), count: names)
  }

  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ run: Int, machine: Int32, isPart: Bool, counts: Bool,
    keeping selection: TestSeries.Selection
  ) {
    let most = Int32(clamping: selection.most)
    tests.withUnsafeMutableBufferPointer { tests in
      PackedTests.read(bytes, names) { name, test in
        if counts {
          tests[name].runs &+= 1
          if !test.passed, test.isFlaky || test.outcome.isFailure { tests[name].failures &+= 1 }
        }
        guard tests[name].kept < most else { return }
        switch selection {
        case .none: return
        case .all, .newest: break
        case .unsteady: if tests[name].failures == 0 { return }
        case .comparable:
          if isPart { return }
          if tests[name].machine < 0 { tests[name].machine = machine }
          if tests[name].machine != machine || !test.passedAtOnce { return }
        }
        tests[name].kept &+= 1
        tests[name].points.append(
          TestSeries.Point(
            run: run, outcome: test.outcome, seconds: test.seconds, attempts: test.attempts,
            isFlaky: test.isFlaky, isPart: isPart))
      }
    }
  }
}
