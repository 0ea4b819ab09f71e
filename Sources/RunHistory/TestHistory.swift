package import CIModel

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
  /// How many runs are kept for each scope.
  static let keptRuns = 100
  /// Grows with every change of the tables.
  private static let version = 1

  package init(path: String, patience: Int32 = 2_000) {
    self.path = path
    self.patience = patience
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

    package init() {}
  }

  /// One test of one run.
  package struct Result: Hashable, Sendable {
    package var id: String
    package var outcome: TestOutcome
    package var seconds: Double?
    package var isFlaky: Bool

    package init(id: String, outcome: TestOutcome, seconds: Double?, isFlaky: Bool) {
      self.id = id
      self.outcome = outcome
      self.seconds = seconds
      self.isFlaky = isFlaky
    }
  }

  // MARK: Reading

  /// What is known of every test of a scope, by test id.
  ///
  /// - Parameter scope: The package and how it was built: timings of a release build or under a
  ///   sanitizer say nothing of a debug build.
  package func entries(scope: String) throws(HistoryError) -> [String: Entry] {
    let database = try open()
    var entries: [String: Entry] = [:]
    var durations: [String: [Double]] = [:]
    var streakEnded: Set<String> = []
    try database.query(
      """
      SELECT test, outcome, seconds IS NULL, seconds, flaky, run FROM test_results
      WHERE scope = ? ORDER BY run DESC
      """, [.text(scope)]
    ) { row in
      let id = row.text(0)
      guard let outcome = TestOutcome(rawValue: row.text(1)) else { return }
      let isFlaky = row.integer(4) != 0
      var entry = entries[id] ?? Entry()
      if entry.lastOutcome == nil {
        entry.lastOutcome = outcome
        entry.lastRun = row.integer(5)
      }
      if !streakEnded.contains(id) {
        if outcome == .passed, !isFlaky {
          entry.passesInARow += 1
        } else if outcome != .notRun {
          streakEnded.insert(id)
        }
      }
      // A test that died took the time that it took to die.
      if row.integer(2) == 0, outcome == .passed || outcome == .failed,
        durations[id, default: []].count < TestHistory.recentRuns
      {
        durations[id, default: []].append(row.real(3))
      }
      entries[id] = entry
    }
    for (id, seconds) in durations {
      entries[id]?.usualSeconds = TestHistory.median(seconds)
      entries[id]?.samples = seconds.count
    }
    return entries
  }

  static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let middle = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count.isMultiple(of: 2) ? (middle + sorted[sorted.count / 2 - 1]) / 2 : middle
  }

  // MARK: Writing

  /// Adds what a run found out, and drops the oldest runs of the scope.
  package func add(
    _ results: [Result], scope: String, runID: String
  ) throws(HistoryError) {
    let database = try open()
    try database.execute("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try database.query(
        "INSERT INTO test_runs (id, scope) VALUES (?, ?)", [.text(runID), .text(scope)])
      let run = database.lastRowID
      try database.repeatedly(
        "INSERT INTO test_results (run, scope, test, outcome, seconds, flaky) VALUES (?, ?, ?, ?, ?, ?)",
        results.map { result in
          [
            .integer(run), .text(scope), .text(result.id), .text(result.outcome.rawValue),
            result.seconds.map { .real($0) } ?? .null, .integer(result.isFlaky ? 1 : 0),
          ]
        })
      let oldest =
        "SELECT run FROM test_runs WHERE scope = ? ORDER BY run DESC LIMIT -1 OFFSET \(TestHistory.keptRuns)"
      try database.query(
        "DELETE FROM test_results WHERE run IN (\(oldest))", [.text(scope)])
      try database.query("DELETE FROM test_runs WHERE run IN (\(oldest))", [.text(scope)])
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  // MARK: The file

  private func open() throws(HistoryError) -> Database {
    let database = try Database(path: path, patience: patience)
    var version: Int64 = 0
    try database.query("PRAGMA user_version") { version = $0.integer(0) }
    if version > TestHistory.version {
      throw HistoryError(code: 1, message: "the history was written by a newer devtool")
    }
    if version == TestHistory.version { return database }
    // It is a cache: what a lost power supply costs is the last run's timings.
    try database.execute(
      """
      PRAGMA synchronous = OFF;
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS test_runs (run INTEGER PRIMARY KEY, id TEXT NOT NULL, scope TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS test_results (
        run INTEGER NOT NULL, scope TEXT NOT NULL, test TEXT NOT NULL, outcome TEXT NOT NULL,
        seconds REAL, flaky INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS test_results_by_scope ON test_results (scope, run);
      PRAGMA user_version = \(TestHistory.version);
      COMMIT;
      """)
    return database
  }
}
