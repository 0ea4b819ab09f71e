import CIModel
package import FileSystem
import LocalState

/// The folder of one run, `.devtool/runs/<id>`: its record, the full log of each step and the
/// collected data.
package struct RunDirectory: Hashable, Sendable {
  /// The absolute path of the folder.
  package let path: String
  package let id: String
  private let root: String

  /// The number of runs that are kept; the same number of runs that ended within a second is kept
  /// in addition.
  private static let keptRuns = 20

  package static func runsPath(root: String) -> String { "\(root)/.devtool/runs" }

  /// The folder of a run that never takes place; it is not created.
  package init(planned id: String, root: String) {
    self.id = id
    self.root = root
    path = "\(RunDirectory.runsPath(root: root))/\(id)"
  }

  /// Creates the folder of a new run.
  package init(root: String, id: String) throws(FileError) {
    self.id = id
    self.root = root
    path = "\(RunDirectory.runsPath(root: root))/\(id)"
    try makeFolders()
  }

  /// Removes the oldest runs, which takes a while; not to be called while a step may remove all of
  /// them.
  ///
  /// - Parameter base: The merge base. Its newest run with tests is kept, because the runs of a branch
  ///   are compared with it.
  package func dropOldRuns(keeping base: String?) {
    let runs = RunDirectory.all(root: root).filter(RunDirectory.isID)
    if runs.count <= RunDirectory.keptRuns { return }
    let short = runs.filter(endedAtOnce)
    let old =
      short.dropLast(RunDirectory.keptRuns)
      + runs.filter { !short.contains($0) }.dropLast(RunDirectory.keptRuns)
    let kept = base.flatMap { base in old.last { hasTests($0, of: base) } }
    for run in old where run != id && run != kept {
      removeTree("\(RunDirectory.runsPath(root: root))/\(run)")
    }
  }

  /// Whether a run executed tests at a commit, as far as the text of its record shows.
  private func hasTests(_ run: String, of commit: String) -> Bool {
    let path = "\(RunDirectory.runsPath(root: root))/\(run)/record.json"
    guard let bytes = try? readFile(path) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\"head\" : \"\(commit)\"") && text.contains("\"suite\" : {")
      && text.contains("\"isModified\" : false")
  }

  /// Whether a run last wrote its record within a second of its start: a mistake on the command
  /// line or in `.ci.yml`, or a run of the rules alone. Such runs do not displace others.
  private func endedAtOnce(_ run: String) -> Bool {
    let record = "\(RunDirectory.runsPath(root: root))/\(run)/record.json"
    guard let began = Timestamp(runID: run), let status = FileStatus(record, followsLink: false)
    else { return false }
    return Int64(status.modified.seconds) - began.secondsSinceEpoch < 1
  }

  /// Removes the folder of a run that had no result.
  package func remove() { removeTree(path) }

  /// Whether a name is a valid run id, such as `20261121T033839.264Z-23715`; no other folder is
  /// ever removed.
  package static func isID(_ name: String) -> Bool {
    // `d` stands for a digit; ids of the first versions had no milliseconds.
    let forms = ["ddddddddTdddddd.dddZ-d", "ddddddddTddddddZ-d"]
    return forms.contains { form in
      name.utf8.count >= form.utf8.count
        && zip(name.utf8, form.utf8).allSatisfy { byte, expected in
          expected == UInt8(ascii: "d") ? (48...57).contains(byte) : byte == expected
        } && name.utf8.dropFirst(form.utf8.count).allSatisfy { (48...57).contains($0) }
    }
  }

  /// Creates the missing folders that every run needs.
  package func makeFolders() throws(FileError) {
    try FileSystem.makeFolders("\(path)/logs")
    try StateFolder.makeIgnored(root: root)
  }

  package var recordPath: String { "\(path)/record.json" }

  /// The path of the merged profile of a package in a run; the packages of a run are numbered from
  /// 1.
  ///
  /// - Parameter run: The id from a record, which is untrusted: an invalid id gives a path that
  ///   does not exist.
  package static func coveragePath(root: String, run: String, number: Int) -> String {
    coveragePath(
      in: "\(runsPath(root: root))/\(isID(run) ? run : "no-such-run")", number: number)
  }

  /// - Parameter folder: The folder of the run, wherever it is.
  package static func coveragePath(in folder: String, number: Int) -> String {
    "\(folder)/coverage" + (number == 1 ? "" : "-\(number)")
  }

  package var profileDirectory: String { "\(path)/profiles" }

  package func logPath(step: String) -> String {
    "\(path)/logs/\(FileSystem.fileName(of: step)).log"
  }

  /// The path of the file in which a step finds a secret; only its owner may read it.
  package func secretPath(_ name: String) -> String { "\(path)/secrets/\(name)" }

  /// Writes the secrets that are requested as files.
  package func writeSecrets(_ values: [(name: String, value: String)]) throws(FileError) {
    if values.isEmpty { return }
    let folder = "\(path)/secrets"
    try makeFolder(folder, permissions: 0o700, isNew: false)
    for (name, value) in values {
      let path = secretPath(name)
      try writeFile(path, Array(value.utf8), isDurable: false, permissions: 0o600)
    }
  }

  /// Removes the secrets of this run, and of runs that were killed before they could remove theirs.
  package func removeSecrets() {
    for run in RunDirectory.all(root: root) {
      removeTree("\(RunDirectory.runsPath(root: root))/\(run)/secrets")
    }
  }

  /// Creates a folder for the results that the tests of a step write.
  package func testDirectory(step: String) throws(FileError) -> String {
    let folder = "\(path)/tests/\(FileSystem.fileName(of: step))"
    try FileSystem.makeFolders(folder)
    return folder
  }

  /// Creates a folder for the profiles of a step.
  package func profileDirectory(step: String) throws(FileError) -> String {
    let folder = "\(profileDirectory)/\(FileSystem.fileName(of: step))"
    try FileSystem.makeFolders(folder)
    return folder
  }

  /// The ids of all runs, oldest first; an id begins with the time. Runs of a clock that was ahead
  /// come first, so that none of them is the last one for years.
  package static func all(root: String) -> [String] {
    let now = newID().id
    let ids = folderContents(runsPath(root: root)).sorted()
    return ids.filter { $0 > now } + ids.filter { $0 <= now }
  }
}
