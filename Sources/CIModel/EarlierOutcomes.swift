/// How a test that failed had ended in earlier runs, as far as the history knows.
package struct EarlierOutcomes: Codable, Hashable, Sendable {
  /// Of the newest 20 runs that had it, the oldest first; never empty.
  package var outcomes: [TestOutcome]
  /// The first of the runs in a row that failed up to now; `nil` when the last one passed.
  package var failingSince: Place?
  /// Whether it failed in the newest run of the base branch; `nil` when the history has none.
  package var failsOnBase: Bool?

  package struct Place: Codable, Hashable, Sendable {
    /// Its id.
    package var run: String
    /// What it had checked out; `nil` where that is not known.
    package var commit: String?

    package init(run: String, commit: String?) {
      self.run = run
      self.commit = commit
    }
  }

  /// How many runs are told.
  package static let most = 20

  package init(outcomes: [TestOutcome], failingSince: Place? = nil, failsOnBase: Bool? = nil) {
    self.outcomes = outcomes
    self.failingSince = failingSince
    self.failsOnBase = failsOnBase
  }

  /// Whether the last run passed, and the base branch does as far as that is known: this change may have
  /// broken it.
  package var isNewFailure: Bool { outcomes.last == .passed && failsOnBase != true }

  /// `new: passed in the last 12 runs`, `failing since 1a2b3c4d5e, 3 runs`.
  package var words: String {
    var words: String
    if let failingSince {
      let runs = outcomes.reversed().prefix(while: \.isFailure).count
      let since = failingSince.commit.map { String($0.prefix(10)) } ?? "run \(failingSince.run)"
      words = "failing since \(since), \(counted(runs, "run"))"
    } else {
      let runs = outcomes.reversed().prefix { !$0.isFailure }.count
      words =
        "\(isNewFailure ? "new: " : "")passed in the last \(runs == 1 ? "run" : "\(runs) runs")"
    }
    if failsOnBase == true { words += "; fails on the base branch, too" }
    return words
  }
}
