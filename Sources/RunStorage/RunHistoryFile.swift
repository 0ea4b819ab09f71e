package import CIModel
import FileSystem
package import RunHistory

/// Runs in `.devtool/history.sqlite`: what each was of, its coverage and its warnings, and beside them what
/// its tests did.
package struct RunHistoryFile: Sendable {
  private let tests: TestHistory

  /// Runs that are kept.
  static let keptRuns = 1_000
  /// Bytes of the file beyond which the older half of the runs goes.
  private static let mostBytes: Int64 = 256 << 20

  init(_ tests: TestHistory) { self.tests = tests }

  package init(path: String, patience: Int32 = 2_000) {
    tests = TestHistory(path: path, patience: patience)
  }

  // MARK: Writing

  /// Adds a run without its tests, which `TestHistory` adds step by step.
  func add(_ run: HistoryRun) throws(HistoryError) {
    var facts = run
    facts.suites = []
    _ = try bring(facts)
  }

  /// Adds a run that was made elsewhere, with its tests: everything or nothing.
  ///
  /// - Returns: Whether it was not there already.
  package func bring(_ run: HistoryRun) throws(HistoryError) -> Bool {
    let database = try tests.open()
    var isNew = false
    try database.transaction { () throws(HistoryError) in
      var names = try HistoryNames(database)
      isNew = try insert(run, &names, database)
      guard isNew else { return }
      for suite in run.suites { try tests.add(suite, runID: run.id, &names, database) }
      // By when they began: runs of other machines are brought in later.
      try database.execute(
        """
        DELETE FROM history_runs WHERE run IN (
          SELECT run FROM history_runs ORDER BY id DESC LIMIT -1 OFFSET \(Self.keptRuns))
        """)
    }
    try bound(database)
    return isNew
  }

  private func insert(
    _ run: HistoryRun, _ names: inout HistoryNames, _ database: Database
  ) throws(HistoryError) -> Bool {
    var facts = run
    facts.suites = []
    facts.coverage = nil
    facts.warnings = []
    var coverage = Database.Value.null
    if let lines = run.coverage { coverage = .bytes(try PackedCoverage.pack(lines, &names)) }
    try database.query(
      "INSERT OR IGNORE INTO history_runs (id, facts, coverage, warnings) VALUES (?, ?, ?, ?)",
      [
        .text(run.id), .text(HistoryLine.text(facts)), coverage,
        .bytes(try PackedWarnings.pack(run.warnings, &names)),
      ])
    return database.changedRows > 0
  }

  private func bound(_ database: Database) throws(HistoryError) {
    func size() throws(HistoryError) -> Int64 {
      var size: Int64 = 0
      try database.query(
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
      ) { size = $0.integer(0) }
      return size
    }
    guard try size() > Self.mostBytes else { return }
    try database.execute(
      """
      DELETE FROM test_runs WHERE run <= (SELECT (min(run) + max(run)) / 2 FROM test_runs);
      DELETE FROM history_runs WHERE run <= (SELECT (min(run) + max(run)) / 2 FROM history_runs);
      VACUUM;
      """)
    guard try size() > Self.mostBytes else { return }
    try database.execute(
      "DELETE FROM test_runs; DELETE FROM history_runs; DELETE FROM history_names; VACUUM;")
  }

  // MARK: Reading

  /// The newest runs, and what their tests did.
  ///
  /// - Parameters:
  ///   - count: The most runs that are read.
  ///   - branch: Runs of other branches are left out; `nil` takes all.
  ///   - tests: The points that the question needs.
  package func history(
    newest count: Int, branch: String? = nil, tests selection: TestSeries.Selection = .all
  ) throws(HistoryError) -> RunHistory {
    if !fileExists(tests.path) { return RunHistory() }
    let database = try tests.open()
    let names = try HistoryNames(database)
    let runs = try runs(
      database, count, branch, names.texts, measurements: selection.readsMeasurements)
    var history = RunHistory(runs: runs)
    if case .none = selection { return history }
    var reading = TestSeriesReading(selection, runs: history.runs, names: names.texts.count)
    func read() throws(HistoryError) {
      // The newest first, so that those behind the last point that is kept need no room.
      try database.query(
        "SELECT id, scope, part, tests FROM test_runs WHERE id >= ? ORDER BY id DESC, run DESC",
        [.text(history.runs.first?.id ?? "~")]
      ) { row in
        row.withBytes(3) { bytes in
          reading.add(bytes, run: row.text(0), scope: row.text(1), isPart: row.integer(2) != 0)
        }
      }
    }
    try read()
    if case .unsteady = selection {
      reading.beginSecondReading()
      try read()
    }
    history.series = reading.series(names.texts)
    return history
  }

  /// The newest run of one of some branches.
  ///
  /// - Parameter commit: A run of it is preferred, whatever is newer.
  package func newest(
    of branches: Set<String>, preferring commit: String? = nil
  ) throws(HistoryError) -> HistoryRun? {
    if branches.isEmpty || !fileExists(tests.path) { return nil }
    let database = try tests.open()
    let names = try HistoryNames(database)
    for commit in commit == nil ? [nil] : [commit, nil] {
      var newest: HistoryRun?
      for branch in branches.sorted() {
        guard let run = try runs(database, 1, branch, names.texts, commit: commit).last else {
          continue
        }
        if newest.map({ $0.id < run.id }) ?? true { newest = run }
      }
      guard var run = newest else { continue }
      try database.query(
        "SELECT scope, part, tests FROM test_runs WHERE id = ? ORDER BY run", [.text(run.id)]
      ) { run.suites.append(suite($0, names.texts)) }
      return run
    }
    return nil
  }

  /// - Parameter row: scope, part and tests.
  private func suite(_ row: Database.Row, _ names: [String]) -> HistoryRun.Suite {
    var suite = HistoryRun.Suite(scope: row.text(0), isPart: row.integer(1) != 0, tests: [])
    row.withBytes(2) { bytes in
      PackedTests.read(bytes, names.count) { name, test in
        suite.tests.append(
          HistoryRun.Test(
            id: names[name], outcome: test.outcome,
            seconds: test.seconds.map { (Double($0) * 1e6).rounded() / 1e6 },
            attempts: test.attempts, isFlaky: test.isFlaky))
      }
    }
    return suite
  }

  /// How tests ended in their newest runs before this one, by id.
  ///
  /// - Parameters:
  ///   - scopes: Of the tests: the folder and how it was built.
  ///   - base: The names of the branch that the change goes to; empty when this is that branch.
  package func earlier(
    _ ids: Set<String>, scopes: [String], base: Set<String>
  ) throws(HistoryError) -> [String: EarlierOutcomes] {
    if ids.isEmpty || !fileExists(tests.path) { return [:] }
    let database = try tests.open()
    let names = try HistoryNames(database)
    let wanted = Set(names.texts.indices.filter { ids.contains(names.texts[$0]) })
    var known: [String: EarlierOutcomes] = [:]
    // The newest first. A run that was ended has no facts, and counts nevertheless.
    try database.query(
      """
      SELECT test_runs.id, tests, facts FROM test_runs LEFT JOIN history_runs USING (id)
      WHERE scope IN (\(scopes.map { _ in "?" }.joined(separator: ", ")))
      ORDER BY test_runs.run DESC LIMIT \(5 * EarlierOutcomes.most)
      """, scopes.map { .text($0) }
    ) { row in
      let id = row.text(0)
      let checkout = HistoryLine.run(row.bytes(2))?.checkout
      row.withBytes(1) { bytes in
        PackedTests.read(bytes, names.texts.count) { name, test in
          guard wanted.contains(name), test.outcome.hasRun else { return }
          let text = names.texts[name]
          var earlier = known[text] ?? EarlierOutcomes(outcomes: [])
          if earlier.outcomes.allSatisfy(\.isFailure), test.outcome.isFailure {
            earlier.failingSince = .init(run: id, commit: checkout?.commit)
          }
          if earlier.failsOnBase == nil, let branch = checkout?.branch, base.contains(branch) {
            earlier.failsOnBase = test.outcome.isFailure
          }
          if earlier.outcomes.count < EarlierOutcomes.most {
            earlier.outcomes.append(test.outcome)
          }
          known[text] = earlier
        }
      }
    }
    for id in known.keys { known[id]?.outcomes.reverse() }
    return known
  }

  /// The newest runs with everything that is known of them, the oldest first.
  package func export(newest count: Int) throws(HistoryError) -> [HistoryRun] {
    if !fileExists(tests.path) { return [] }
    let database = try tests.open()
    let names = try HistoryNames(database)
    var runs = try runs(database, count, nil, names.texts)
    let places = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.id, $0) })
    try database.query("SELECT scope, part, tests, id FROM test_runs ORDER BY run") { row in
      guard let place = places[row.text(3)] else { return }
      runs[place].suites.append(suite(row, names.texts))
    }
    return runs
  }

  private func runs(
    _ database: Database, _ count: Int, _ branch: String?, _ names: [String],
    commit: String? = nil, measurements: Bool = true
  ) throws(HistoryError) -> [HistoryRun] {
    var runs: [HistoryRun] = []
    try database.query(
      """
      SELECT facts, coverage, warnings FROM history_runs
      WHERE (?1 IS NULL OR json_extract(facts, '$.checkout.branch') = ?1)
        AND (?3 IS NULL OR json_extract(facts, '$.checkout.commit') = ?3)
      ORDER BY id DESC LIMIT ?2
      """,
      [
        branch.map { .text($0) } ?? .null, .integer(Int64(count)),
        commit.map { .text($0) } ?? .null,
      ]
    ) { row in
      guard var run = HistoryLine.run(row.bytes(0)) else { return }
      if measurements {
        row.withBytes(1) { run.coverage = $0.isEmpty ? nil : PackedCoverage.read($0, names) }
        row.withBytes(2) { run.warnings = PackedWarnings.read($0, names) }
      }
      runs.append(run)
    }
    return runs.reversed()
  }
}
