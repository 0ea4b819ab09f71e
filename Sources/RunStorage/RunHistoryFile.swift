package import CIModel
import FileSystem
package import RunHistory

/// Runs in `.devtool/history.sqlite`: the commit and branch of each, its coverage, its warnings,
/// and its test results.
package struct RunHistoryFile: Sendable {
  private let tests: TestHistory

  /// The number of runs that are kept.
  static let keptRuns = 1_000
  /// The file size in bytes above which the older half of the runs is deleted.
  private static let mostBytes: Int64 = 256 << 20

  init(_ tests: TestHistory) { self.tests = tests }

  package init(path: String, patience: Int32 = 10_000) {
    tests = TestHistory(path: path, patience: patience)
  }

  // MARK: Writing

  /// Adds a run without its tests, which `TestHistory` adds step by step.
  func add(_ run: HistoryRun) throws(HistoryError) {
    var facts = run
    facts.suites = []
    _ = try bring(facts)
  }

  /// Adds a run of another machine with its tests, in one transaction.
  ///
  /// - Returns: Whether the run is new.
  package func bring(_ run: HistoryRun) throws(HistoryError) -> Bool {
    let database = try tests.open()
    var isNew = false
    try database.transaction { () throws(HistoryError) in
      var names = try HistoryNames(database)
      isNew = try insert(run, &names, database)
      guard isNew else { return }
      for suite in run.suites { try tests.add(suite, runID: run.id, &names, database) }
      // Ordered by start time, because runs of other machines are added later.
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

  /// Reads the newest runs and the results of their tests.
  ///
  /// - Parameters:
  ///   - count: The maximum number of runs.
  ///   - branch: Only runs of this branch are read; `nil` reads all.
  ///   - tests: The test results to read.
  package func history(
    newest count: Int, branch: String? = nil, tests selection: TestSeries.Selection = .all
  ) throws(HistoryError) -> RunHistory {
    if !fileExists(tests.path) { return RunHistory() }
    let database = try tests.open()
    let names = try HistoryNames(database)
    let runs = try runs(
      database, count, branch, names.texts, measurements: selection.readsMeasurements)
    var history = RunHistory(runs: runs)
    if runs.isEmpty, let branch, let known = try branches() {
      history.noRunOf = .init(branch: branch, known: known)
    }
    if case .none = selection { return history }
    var reading = TestSeriesReading(selection, runs: history.runs, names: names.texts.count)
    func read() throws(HistoryError) {
      // The newest first, so that results beyond the limit of a test take no memory.
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

  /// The branches of all stored runs, sorted; `nil` when there is no run.
  package func branches() throws(HistoryError) -> [String]? {
    if !fileExists(tests.path) { return nil }
    var branches: Set<String> = []
    var isEmpty = true
    try tests.open().query(
      "SELECT DISTINCT json_extract(facts, '$.checkout.branch') FROM history_runs"
    ) { row in
      isEmpty = false
      if !row.text(0).isEmpty { branches.insert(row.text(0)) }
    }
    return isEmpty ? nil : branches.sorted()
  }

  /// The newest run of any of some branches. A run of a commit is preferred over one with uncommitted
  /// files, which belongs to no commit.
  ///
  /// - Parameters:
  ///   - commit: A run of this commit is preferred over newer runs.
  ///   - selection: Only a run of the same tests is returned; `nil` accepts any.
  package func newest(
    of branches: Set<String>, preferring commit: String? = nil,
    running selection: TestSelection? = nil
  ) throws(HistoryError) -> HistoryRun? {
    if branches.isEmpty || !fileExists(tests.path) { return nil }
    let database = try tests.open()
    let names = try HistoryNames(database)
    let commits = commit == nil ? [nil] : [commit, nil]
    for (commit, isClean) in commits.map({ ($0, true) }) + commits.map({ ($0, false) }) {
      var newest: HistoryRun?
      for branch in branches.sorted() {
        guard
          let id = try newestID(database, branch, commit, isClean, names.texts, selection),
          newest.map({ $0.id < id }) ?? true
        else { continue }
        newest = try runs(database, 1, branch, names.texts, id: id).last
      }
      guard var run = newest else { continue }
      run.suites = try suites(database, of: run.id, names.texts)
      return run
    }
    return nil
  }

  /// The newest run of a commit that ran the same tests, on any branch or on none. A run with
  /// uncommitted files belongs to no commit.
  func newest(
    at commit: String, running selection: TestSelection, where isWanted: (HistoryRun) -> Bool
  ) throws(HistoryError) -> HistoryRun? {
    if !fileExists(tests.path) { return nil }
    let database = try tests.open()
    let names = try HistoryNames(database).texts
    guard let id = try newestID(database, nil, commit, true, names, selection, isWanted),
      var run = try runs(database, 1, nil, names, id: id).last
    else { return nil }
    run.suites = try suites(database, of: id, names)
    return run
  }

  /// The number of runs that are searched for one of the same tests.
  private static let mostCandidates = 200

  /// - Parameter branch: `nil` searches the runs of all branches.
  private func newestID(
    _ database: Database, _ branch: String?, _ commit: String?, _ isClean: Bool, _ names: [String],
    _ selection: TestSelection?, _ isWanted: (HistoryRun) -> Bool = { _ in true }
  ) throws(HistoryError) -> String? {
    let most = selection == nil ? 1 : Self.mostCandidates
    let candidates = try runs(
      database, most, branch, names, commit: commit, isClean: isClean, measurements: false)
    guard let selection else { return candidates.last?.id }
    for var run in candidates.reversed() where isWanted(run) {
      // The tests are read only for runs whose other data fits.
      try database.query(
        "SELECT scope, part FROM test_runs WHERE id = ? ORDER BY run", [.text(run.id)]
      ) { run.suites.append(.init(scope: $0.text(0), isPart: $0.integer(1) != 0, tests: [])) }
      guard selection.fits(run.suites) else { continue }
      run.suites = try suites(database, of: run.id, names)
      if selection.matches(run) { return run.id }
    }
    return nil
  }

  private func suites(
    _ database: Database, of id: String, _ names: [String]
  ) throws(HistoryError) -> [HistoryRun.Suite] {
    var suites: [HistoryRun.Suite] = []
    try database.query(
      "SELECT scope, part, tests FROM test_runs WHERE id = ? ORDER BY run", [.text(id)]
    ) { suites.append(suite($0, names)) }
    return suites
  }

  /// - Parameter row: The columns scope, part and tests.
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

  /// Returns how tests ended in their newest runs before this one, by id: in runs of the branch,
  /// or, for a test that is not in them, in runs of its base.
  ///
  /// - Parameters:
  ///   - scopes: The scopes of the tests: the folder and how it was built.
  ///   - branch: The branch of the run; `nil` when it is unknown.
  ///   - base: The possible names of the target branch; empty when the run is on that branch.
  package func earlier(
    _ ids: Set<String>, scopes: [String], branch: String?, base: Set<String>
  ) throws(HistoryError) -> [String: EarlierOutcomes] {
    if ids.isEmpty || !fileExists(tests.path) { return [:] }
    let database = try tests.open()
    let names = try HistoryNames(database).texts
    let wanted = Set(names.indices.filter { ids.contains(names[$0]) })
    var known = try earlier(wanted, names, scopes, of: [branch], isClean: false, database)
      .outcomes
    for id in known.keys { known[id]?.branch = nil }
    if base.isEmpty { return known }
    let there = try earlier(
      wanted, names, scopes, of: base.sorted(), isClean: true, database)
    for (id, there) in there.outcomes { Self.add(there, of: id, to: &known) }
    // A run of all tests on the base did not contain these tests.
    for id in ids.subtracting(there.outcomes.keys) where there.wholeRunOf != nil {
      known[id, default: EarlierOutcomes(outcomes: [])].newSince = there.wholeRunOf
    }
    return known
  }

  /// Adds the outcomes of a test on the base.
  private static func add(
    _ there: EarlierOutcomes, of id: String, to known: inout [String: EarlierOutcomes]
  ) {
    let fails = there.outcomes.last?.isFailure
    var earlier = known[id] ?? there
    earlier.failsOnBase = fails
    if fails == false { earlier.newSince = there.branch }
    // A test that has failed since the first run of its branch may have failed on the base before.
    if fails == true, earlier.outcomes.count < EarlierOutcomes.most,
      earlier.outcomes.allSatisfy(\.isFailure), let since = there.failingSince,
      since.run < earlier.failingSince?.run ?? ""
    {
      earlier.failingSince = since
      earlier.outcomes = (there.outcomes + earlier.outcomes).suffix(EarlierOutcomes.most)
    }
    known[id] = earlier
  }

  /// Returns how tests ended in the newest runs of branches, each with the branch of its newest
  /// run; and the branch of the newest run of all tests.
  ///
  /// - Parameter isClean: Whether runs with uncommitted files are left out.
  private func earlier(
    _ wanted: Set<Int>, _ names: [String], _ scopes: [String], of branches: [String?],
    isClean: Bool, _ database: Database
  ) throws(HistoryError) -> (outcomes: [String: EarlierOutcomes], wholeRunOf: String?) {
    var known: [String: EarlierOutcomes] = [:]
    var wholeRunOf: String?
    func marks(_ count: Int) -> String {
      [String](repeating: "?", count: count).joined(separator: ", ")
    }
    let named = branches.compactMap(\.self)
    // The newest first. Of an aborted run, only the tests are stored.
    try database.query(
      """
      SELECT test_runs.id, tests, facts, part, json_extract(facts, '$.checkout.branch') AS branch
      FROM test_runs LEFT JOIN history_runs USING (id)
      WHERE scope IN (\(marks(scopes.count)))
        AND \(named.isEmpty ? "branch IS NULL" : "branch IN (\(marks(named.count)))")
      ORDER BY test_runs.run DESC LIMIT \(5 * EarlierOutcomes.most)
      """, (scopes + named).map { .text($0) }
    ) { row in
      let id = row.text(0)
      let checkout = HistoryLine.run(row.bytes(2))?.checkout
      if isClean, checkout?.isModified != false { return }
      if row.integer(3) == 0 { wholeRunOf = wholeRunOf ?? checkout?.branch }
      row.withBytes(1) { bytes in
        PackedTests.read(bytes, names.count) { name, test in
          guard wanted.contains(name), test.outcome.hasRun else { return }
          var earlier =
            known[names[name]] ?? EarlierOutcomes(outcomes: [], branch: checkout?.branch)
          if earlier.outcomes.allSatisfy(\.isFailure), test.outcome.isFailure {
            // A changed checkout is not what the commit contains.
            earlier.failingSince = .init(
              run: id, commit: checkout?.isModified == true ? nil : checkout?.commit)
          }
          if earlier.outcomes.count < EarlierOutcomes.most {
            earlier.outcomes.append(test.outcome)
          }
          known[names[name]] = earlier
        }
      }
    }
    for id in known.keys { known[id]?.outcomes.reverse() }
    return (known, wholeRunOf)
  }

  /// Reads the newest runs with all their data, the oldest first.
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
    commit: String? = nil, isClean: Bool = false, id: String? = nil, measurements: Bool = true
  ) throws(HistoryError) -> [HistoryRun] {
    var runs: [HistoryRun] = []
    try database.query(
      """
      SELECT facts, coverage, warnings FROM history_runs
      WHERE (?1 IS NULL OR json_extract(facts, '$.checkout.branch') = ?1)
        AND (?3 IS NULL OR json_extract(facts, '$.checkout.commit') = ?3)
        AND (?4 IS NULL OR id = ?4)
        AND (?5 = 0 OR json_extract(facts, '$.checkout.isModified') = 0)
      ORDER BY id DESC LIMIT ?2
      """,
      [
        branch.map { .text($0) } ?? .null, .integer(Int64(count)),
        commit.map { .text($0) } ?? .null, id.map { .text($0) } ?? .null,
        .integer(isClean ? 1 : 0),
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
