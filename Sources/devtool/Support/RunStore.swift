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
    do {
      return try JSONText.decode(RunRecord.self, from: try readFile(path))
    } catch let error as StorageError {
      throw CommandFailure(.missingInput, error.description)
    } catch {
      throw CommandFailure(
        .missingInput, "\(path) is no run record that this version reads: \(error)",
        help: "Run `devtool check` to make a new one.")
    }
  }

  /// Replaces the stored record of a run.
  func store(_ record: RunRecord) throws(StorageError) {
    try writeFile(recordPath(record.id), Array(JSONText.encode(record).utf8))
  }

  private func recordPath(_ id: String) -> String {
    "\(RunDirectory.runsPath(root: root))/\(id)/record.json"
  }
}
