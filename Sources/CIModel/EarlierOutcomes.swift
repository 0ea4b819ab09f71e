/// How a test that failed had ended in earlier runs, as far as the history knows.
package struct EarlierOutcomes: Codable, Hashable, Sendable {
  /// Of the newest 20 runs of its branch that had it, the oldest first; empty for a new test. Where it has failed
  /// since before the branch began, runs of the base come first.
  package var outcomes: [TestOutcome]
  /// The branch whose runs these are, where the test's own branch had none: its base.
  package var branch: String?
  /// The first of the runs in a row that failed up to now; `nil` when the last one passed.
  package var failingSince: Place?
  /// Whether it failed in the run of the base branch that this one is compared with, else in the newest; `nil` when
  /// that run did not have it, or the history has none.
  package var failsOnBase: Bool?
  /// The base branch, where the test did not fail there.
  package var newSince: String?

  package struct Place: Codable, Hashable, Sendable {
    /// Its id.
    package var run: String
    /// What it had checked out; `nil` where that is not known.
    package var commit: String?

    package init(run: String, commit: String?) {
      self.run = run
      self.commit = commit
    }

    /// `1a2b3c4d5e`, `run 20261120T233118Z-1`.
    package var words: String { commit.map { String($0.prefix(10)) } ?? "run \(run)" }
  }

  /// How many runs are told.
  package static let most = 20

  package init(
    outcomes: [TestOutcome], branch: String? = nil, failingSince: Place? = nil,
    failsOnBase: Bool? = nil, newSince: String? = nil
  ) {
    self.outcomes = outcomes
    self.branch = branch
    self.failingSince = failingSince
    self.failsOnBase = failsOnBase
    self.newSince = newSince
  }

  /// Whether it did not fail on the base branch; where that is not known, whether the last run passed or there was
  /// none: this change may have broken it.
  package var isNewFailure: Bool {
    if failsOnBase == true { return false }
    return newSince != nil || failingSince == nil
  }

  /// `new since main: passed in the last 12 runs`, `failing since 1a2b3c4d5e, 3 runs with this one; new since main`.
  package var words: String {
    if outcomes.isEmpty { return "new test" + (newSince.map { ", not on \($0)" } ?? "") }
    var words: String
    if let failingSince {
      // This run is one of them, if they are of its branch.
      let before = outcomes.reversed().prefix(while: \.isFailure).count
      let runs = before + (branch == nil ? 1 : 0)
      let own = branch == nil ? " with this one" : ""
      let count = before < Self.most ? counted(runs, "run") + own : "more than \(Self.most) runs"
      words = "failing\(branch.map { " on \($0)" } ?? "") since \(failingSince.words), \(count)"
      if let newSince { words += "; new since \(newSince)" }
    } else {
      let runs = outcomes.reversed().prefix { !$0.isFailure }.count
      let new = newSince.map { "new since \($0): " } ?? (isNewFailure ? "new: " : "")
      words = "\(new)passed in the last \(runs == 1 ? "run" : "\(runs) runs")"
      if let branch { words += " of \(branch)" }
    }
    if failsOnBase == true, branch == nil { words += "; fails on the base branch, too" }
    return words
  }
}
