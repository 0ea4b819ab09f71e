import CIModel
import CoverageData
import FileSystem
import LocalState
import PipelineConfig
import PipelineRunner
import Reporters
import RunEvents
import RunStorage
import TerminalUI

/// The records of past runs under `.devtool/runs`.
struct RunStore {
  let state: StateFolder

  init(_ state: StateFolder) { self.state = state }

  private var root: String { state.root }

  /// Reads a record by its name (`RunName`), or the newest one that this devtool wrote, which is called
  /// `last`, too: a commit can hold one of the year 2999.
  ///
  /// - Throws: `CommandFailure` when there is no such run or its file cannot be read.
  func record(
    _ name: String?, from origin: PathOrigin = .commandLine
  ) throws(CommandFailure) -> RunRecord? {
    let ids = RunDirectory.all(root: root)
    let path: String
    var isOwnRecord = true
    var origin = origin
    if let name, name != "last" {
      switch RunName(name, among: ids) {
      case .id(let id):
        origin = .checkout
        path = recordPath(id)
      case .path(let file): path = file
      case .unknown(let message, let help):
        throw CommandFailure(.missingInput, message, help: help)
      }
    } else {
      // A run that was killed before its first record has none.
      let stored = ids.reversed().filter { fileExists(recordPath($0)) }
      let own = stored.first(where: isOwn)
      guard let newest = own ?? stored.first else { return nil }
      isOwnRecord = own != nil
      path = recordPath(newest)
      origin = .checkout
    }
    let record: RunRecord
    do {
      let bytes = try readFile(path, from: origin)
      record = try JSONText.record(from: bytes)
    } catch let error as FileError {
      throw CommandFailure(.missingInput, error.description)
    } catch {
      throw unreadable(path, "it is damaged, or no record at all")
    }
    guard record.schema == RunRecord.schemaName else {
      throw unreadable(
        path, "its schema is '\(record.schema)', this version reads '\(RunRecord.schemaName)'")
    }
    guard isOwnRecord else {
      throw unreadable(
        path, "it was changed, or another devtool wrote it",
        help: "Run `devtool check` to make a new one, or name this one with --run.")
    }
    return record
  }

  /// The records of one's own runs, the newest first, each read when it is asked for.
  func own() -> some Sequence<RunRecord> {
    RunDirectory.all(root: root).reversed().lazy.filter(isOwn).compactMap { id in
      guard let bytes = try? readFile(recordPath(id)),
        let record = try? JSONText.record(from: bytes),
        record.schema == RunRecord.schemaName
      else { return nil }
      return record
    }
  }

  /// The newest record that this devtool wrote; what a commit holds decides nothing.
  func lastOwn() -> RunRecord? { newest(for: []) }

  /// What the sources that a run measured were, of all its packages (`StoredMeasurement`).
  func marks(of run: String) -> [String: String] {
    var marks: [String: String] = [:]
    for number in 1... {
      let folder = RunDirectory.coveragePath(root: root, run: run, number: number)
      guard let stored = try? StoredMeasurement.read(in: folder) else { break }
      marks.merge(stored.sources ?? [:]) { $1 }
    }
    return marks
  }

  /// The newest run of one's own that has something to say to all of some checks.
  func newest(for checks: [Check]) -> RunRecord? {
    guard state.key != nil else { return nil }
    return own().first { record in checks.allSatisfy { JudgedRun.answers($0, record) } }
  }

  private func unreadable(
    _ path: String, _ reason: String, help: String = "Run `devtool check` to make a new one."
  ) -> CommandFailure {
    CommandFailure(
      .missingInput, "\(path) is no run record that this version reads: \(reason)", help: help)
  }

  /// Replaces the stored record of a run.
  func store(_ record: RunRecord) throws(FileError) {
    try writeFile(
      recordPath(record.id), SealedRecord.sealed(JSONText.bytes(record), id: record.id, state.key))
  }

  /// Without a key nothing is sealed, and what lies there is shown as it is.
  private func isOwn(_ id: String) -> Bool {
    guard let bytes = try? readFile(recordPath(id)) else { return false }
    return state.key == nil || SealedRecord.isOwn(bytes, id: id, state.key)
  }

  private func recordPath(_ id: String) -> String {
    "\(RunDirectory.runsPath(root: root))/\(id)/record.json"
  }
}
