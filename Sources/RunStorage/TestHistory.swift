package import CIModel
package import RunHistory

/// The outcomes and durations of tests in earlier runs.
///
/// It is stored in `.devtool/history.sqlite`. A problem with that file is reported and never fails
/// a run: a damaged file is moved aside and replaced by a new one.
package struct TestHistory: Sendable {
  /// The absolute path of the database.
  package let path: String
  /// The time to wait for another process, in milliseconds.
  private let patience: Int32

  /// The number of runs from which the usual duration of a test is computed.
  static let recentRuns = 10
  /// The number of runs of all tests that are kept for each scope. A fifth of that number of
  /// partial runs is kept in addition; they do not displace others.
  private let keptRuns: Int
  /// Incremented with every change of the tables.
  private static let version = 3

  package init(path: String, patience: Int32 = 10_000, keptRuns: Int = 1_000) {
    self.path = path
    self.patience = patience
    self.keptRuns = keptRuns
  }

  /// The history of one test.
  package struct Entry: Hashable, Sendable {
    /// The median of its recent durations in seconds; `nil` when it has never finished.
    package var usualSeconds: Double?
    /// The number of durations that the median is computed from.
    package var samples = 0
    /// The outcome in the newest run that contained the test.
    package var lastOutcome: TestOutcome?
    /// The number of consecutive passes without a failed attempt, up to now.
    package var passesInARow = 0
    /// Increases from run to run: of two entries, the one with the higher number is newer.
    package var lastRun: Int64 = 0
    /// Its recent durations in seconds, the newest first.
    package var recentSeconds: [Double] = []

    package init() {}
  }

  // MARK: Reading

  /// Returns the history of every test of each scope, by test id.
  ///
  /// - Parameter scopes: A scope is the package and how it was built: timings of a release build or
  ///   with a sanitizer do not apply to a debug build.
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

  /// Returns the usual durations of the tests of a scope in seconds, by test id. Tests that the
  /// newest run of all tests did not contain, and that did not run since, no longer exist.
  package func usualSeconds(scope: String) throws(HistoryError) -> [String: Double] {
    let database = try open()
    var newest: Int64 = 0
    try database.query(
      "SELECT coalesce(max(run), 0) FROM test_runs WHERE scope = ? AND part = 0", [.text(scope)]
    ) { newest = $0.integer(0) }
    return try summaries(database, scope).filter { $1.lastRun >= newest }
      .compactMapValues { Self.median($0.recent) }
  }

  /// The summary of one test over all runs. It is stored beside the results and updated with each
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
      // The duration of a test that crashed is not comparable.
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

  /// Adds the test results of a step and deletes the oldest runs of its scope.
  package func add(_ suite: HistoryRun.Suite, runID: String) throws(HistoryError) {
    let database = try open()
    try database.transaction { () throws(HistoryError) in
      var names = try HistoryNames(database)
      try add(suite, runID: runID, &names, database)
    }
  }

  /// Adds the test results of a step within the caller's transaction.
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
    // Deletes tests that no longer exist or were not run for that long.
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

  /// Checks that the tables exist. A file of the right version without them is damaged, because
  /// nothing would create them.
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
    // The data is a cache: a power failure costs only the last run's timings.
    try database.execute("PRAGMA synchronous = OFF")
    if version == TestHistory.version {
      try checkTables(database)
      return database
    }
    // Version 2 had one row for each test of each run, and no facts of the run; its summaries are
    // kept.
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
