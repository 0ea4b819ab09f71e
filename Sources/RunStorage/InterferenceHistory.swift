import FileSystem

/// Tests that failed among others and passed alone, in `.devtool/history.sqlite`: they run apart.
///
/// A test that has passed apart often enough runs among others again; if it fails there once more,
/// it must pass apart twice as often.
package struct InterferenceHistory: Sendable {
  /// The absolute path of the database.
  private let path: String
  /// The time to wait for another process, in milliseconds.
  private let patience: Int32

  /// The number of passes apart after which a test runs among others again.
  static let firstTerm = 20
  /// The maximum of a term.
  static let longestTerm = 10_240

  package init(path: String, patience: Int32 = 10_000) {
    self.path = path
    self.patience = patience
  }

  /// The state of a test that failed among others.
  package struct Entry: Hashable, Sendable {
    /// Whether tests that ran before it in the same process caused its failure.
    package var needsOwnProcess: Bool
    /// How often it has passed apart since.
    package var passes: Int
    /// How often it must pass apart.
    package var term: Int

    /// Whether it still runs apart.
    package var isApart: Bool { passes < term }
  }

  /// Returns the entries of a scope by test id.
  ///
  /// - Parameter scope: The package; the build configuration does not matter.
  package func entries(scope: String) throws(HistoryError) -> [String: Entry] {
    if !fileExists(path) { return [:] }
    let database = try open()
    var entries: [String: Entry] = [:]
    try database.query(
      "SELECT test, own, passes, term FROM test_interference WHERE scope = ?", [.text(scope)]
    ) { row in
      entries[row.text(0)] = Entry(
        needsOwnProcess: row.integer(1) != 0, passes: Int(clamping: row.integer(2)),
        term: Int(clamping: row.integer(3)))
    }
    return entries
  }

  /// - Parameters:
  ///   - caught: Tests that failed among others, and whether each needs a process of its own.
  ///   - passedApart: Tests that ran apart and passed.
  ///   - gone: Tests that the product no longer contains.
  package func note(
    caught: [String: Bool], passedApart: Set<String>, gone: Set<String>, scope: String
  ) throws(HistoryError) {
    if caught.isEmpty, passedApart.isEmpty, gone.isEmpty { return }
    let database = try open()
    try database.transaction { () throws(HistoryError) in
      try database.repeatedly(
        """
        INSERT INTO test_interference (scope, test, own, passes, term) VALUES (?1, ?2, ?3, 0, ?4)
        ON CONFLICT (scope, test) DO UPDATE
        SET own = max(own, excluded.own), passes = 0, term = min(term * 2, ?5)
        """, caught.sorted { $0.key < $1.key }
      ) { test, row in
        row.add(.text(scope))
        row.add(.text(test.key))
        row.add(.integer(test.value ? 1 : 0))
        row.add(.integer(Int64(InterferenceHistory.firstTerm)))
        row.add(.integer(Int64(InterferenceHistory.longestTerm)))
      }
      try database.repeatedly(
        "UPDATE test_interference SET passes = passes + 1 WHERE scope = ? AND test = ?",
        passedApart.subtracting(caught.keys).sorted()
      ) { test, row in
        row.add(.text(scope))
        row.add(.text(test))
      }
      try database.repeatedly(
        "DELETE FROM test_interference WHERE scope = ? AND test = ?", gone.sorted()
      ) { test, row in
        row.add(.text(scope))
        row.add(.text(test))
      }
    }
  }

  private func open() throws(HistoryError) -> Database {
    let database = try Database(path: path, patience: patience)
    try database.execute("PRAGMA synchronous = OFF")
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS test_interference (
        scope TEXT NOT NULL, test TEXT NOT NULL, own INTEGER NOT NULL, passes INTEGER NOT NULL,
        term INTEGER NOT NULL, PRIMARY KEY (scope, test)) WITHOUT ROWID
      """)
    return database
  }
}
