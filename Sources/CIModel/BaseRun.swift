/// A run of the merge base, or else the newest run of the base branch, and how the current run differs
/// from it.
package struct BaseRun: Codable, Hashable, Sendable {
  /// The id of the run on the base branch.
  package var run: String
  /// The base branch without `refs/heads/`; the beginning of the commit if the history does not know
  /// the branch.
  package var branch: String
  package var commit: String
  /// Line coverage of the base run, counted as in this run; `nil` when either run did not measure
  /// all tests.
  package var lines: Coverage.Ratio?
  /// Line coverage in the base run of each file whose numbers differ in this run, by path. New
  /// files are left out and deleted files are included. `nil` as for `lines`.
  package var files: [String: Coverage.Ratio]?
  /// Number of warnings that the base run does not have, counted as in `WarningChange`.
  package var newWarnings: Int
  /// The first of the new warnings by file and message, sorted by them; `nil` when there are none.
  package var warnings: [WarningChange]?
  /// Differences between the tests of both runs; `nil` when there are none, or when the runs ran
  /// different parts of the pipeline.
  package var tests: TestChanges?

  /// Tests whose outcome or duration differs from another run.
  package struct TestChanges: Codable, Hashable, Sendable {
    package var newlyFailing: Names?
    package var fixed: Names?
    package var slower: Names?
    /// Durations in both runs of the first slower tests.
    package var slowerTimes: [DurationChange]?
    /// Tests of the other run that this run did not have.
    package var missing: Names?

    package struct Names: Codable, Hashable, Sendable {
      package var count: Int
      /// The first of the names, at most `most`.
      package var first: [String]

      /// The maximum number of names in `first`.
      package static let most = 20

      /// - Returns: `nil` when the list is empty.
      package init?(_ names: [String]) {
        guard !names.isEmpty else { return nil }
        (count, first) = (names.count, Array(names.prefix(Self.most)))
      }
    }

    /// - Returns: `nil` when all lists are empty.
    package init?(
      newlyFailing: [String], fixed: [String], slower: [DurationChange],
      missing: [String]
    ) {
      self.newlyFailing = Names(newlyFailing)
      self.fixed = Names(fixed)
      self.slower = Names(slower.map(\.test))
      if !slower.isEmpty { slowerTimes = Array(slower.prefix(Names.most)) }
      self.missing = Names(missing)
      if lists.isEmpty { return nil }
    }

    /// The non-empty lists with their headings: `newly failing`, `fixed`, `slower`, `not in this
    /// run`.
    package var lists: [(words: String, names: Names)] {
      [
        ("newly failing", newlyFailing), ("fixed", fixed), ("slower", slower),
        ("not in this run", missing),
      ].compactMap { words, names in names.map { (words, $0) } }
    }

    /// A summary such as `1 newly failing, 2 fixed`.
    package var words: String {
      lists.map { "\($0.names.count) \($0.words)" }.joined(separator: ", ")
    }
  }

  package init(
    run: String, branch: String, commit: String, lines: Coverage.Ratio?,
    files: [String: Coverage.Ratio]? = nil, newWarnings: [WarningChange] = []
  ) {
    self.run = run
    self.branch = branch
    self.commit = commit
    self.lines = lines
    self.files = files
    self.newWarnings = newWarnings.reduce(0) { $0 + max(0, $1.after - $1.before) }
    if !newWarnings.isEmpty { warnings = Array(newWarnings.prefix(TestChanges.Names.most)) }
  }

  /// The change in coverage, such as `+0.52 since main`; `nil` when nothing changed, or nothing can
  /// be compared.
  package func coverageWords(_ lines: Coverage.Ratio) -> String? {
    self.lines.flatMap { lines.change(since: $0) }.map { "\($0) since \(branch)" }
  }

  /// The number of new warnings, such as `2 new since main`; `nil` when there are none.
  package var warningWords: String? { newWarnings > 0 ? "\(newWarnings) new since \(branch)" : nil }
}

extension Coverage.Ratio {
  /// The change in percentage points, such as `+0.52`; `nil` when nothing changed, or there is
  /// nothing to compare.
  package func change(since before: Coverage.Ratio) -> String? {
    guard let before = before.hundredthsOfPercent, let now = hundredthsOfPercent, before != now
    else { return nil }
    let difference = abs(now - before)
    let decimals = String(difference % 100 + 100).dropFirst()
    return "\(now > before ? "+" : "-")\(difference / 100).\(decimals)"
  }
}
