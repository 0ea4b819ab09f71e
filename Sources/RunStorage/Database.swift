import CSQLite
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to an SQLite database, with the operations that the history needs.
///
/// It calls the system's library directly: a wrapper package would double the time of a clean
/// release build and pull all of Foundation into the binary.
final class Database {
  private let handle: OpaquePointer

  /// Opens the file, and creates it when it is missing.
  ///
  /// - Parameter patience: How long to wait for another process, in milliseconds.
  init(path: String, patience: Int32) throws(HistoryError) {
    try Database.refuseOtherThanFiles(path)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw HistoryError(code: code & 0xFF, message: message)
    }
    handle = opened
    sqlite3_busy_timeout(handle, patience)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Refuses anything but regular files: SQLite follows links and waits for pipes, also for the
  /// files that it writes beside the database.
  private static func refuseOtherThanFiles(_ path: String) throws(HistoryError) {
    for end in ["", "-journal", "-wal", "-shm"] {
      guard let status = FileStatus(path + end, followsLink: false), !status.isFile else {
        continue
      }
      throw HistoryError(code: 14, message: "unable to open database file")
    }
  }

  enum Value: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(HistoryError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs `body` in a transaction: all of its changes apply, or none.
  func transaction(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    try execute("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try body()
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Runs one statement and passes its rows to `onRow`.
  func query(
    _ sql: String, _ values: [Value] = [], _ onRow: (Row) -> Void = { _ in }
  ) throws(HistoryError) {
    let statement = try Statement(self, sql)
    try statement.run({ binder in for value in values { binder.add(value) } }, onRow)
  }

  /// Runs a statement once for each of many rows.
  ///
  /// - Parameter bind: Binds the values of one item, in order.
  func repeatedly<Item>(
    _ sql: String, _ items: [Item], _ bind: (Item, inout Binder) -> Void
  ) throws(HistoryError) {
    let statement = try Statement(self, sql)
    for item in items { try statement.run({ bind(item, &$0) }, { _ in }) }
  }

  /// The number of rows that the last statement changed.
  var changedRows: Int32 { sqlite3_changes(handle) }

  var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  fileprivate func failure(_ code: Int32) -> HistoryError {
    HistoryError(code: code & 0xFF, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// A row, valid during the callback; columns count from 0.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
    func withBytes(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(0, count)))
    }
    func bytes(_ column: Int32) -> [UInt8] {
      let count = Int(sqlite3_column_bytes(statement, column))
      guard count > 0, let start = sqlite3_column_blob(statement, column) else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
    /// Parses numbers that are separated by spaces.
    func reals(_ column: Int32) -> [Double] {
      var numbers: [Double] = []
      guard
        var rest = UnsafeRawPointer(sqlite3_column_text(statement, column))?
          .assumingMemoryBound(to: CChar.self)
      else { return [] }
      var end: UnsafeMutablePointer<CChar>?
      while true {
        let number = strtod(rest, &end)
        guard let next = end, UnsafePointer(next) > rest else { return numbers }
        numbers.append(number)
        rest = UnsafePointer(next)
      }
    }
    func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Binds the values of a statement, in order.
  struct Binder {
    fileprivate let statement: OpaquePointer
    private var count: Int32 = 0
    /// The result code of the first value that could not be bound.
    fileprivate private(set) var code = SQLITE_OK

    fileprivate init(statement: OpaquePointer) { self.statement = statement }

    mutating func add(_ value: Value) {
      count += 1
      // SQLITE_TRANSIENT: SQLite copies the text.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, count)
        case .integer(let number): sqlite3_bind_int64(statement, count, number)
        case .real(let number): sqlite3_bind_double(statement, count, number)
        case .text(let text): sqlite3_bind_text(statement, count, text, -1, copies)
        // An empty blob would be stored as NULL.
        case .bytes(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, count, 0)
        case .bytes(let bytes):
          bytes.withUnsafeBytes {
            sqlite3_bind_blob64(
              statement, count, $0.baseAddress, sqlite3_uint64($0.count), copies)
          }
        }
      if self.code == SQLITE_OK { self.code = code }
    }
  }

  private final class Statement {
    private let statement: OpaquePointer
    private let database: Database

    init(_ database: Database, _ sql: String) throws(HistoryError) {
      self.database = database
      var prepared: OpaquePointer?
      let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
      guard code == SQLITE_OK, let prepared else { throw database.failure(code) }
      statement = prepared
    }

    deinit { sqlite3_finalize(statement) }

    func run(
      _ bind: (inout Binder) -> Void, _ onRow: (Row) -> Void
    ) throws(HistoryError) {
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      var binder = Binder(statement: statement)
      bind(&binder)
      if binder.code != SQLITE_OK { throw database.failure(binder.code) }
      while true {
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return }
        guard code == SQLITE_ROW else { throw database.failure(code) }
        onRow(Row(statement: statement))
      }
    }
  }
}
