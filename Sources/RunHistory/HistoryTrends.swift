package import CIModel

/// The answer of the history to one question. `devtool history … --format json` prints it.
package struct HistoryTrends: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.trends/1"

  package var schema = HistoryTrends.schemaName
  /// The number of runs that were examined.
  package var runs: Int
  /// The branches of these runs, sorted; `nil` when none is known.
  package var branches: [String]?
  /// Set when the history has no run of the requested branch.
  package var noRunOf: NoRun?
  /// Sorted by id.
  package var tests: [TestTrend]?
  /// The least reliable first.
  package var flaky: [FlakyTest]?
  /// The greatest slowdown first.
  package var slow: [SlowedTest]?
  package var coverage: CoverageTrend?
  /// The most frequent first.
  package var warnings: [WarningTrend]?
  /// Sorted by name.
  package var sizes: [SizeTrend]?
  /// In the order of the quarantine file.
  package var quarantine: [QuarantinedTest]?

  package init(runs: Int) { self.runs = runs }

  /// The number of points of a series that are shown.
  package static let shownPoints = 20

  package struct NoRun: Codable, Hashable, Sendable {
    package var branch: String
    /// Branches with runs, sorted.
    package var known: [String]

    package init(branch: String, known: [String]) { (self.branch, self.known) = (branch, known) }
  }

  package struct TestTrend: Codable, Hashable, Sendable {
    package var test: String
    package var scope: String
    package var runs: Int
    /// The number of runs in which it did not pass, or only at a later attempt.
    package var failures: Int
    /// The median of its newest 60 runs; `nil` when it never passed at the first attempt.
    @NullCoded package var medianSeconds: Double?
    /// The outcomes in the newest 20 runs that contain it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed and passed in a later attempt, for each of these runs.
    package var isFlaky: [Bool]
    /// The durations in the same runs; null when it did not finish.
    package var seconds: [Double?]
  }

  package struct QuarantinedTest: Codable, Hashable, Sendable {
    package var test: String
    /// The 1-based line in the quarantine file.
    package var line: Int
    package var reason: String
    /// The day on which it was added, such as `2026-11-20`; `nil` when the file gives none.
    @NullCoded package var since: String?
    /// The last day; `nil` when the file gives none.
    @NullCoded package var until: String?
    /// The number of days left, 0 on the last day, negative after it.
    @NullCoded package var daysLeft: Int?
    /// Whether the newest run contains the test; `nil` when the history has no run of all tests.
    @NullCoded package var isKnown: Bool?
    /// The outcomes in the newest 20 runs that contain it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed and passed in a later attempt, for each of these runs.
    package var isFlaky: [Bool]

    package init(
      test: String, line: Int, reason: String, since: String?, until: String?, daysLeft: Int?,
      isKnown: Bool?, outcomes: [TestOutcome], isFlaky: [Bool]
    ) {
      (self.test, self.line, self.reason) = (test, line, reason)
      (self.outcomes, self.isFlaky) = (outcomes, isFlaky)
      (self.since, self.until, self.daysLeft, self.isKnown) = (since, until, daysLeft, isKnown)
    }
  }

  package struct FlakyTest: Codable, Hashable, Sendable {
    package var test: String
    package var scope: String
    package var runs: Int
    /// The number of runs in which it failed and passed in a later attempt.
    package var passedAgain: Int
    /// Commits with both a passed and a failed run on the same kind of machine; the newest first.
    package var commits: [String]
    /// The newest run with evidence.
    package var lastRun: String
    /// The outcomes in the newest 20 runs that contain it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed and passed in a later attempt, for each of these runs.
    package var isFlaky: [Bool]

    package var evidence: Int { passedAgain + commits.count }
  }

  package struct SlowedTest: Codable, Hashable, Sendable {
    package var test: String
    package var scope: String
    /// Medians in seconds.
    package var beforeSeconds: Double
    package var afterSeconds: Double
    /// The first slower run.
    package var sinceRun: String
    @NullCoded package var sinceCommit: String?
    /// The newest durations, the oldest first.
    package var seconds: [Double]
  }

  package struct CoverageTrend: Codable, Hashable, Sendable {
    /// The oldest first.
    package var points: [Point]
    /// Files whose lines differ between the first and the last point, those with the greatest
    /// increase of missed lines first.
    package var files: [File]

    package struct Point: Codable, Hashable, Sendable {
      package var run: String
      @NullCoded package var commit: String?
      @NullCoded package var branch: String?
      package var lines: Coverage.Ratio
    }

    package struct File: Codable, Hashable, Sendable {
      package var path: String
      @NullCoded package var before: Coverage.Ratio?
      @NullCoded package var after: Coverage.Ratio?
    }
  }

  /// An executable or dynamic library from release builds.
  package struct SizeTrend: Codable, Hashable, Sendable {
    package var product: String
    /// The sizes in the newest 20 runs with a release build, the oldest first; null when the run
    /// did not build it.
    package var bytes: [Int?]
    /// Its size before the last change; `nil` when it never changed.
    @NullCoded package var before: Int?
    /// The first run with its newest size, and the commit of that run.
    package var sinceRun: String
    @NullCoded package var sinceCommit: String?
  }

  package struct WarningTrend: Codable, Hashable, Sendable {
    package var kind: String
    @NullCoded package var file: String?
    package var message: String
    /// The counts in the newest 20 runs, the oldest first. A run that did not compile the file has
    /// the count of the run before.
    package var counts: [Int]
    /// The first run of the uninterrupted series up to the newest run; `nil` when the newest run
    /// does not print it.
    @NullCoded package var sinceRun: String?
  }
}
