package import CIModel
package import FileSystem
package import LocalState

/// The records of past runs under `.devtool/runs`.
package struct RunStore: Sendable {
  package let state: StateFolder

  package init(_ state: StateFolder) { self.state = state }

  /// Why a record is missing or cannot be read by this version.
  package struct Problem: Error, Hashable {
    /// A lowercase fragment.
    package var message: String
    /// A sentence that suggests a fix; `nil` when there is none.
    package var help: String?
  }

  private var root: String { state.root }

  /// Reads a record by its name (`RunName`). `nil` and `last` read the newest record that this
  /// devtool wrote, because a commit can contain a record dated in the year 2999.
  ///
  /// - Throws: `Problem` when there is no such run or its file cannot be read.
  package func record(
    _ name: String?, from origin: PathOrigin = .commandLine
  ) throws(Problem) -> RunRecord? {
    let ids = RunDirectory.all(root: root)
    let path: String
    var (isOwnRecord, skipsNewer) = (true, false)
    var origin = origin
    if let name, name != "last" {
      switch RunName(name, among: ids) {
      case .id(let id):
        origin = .checkout
        path = recordPath(id)
      case .path(let file):
        if let bundle = try Self.bundle(at: file) { return bundle.record }
        path = Self.recordFile(in: file) ?? file
      case .unknown(let message, let help):
        throw Problem(message: message, help: help)
      }
    } else {
      // A run that was killed before it stored its first record has none.
      let stored = ids.reversed().filter { fileExists(recordPath($0)) }
      let own = stored.first(where: isOwn)
      guard let newest = own ?? stored.first else { return nil }
      isOwnRecord = own != nil
      skipsNewer = newest != stored.first
      path = recordPath(newest)
      origin = .checkout
    }
    var record: RunRecord
    do {
      let bytes = try readFile(path, from: origin)
      record = try JSONText.record(from: bytes)
    } catch let error as FileError {
      throw Problem(message: error.description)
    } catch {
      throw unreadable(path, "it is damaged or not a run record")
    }
    guard record.schema == RunRecord.schemaName else {
      throw unreadable(
        path, "its schema is '\(record.schema)', this version reads '\(RunRecord.schemaName)'")
    }
    guard isOwnRecord else {
      throw unreadable(
        path, "it was modified, or written with another key, as with another home folder",
        help: "Run `devtool check` to create a new one, or name its record.json.")
    }
    if skipsNewer {
      record.notes.append(
        "A newer stored run is not shown: its record is damaged, or was written with another key.")
    }
    return record
  }

  /// Opens the bundle with this name; `nil` when the name is not that of a bundle.
  ///
  /// - Throws: `Problem` when the bundle cannot be read.
  package func bundle(_ name: String?) throws(Problem) -> RunBundle? {
    guard let name, isFile(name) else { return nil }
    return try Self.bundle(at: name)
  }

  package static func bundle(at path: String) throws(Problem) -> RunBundle? {
    do throws(BundleProblem) {
      return try RunBundle.open(path)
    } catch {
      throw Problem(
        message: "\(path) is not a bundle that this version can read: \(error.reason)",
        help: error.help)
    }
  }

  /// The folder that contains the `logs` of a run; `nil` when the id of the record is invalid.
  package func folder(of record: RunRecord, named name: String?) -> String? {
    if let name, isFile(name) { return (Self.recordFile(in: name) ?? name).parentFolder }
    guard RunDirectory.isID(record.id) else { return nil }
    return "\(RunDirectory.runsPath(root: root))/\(record.id)"
  }

  /// The record in a folder, or that of the newest run in the folder, its `.devtool/runs` or its
  /// `runs`; `nil` when there is none.
  static func recordFile(in path: String) -> String? {
    [path, "\(path)/.devtool/runs", "\(path)/runs"].lazy.compactMap(newestRecord).first
  }

  private static func newestRecord(in folder: String) -> String? {
    let folders = [folder] + folderContents(folder).sorted().reversed().map { "\(folder)/\($0)" }
    return folders.lazy.map { "\($0)/record.json" }.first(where: mayRead)
  }

  /// Whether a name is the path of a record or a bundle, which is untrusted.
  package func isFile(_ name: String?) -> Bool {
    guard let name, name != "last" else { return false }
    if case .path = RunName(name, among: RunDirectory.all(root: root)) { return true }
    return false
  }

  /// The records that this devtool wrote, the newest first; each is read on demand.
  package func own() -> some Sequence<RunRecord> {
    RunDirectory.all(root: root).reversed().lazy.filter(isOwn).compactMap { id in
      guard let bytes = try? readFile(recordPath(id)),
        let record = try? JSONText.record(from: bytes),
        record.schema == RunRecord.schemaName
      else { return nil }
      return record
    }
  }

  /// The newest record that this devtool wrote; records from a commit are ignored.
  package func lastOwn() -> RunRecord? { newest { _ in true } }

  /// The newest record that this devtool wrote and that matches.
  package func newest(where isWanted: (RunRecord) -> Bool) -> RunRecord? {
    guard state.key != nil else { return nil }
    return own().first(where: isWanted)
  }

  private func unreadable(
    _ path: String, _ reason: String, help: String = "Run `devtool check` to create a new one."
  ) -> Problem {
    Problem(
      message: "\(path) is not a run record that this version can read: \(reason)", help: help)
  }

  /// Replaces the stored record of a run.
  package func store(_ record: RunRecord) throws(FileError) {
    try writeFile(
      recordPath(record.id), SealedRecord.sealed(JSONText.bytes(record), id: record.id, state.key))
  }

  /// Whether this devtool wrote the record. Without a key nothing is sealed, and every record
  /// counts.
  private func isOwn(_ id: String) -> Bool {
    guard let bytes = try? readFile(recordPath(id)) else { return false }
    return state.key == nil || SealedRecord.isOwn(bytes, id: id, state.key)
  }

  private func recordPath(_ id: String) -> String {
    "\(RunDirectory.runsPath(root: root))/\(id)/record.json"
  }
}
