/// The outcomes of a failed test in earlier runs of the history.
package struct EarlierOutcomes: Codable, Hashable, Sendable {
  /// Outcomes in the newest 20 runs of the branch that had the test, oldest first; empty for a new
  /// test. If it has failed since before the branch began, runs of the base come first.
  package var outcomes: [TestOutcome]
  /// The base branch, if the outcomes come from it because the test's own branch has none.
  package var branch: String?
  /// The first of the consecutive failing runs up to now; `nil` when the last run passed.
  package var failingSince: Place?
  /// Whether the test failed in the compared run of the base branch, else in its newest run; `nil`
  /// when that run did not have the test, or the history has no such run.
  package var failsOnBase: Bool?
  /// The base branch, if the test did not fail there.
  package var newSince: String?

  package struct Place: Codable, Hashable, Sendable {
    /// The id of the run.
    package var run: String
    /// The commit that the run had checked out; `nil` when it is not known.
    package var commit: String?

    package init(run: String, commit: String?) {
      self.run = run
      self.commit = commit
    }

    /// A display form: `1a2b3c4d5e` or `run 20261120T233118Z-1`.
    package var words: String { commit.map { String($0.prefix(10)) } ?? "run \(run)" }
  }

  /// The maximum number of outcomes.
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

  /// Whether this change may have broken the test: it did not fail on the base branch, or, if that
  /// is not known, the last run passed or there was none.
  package var isNewFailure: Bool {
    if failsOnBase == true { return false }
    return newSince != nil || failingSince == nil
  }

  /// A summary such as `new since main: passed in the last 12 runs` or `failing since 1a2b3c4d5e, 3
  /// runs with this one; new since main`.
  package var words: String {
    if outcomes.isEmpty { return "new test" + (newSince.map { ", not on \($0)" } ?? "") }
    var words: String
    if let failingSince {
      // Count the current run if the outcomes are those of its branch.
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
