/// The newest run of the branch that a change goes to, as far as this one is compared with it.
package struct BaseRun: Codable, Hashable, Sendable {
  /// Its id.
  package var run: String
  /// Without `refs/heads/`.
  package var branch: String
  package var commit: String
  /// Lines, counted as in this run; `nil` when one of both did not measure all tests.
  package var lines: Coverage.Ratio?
  /// Lines there of each file of which this run has others, by path: of a new file none, and files that are gone
  /// are among them; `nil` as for `lines`.
  package var files: [String: Coverage.Ratio]?
  /// Forms of warnings that are printed more often than there.
  package var newWarnings: Int
  /// The first of these, by file and message; `nil` for none.
  package var warnings: [WarningChange]?
  /// What the tests do otherwise than there; `nil` where nothing, or the runs ran different parts.
  package var tests: TestChanges?

  /// Tests that end or last otherwise than in another run.
  package struct TestChanges: Codable, Hashable, Sendable {
    package var newlyFailing: Names?
    package var fixed: Names?
    package var slower: Names?
    /// What the first of them took there and take here.
    package var slowerTimes: [DurationChange]?
    /// Tests that this run did not have.
    package var missing: Names?

    package struct Names: Codable, Hashable, Sendable {
      package var count: Int
      /// The first of them.
      package var first: [String]

      /// How many are named.
      package static let most = 20

      /// - Returns: `nil` for no name.
      package init?(_ names: [String]) {
        guard !names.isEmpty else { return nil }
        (count, first) = (names.count, Array(names.prefix(Self.most)))
      }
    }

    /// - Returns: `nil` for no test.
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

    /// Each list that is not empty, with its heading: `newly failing`, `fixed`, `slower`, `not in this run`.
    package var lists: [(words: String, names: Names)] {
      [
        ("newly failing", newlyFailing), ("fixed", fixed), ("slower", slower),
        ("not in this run", missing),
      ].compactMap { words, names in names.map { (words, $0) } }
    }

    /// `1 newly failing, 2 fixed`.
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
    self.newWarnings = newWarnings.count
    if !newWarnings.isEmpty { warnings = Array(newWarnings.prefix(TestChanges.Names.most)) }
  }

  /// `+0.52 since main`; `nil` where nothing changed, or nothing can be compared.
  package func coverageWords(_ lines: Coverage.Ratio) -> String? {
    self.lines.flatMap { lines.change(since: $0) }.map { "\($0) since \(branch)" }
  }

  /// `2 new since main`; `nil` where none is new.
  package var warningWords: String? { newWarnings > 0 ? "\(newWarnings) new since \(branch)" : nil }
}

extension Coverage.Ratio {
  /// By how many percentage points it is more or less: `+0.52`; `nil` where nothing changed, or there is nothing
  /// to compare.
  package func change(since before: Coverage.Ratio) -> String? {
    guard let before = before.hundredthsOfPercent, let now = hundredthsOfPercent, before != now
    else { return nil }
    let difference = abs(now - before)
    let decimals = String(difference % 100 + 100).dropFirst()
    return "\(now > before ? "+" : "-")\(difference / 100).\(decimals)"
  }
}
