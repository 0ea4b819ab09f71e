import CIModel
import PipelineConfig
import PipelineRunner
import Reporters

/// The records of past runs under `.devtool/runs`.
struct RunStore {
  var root: String

  /// Reads a record by its id, by the path of its file, or the newest one.
  ///
  /// - Throws: `CommandFailure` when there is no such run or its file cannot be read.
  func record(_ name: String?) throws(CommandFailure) -> RunRecord? {
    let ids = RunDirectory.all(root: root)
    let path: String
    if let name {
      if ids.contains(name) {
        path = recordPath(name)
      } else if name.contains("/") || name.hasSuffix(".json") {
        path = name
      } else {
        let nearest = nearestSpelling(of: name, among: ids)
        throw CommandFailure(
          .missingInput, "there is no run '\(name)'",
          help: nearest.map { "Did you mean '\($0)'?" }
            ?? (ids.isEmpty
              ? "Run `devtool check` first."
              : "These are stored: \(ids.suffix(5).joined(separator: ", "))."))
      }
    } else {
      // A run that was killed before its first record has none.
      guard let id = ids.last(where: { (try? readFile(recordPath($0), limit: 1)) != nil }) else {
        return nil
      }
      path = recordPath(id)
    }
    let record: RunRecord
    do {
      record = try JSONText.decode(RunRecord.self, from: try readFile(path))
    } catch let error as StorageError {
      throw CommandFailure(.missingInput, error.description)
    } catch {
      throw unreadable(path, "it is damaged, or no record at all")
    }
    guard record.schema == RunRecord.schemaName else {
      throw unreadable(
        path, "its schema is '\(record.schema)', this version reads '\(RunRecord.schemaName)'")
    }
    return record
  }

  private func unreadable(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .missingInput, "\(path) is no run record that this version reads: \(reason)",
      help: "Run `devtool check` to make a new one.")
  }

  /// Replaces the stored record of a run.
  func store(_ record: RunRecord) throws(StorageError) {
    try writeFile(recordPath(record.id), JSONText.bytes(record))
  }

  private func recordPath(_ id: String) -> String {
    "\(RunDirectory.runsPath(root: root))/\(id)/record.json"
  }
}
