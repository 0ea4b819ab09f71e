package import CIModel

/// What the history says of one question. `devtool history … --format json` prints it.
package struct HistoryTrends: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.trends/1"

  package var schema = HistoryTrends.schemaName
  /// How many runs were looked at.
  package var runs: Int
  /// Of these runs, sorted; `nil` where none names its branch.
  package var branches: [String]?
  /// Where none is of the branch that was asked for.
  package var noRunOf: NoRun?
  /// Sorted by id.
  package var tests: [TestTrend]?
  /// The least reliable first.
  package var flaky: [FlakyTest]?
  /// The greatest loss of time first.
  package var slow: [SlowedTest]?
  package var coverage: CoverageTrend?
  /// The most frequent first.
  package var warnings: [WarningTrend]?
  /// By name.
  package var sizes: [SizeTrend]?
  /// As the file lists them.
  package var quarantine: [QuarantinedTest]?

  package init(runs: Int) { self.runs = runs }

  /// Points that are drawn of a series.
  package static let shownPoints = 20

  package struct NoRun: Codable, Hashable, Sendable {
    package var branch: String
    /// Branches with a run, sorted.
    package var known: [String]

    package init(branch: String, known: [String]) { (self.branch, self.known) = (branch, known) }
  }

  package struct TestTrend: Codable, Hashable, Sendable {
    package var test: String
    package var scope: String
    package var runs: Int
    /// Runs in which it did not pass, or only at a later attempt.
    package var failures: Int
    /// Of its newest 60 runs; `nil` when it passed in none at once.
    @NullCoded package var medianSeconds: Double?
    /// Of the newest 20 runs that had it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed in each of them, and passed when it ran again.
    package var isFlaky: [Bool]
    /// Of the same runs; null where it did not run to its end.
    package var seconds: [Double?]
  }

  package struct QuarantinedTest: Codable, Hashable, Sendable {
    package var test: String
    /// Of the quarantine file, 1-based.
    package var line: Int
    package var reason: String
    /// `2026-11-20`; `nil` when the file gives none.
    @NullCoded package var since: String?
    /// The last day; `nil` when the file gives none.
    @NullCoded package var until: String?
    /// 0 on the last day, negative behind it.
    @NullCoded package var daysLeft: Int?
    /// Whether the newest run has such a test; `nil` where no run of all tests is in the history.
    @NullCoded package var isKnown: Bool?
    /// Of the newest 20 runs that had it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed in each of them, and passed when it ran again.
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
    /// In so many runs it failed, and passed when it ran again.
    package var passedAgain: Int
    /// Commits of which one run passed and another failed, on the same kind of machine; the newest first.
    package var commits: [String]
    /// The newest run that shows it.
    package var lastRun: String
    /// Of the newest 20 runs that had it, the oldest first.
    package var outcomes: [TestOutcome]
    /// Whether it failed in each of them, and passed when it ran again.
    package var isFlaky: [Bool]

    package var evidence: Int { passedAgain + commits.count }
  }

  package struct SlowedTest: Codable, Hashable, Sendable {
    package var test: String
    package var scope: String
    /// Medians.
    package var beforeSeconds: Double
    package var afterSeconds: Double
    /// The first run that was slower.
    package var sinceRun: String
    @NullCoded package var sinceCommit: String?
    /// The newest values, the oldest first.
    package var seconds: [Double]
  }

  package struct CoverageTrend: Codable, Hashable, Sendable {
    /// The oldest first.
    package var points: [Point]
    /// Files whose lines differ between the first and the last point, the most missed lines more first.
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

  /// A program or dynamic library that release builds made.
  package struct SizeTrend: Codable, Hashable, Sendable {
    package var product: String
    /// Of the newest 20 runs with a release build, the oldest first; null where that did not make it.
    package var bytes: [Int?]
    /// What it had before it last changed; `nil` when it never did.
    @NullCoded package var before: Int?
    /// The first run with its newest size, and what that run checked out.
    package var sinceRun: String
    @NullCoded package var sinceCommit: String?
  }

  package struct WarningTrend: Codable, Hashable, Sendable {
    package var kind: String
    @NullCoded package var file: String?
    package var message: String
    /// In the newest 20 runs, the oldest first. A run that did not compile the file has that of the run before.
    package var counts: [Int]
    /// The first run since which it was always printed; `nil` when the newest run does not print it.
    @NullCoded package var sinceRun: String?
  }
}
