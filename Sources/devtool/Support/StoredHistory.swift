import CIModel
import FileSystem
import LocalState
import ProcessExecution
import RunHistory
import RunStorage
import TerminalUI

/// The history of the package that a command runs in.
struct StoredHistory {
  private let file: RunHistoryFile

  /// - Parameter makesKey: Whether to start a history if there is none.
  /// - Returns: `nil` if devtool made no history here.
  static func open(_ config: String?, makesKey: Bool = false) throws -> StoredHistory? {
    let state = try Workspace.find(config: config)
      .openState(currentEnvironment(), makesKey: makesKey)
    guard state.ownsHistory(claims: makesKey) else { return nil }
    return StoredHistory(file: RunHistoryFile(path: state.historyPath))
  }

  /// Reads the file; an error fails the command.
  func read<Value>(_ body: (RunHistoryFile) throws -> Value) throws -> Value {
    do {
      return try body(file)
    } catch let error as HistoryError {
      throw CommandFailure(
        error.isLocked ? .tryAgain : .missingInput, "the history cannot be read: \(error)")
    }
  }

  /// The tests of the newest run; `nil` if the history has no run of all tests.
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
        .missingInput, "\(path):\(error.number): this line is not a run of a history",
        help: "Import the output of `devtool history export`, of this devtool or an older one.")
    } catch let error as FileError {
      throw CommandFailure(.missingInput, error.description)
    }
  }
}
