import FileSystem

/// Which tests executed which lines, as measured by the newest run of all tests: one record for
/// each scope, in `.devtool/history.sqlite`. The format of a record is defined by its writer.
package struct TestLinesHistory: Sendable {
  /// The absolute path of the database.
  private let path: String
  /// The time to wait for another process, in milliseconds.
  private let patience: Int32

  package init(path: String, patience: Int32 = 10_000) {
    self.path = path
    self.patience = patience
  }

  /// Replaces the record of a scope.
  ///
  /// - Parameter scope: The package and how it was built.
  package func replace(_ data: [UInt8], scope: String) throws(HistoryError) {
    let database = try Database(path: path, patience: patience)
    try prepare(database)
    try database.query(
      "REPLACE INTO test_lines (scope, data) VALUES (?, ?)", [.text(scope), .bytes(data)])
  }

  /// Returns the record of a scope; `nil` when there is none.
  package func data(scope: String) throws(HistoryError) -> [UInt8]? {
    try all(where: "scope = ?", [.text(scope)]).first?.data
  }

  /// Returns the records of all scopes, sorted by scope.
  package func all() throws(HistoryError) -> [(scope: String, data: [UInt8])] {
    try all(where: "1", [])
  }

  private func all(
    where condition: String, _ values: [Database.Value]
  ) throws(HistoryError) -> [(scope: String, data: [UInt8])] {
    if !fileExists(path) { return [] }
    let database = try Database(path: path, patience: patience)
    try prepare(database)
    var rows: [(scope: String, data: [UInt8])] = []
    try database.query(
      "SELECT scope, data FROM test_lines WHERE \(condition) ORDER BY scope", values
    ) { rows.append(($0.text(0), $0.bytes(1))) }
    return rows
  }

  private func prepare(_ database: Database) throws(HistoryError) {
    try database.execute("PRAGMA synchronous = OFF")
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS test_lines (scope TEXT NOT NULL PRIMARY KEY, data BLOB NOT NULL)
      """)
  }
}
