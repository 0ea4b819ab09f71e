package import CIModel
package import RunHistory

/// How tests ended in earlier runs and how long they took.
///
/// It lies in `.devtool/history.sqlite`. Whatever is wrong with that file is said and never costs a
/// run: a damaged one is put aside and begun anew.
package struct TestHistory: Sendable {
  /// Absolute.
  package let path: String
  /// Milliseconds to wait for another process.
  private let patience: Int32

  /// How many runs are looked at for what a test usually takes.
  static let recentRuns = 10
  /// How many runs of all tests are kept for each scope. Of a part of the tests it is a fifth of that; they
  /// push no others out.
  private let keptRuns: Int
  /// Grows with every change of the tables.
  private static let version = 3

  package init(path: String, patience: Int32 = 10_000, keptRuns: Int = 1_000) {
    self.path = path
    self.patience = patience
    self.keptRuns = keptRuns
  }

  /// What is known of one test.
  package struct Entry: Hashable, Sendable {
    /// The middle one of its recent durations in seconds; `nil` when it never ran to its end.
    package var usualSeconds: Double?
    /// How many durations that is the middle of.
    package var samples = 0
    /// Of the newest run that had it.
    package var lastOutcome: TestOutcome?
    /// How many runs in a row it has passed without a failed attempt, up to now.
    package var passesInARow = 0
    /// Grows from run to run: tells which of two entries is newer.
    package var lastRun: Int64 = 0
    /// Its recent durations, the newest first.
    package var recentSeconds: [Double] = []

    package init() {}
  }

  // MARK: Reading

  /// What is known of every test of each scope, by test id.
  ///
  /// - Parameter scopes: A scope is the package and how it was built: timings of a release build or
  ///   under a sanitizer say nothing of a debug build.
  package func entries(scopes: [String]) throws(HistoryError) -> [[String: Entry]] {
    let database = try open()
    var known: [[String: Entry]] = []
    for scope in scopes {
      known.append(try summaries(database, scope).mapValues(Entry.init))
    }
    return known
  }

  package func entries(scope: String) throws(HistoryError) -> [String: Entry] {
    try entries(scopes: [scope]).first ?? [:]
  }

  /// What all runs say of one test. It is kept beside the results and brought up to date with each
  /// run, so that reading takes as long after a hundred runs as after one.
  fileprivate struct Summary {
    var lastOutcome: TestOutcome?
    var passesInARow = 0
    var lastRun: Int64 = 0
    /// Seconds, the newest first.
    var recent: [Double] = []

    mutating func add(_ result: HistoryRun.Test, run: Int64) {
      lastOutcome = result.outcome
      lastRun = run
      if result.outcome == .passed, !result.isFlaky {
        passesInARow += 1
      } else if result.outcome != .notRun {
        passesInARow = 0
      }
      // A test that died took the time that it took to die.
      if let seconds = result.seconds, PackedTests.possibleSeconds.contains(seconds),
        result.outcome == .passed || result.outcome == .failed
      {
        recent = [seconds] + recent.prefix(TestHistory.recentRuns - 1)
      }
    }
  }

  private func summaries(
    _ database: Database, _ scope: String
  ) throws(HistoryError) -> [String: Summary] {
    var summaries: [String: Summary] = [:]
    try database.query(
      "SELECT test, outcome, passes, run, recent FROM test_summaries WHERE scope = ?",
      [.text(scope)]
    ) { row in
      var summary = Summary()
      summary.lastOutcome = TestOutcome(rawValue: row.text(1))
      summary.passesInARow = Int(clamping: row.integer(2))
      summary.lastRun = row.integer(3)
      summary.recent = row.reals(4)
      summaries[row.text(0)] = summary
    }
    return summaries
  }

  static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let middle = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count.isMultiple(of: 2) ? (middle + sorted[sorted.count / 2 - 1]) / 2 : middle
  }

  // MARK: Writing

  /// Adds what the tests of a step did, and drops the oldest runs of its scope.
  package func add(_ suite: HistoryRun.Suite, runID: String) throws(HistoryError) {
    let database = try open()
    try database.transaction { () throws(HistoryError) in
      var names = try HistoryNames(database)
      try add(suite, runID: runID, &names, database)
    }
  }

  /// The same within a transaction of the caller.
  func add(
    _ suite: HistoryRun.Suite, runID: String, _ names: inout HistoryNames, _ database: Database
  ) throws(HistoryError) {
    let packed = try PackedTests.pack(suite.tests, &names)
    let scope = Database.Value.text(suite.scope)
    try database.query(
      "INSERT INTO test_runs (id, scope, part, tests) VALUES (?, ?, ?, ?)",
      [.text(runID), scope, .integer(suite.isPart ? 1 : 0), .bytes(packed)])
    try summarize(suite.tests, scope: suite.scope, run: database.lastRowID, in: database)
    for (part, kept) in [(0, keptRuns), (1, keptRuns / 5)] {
      try database.query(
        """
        DELETE FROM test_runs WHERE run IN (
          SELECT run FROM test_runs WHERE scope = ?1 AND part = \(part)
          ORDER BY run DESC LIMIT -1 OFFSET \(kept))
        """, [scope])
    }
    // Tests that are gone, or were not run for so long.
    try database.query(
      """
      DELETE FROM test_summaries WHERE scope = ?1
        AND run < (SELECT min(run) FROM test_runs WHERE scope = ?1)
      """, [scope])
  }

  private func summarize(
    _ results: [HistoryRun.Test], scope: String, run: Int64, in database: Database
  ) throws(HistoryError) {
    let known = try summaries(database, scope)
    try database.repeatedly(
      "REPLACE INTO test_summaries (scope, test, outcome, passes, run, recent) VALUES (?, ?, ?, ?, ?, ?)",
      results
    ) { result, row in
      var summary = known[result.id] ?? Summary()
      summary.add(result, run: run)
      row.add(.text(scope))
      row.add(.text(result.id))
      row.add(.text(result.outcome.rawValue))
      row.add(.integer(Int64(summary.passesInARow)))
      row.add(.integer(run))
      row.add(.text(summary.recent.map(\.description).joined(separator: " ")))
    }
  }

  // MARK: The file

  /// A file of the right version without its tables is damaged: nothing would ever make them.
  private func checkTables(_ database: Database) throws(HistoryError) {
    var count: Int64 = 0
    try database.query(
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' "
        + "AND name IN ('history_names', 'history_runs', 'test_runs', 'test_summaries')"
    ) { count = $0.integer(0) }
    if count < 4 { throw HistoryError(code: 11, message: "tables are missing") }
  }

  func open() throws(HistoryError) -> Database {
    let database = try Database(path: path, patience: patience)
    var version: Int64 = 0
    try database.query("PRAGMA user_version") { version = $0.integer(0) }
    if version > TestHistory.version {
      throw HistoryError(code: 1, message: "the history was written by a newer devtool")
    }
    // It is a cache: what a lost power supply costs is the last run's timings.
    try database.execute("PRAGMA synchronous = OFF")
    if version == TestHistory.version {
      try checkTables(database)
      return database
    }
    // Version 2 kept a row for each test of each run, and no facts of the run; its summaries stay.
    try database.execute(
      """
      BEGIN IMMEDIATE;
      DROP TABLE IF EXISTS test_results;
      DROP TABLE IF EXISTS test_runs;
      CREATE TABLE IF NOT EXISTS history_names (name INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
      CREATE TABLE IF NOT EXISTS history_runs (
        run INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, facts TEXT NOT NULL, coverage BLOB,
        warnings BLOB NOT NULL);
      CREATE TABLE test_runs (
        run INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, scope TEXT NOT NULL,
        part INTEGER NOT NULL, tests BLOB NOT NULL);
      CREATE INDEX test_runs_by_scope ON test_runs (scope, part);
      CREATE INDEX test_runs_by_id ON test_runs (id);
      CREATE TABLE IF NOT EXISTS test_summaries (
        scope TEXT NOT NULL, test TEXT NOT NULL, outcome TEXT NOT NULL, passes INTEGER NOT NULL,
        run INTEGER NOT NULL, recent TEXT NOT NULL, PRIMARY KEY (scope, test)) WITHOUT ROWID;
      INSERT INTO sqlite_sequence (name, seq)
        SELECT 'test_runs', coalesce(max(run), 0) FROM test_summaries;
      PRAGMA user_version = \(TestHistory.version);
      COMMIT;
      """)
    return database
  }
}

extension TestHistory.Entry {
  fileprivate init(_ summary: TestHistory.Summary) {
    usualSeconds = TestHistory.median(summary.recent)
    samples = summary.recent.count
    recentSeconds = summary.recent
    lastOutcome = summary.lastOutcome
    passesInARow = summary.passesInARow
    lastRun = summary.lastRun
  }
}
