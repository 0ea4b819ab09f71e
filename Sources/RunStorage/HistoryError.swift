/// An error of SQLite; a run never fails because of it.
package struct HistoryError: Error, Hashable, CustomStringConvertible {
  /// A primary result code of SQLite, such as 5 for SQLITE_BUSY.
  package var code: Int32
  package var message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// Whether the file is damaged or not a database.
  package var isCorrupt: Bool { code == 11 || code == 26 }
  /// Whether another process has locked the file.
  package var isLocked: Bool { code == 5 || code == 6 }

  package var description: String {
    if isLocked { return "another process is using the history" }
    if isCorrupt { return "the history is damaged (\(message))" }
    return message
  }
}
