import CIModel
import FileSystem
import LocalState
import ProcessExecution
import RunHistory
import RunStorage
import TerminalUI

/// The history of the package that a command was started in.
struct StoredHistory {
  private let file: RunHistoryFile

  /// - Parameter makesKey: Whether one is begun where there is none.
  /// - Returns: `nil` when there is none that devtool made here.
  static func open(_ config: String?, makesKey: Bool = false) throws -> StoredHistory? {
    let state = try Workspace.find(config: config)
      .openState(currentEnvironment(), makesKey: makesKey)
    guard state.ownsHistory(claims: makesKey) else { return nil }
    return StoredHistory(file: RunHistoryFile(path: state.historyPath))
  }

  /// Asks the file; what it refuses is a failure of the command.
  func read<Value>(_ body: (RunHistoryFile) throws -> Value) throws -> Value {
    do {
      return try body(file)
    } catch let error as HistoryError {
      throw CommandFailure(
        error.isLocked ? .tryAgain : .missingInput, "the history cannot be read: \(error)")
    }
  }

  /// The tests of the newest run; `nil` where the history has no run of all tests.
  func tests() throws -> Set<String>? { try read { try $0.history(newest: 200).currentTests } }

  /// Adds the runs of a file that `history export` wrote.
  ///
  /// - Parameter path: `-` is standard input.
  func add(from path: String, _ onRun: (_ isNew: Bool) -> Void) throws {
    do {
      let bytes = try readFile(path == "-" ? "/dev/stdin" : path, from: .commandLine)
      try HistoryLine.read(bytes) { run in onRun(try read { try $0.bring(run) }) }
    } catch let error as HistoryLine.BadLine {
      throw CommandFailure(
        .missingInput, "\(path):\(error.number): this line is no run of a history",
        help: "`devtool history export` prints such lines; those of a newer devtool may hold more.")
    } catch let error as FileError {
      throw CommandFailure(.missingInput, error.description)
    }
  }
}
