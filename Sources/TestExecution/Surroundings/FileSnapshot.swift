import CIModel
import FileSystem
import GitHistory

/// The files of a folder at one moment, with stamps that reveal changes.
struct FileSnapshot: Hashable, Sendable {
  /// A stamp that changes whenever the file does.
  struct Stamp: Hashable, Sendable {
    var size: Int64
    /// The time of the last change of content, name or permissions, in nanoseconds since 1970.
    var changed: Int64
    /// Whether it is a folder; of a folder, only its existence is compared.
    var isFolder = false

    func isSame(as other: Stamp) -> Bool {
      self == other || isFolder && other.isFolder
    }
  }

  /// Stamps by path, relative to the folder; a `nil` stamp is a deleted file.
  var files: [String: Stamp?] = [:]

  /// The differences between two moments, sorted by path.
  static func changes(from before: FileSnapshot, to after: FileSnapshot) -> [Change] {
    after.files.compactMap { path, stamp -> Change? in
      guard let stamp else {
        // A tracked file that was deleted.
        if case .some(.none) = before.files[path] { return nil }
        return Change(path: path, kind: .deleted, nanoseconds: nil)
      }
      if case .some(.some(let old)) = before.files[path], stamp.isSame(as: old) { return nil }
      let kind: Leftovers.Change = after.isNew(path, before) ? .added : .changed
      return Change(path: path, kind: kind, nanoseconds: stamp.changed)
    }.sorted { $0.path < $1.path }
  }

  /// Files that existed before although they were not listed, because git tracks them.
  private var known: Set<String> = []

  private func isNew(_ path: String, _ before: FileSnapshot) -> Bool {
    before.files[path] == nil && !known.contains(path)
  }

  struct Change: Hashable, Sendable {
    var path: String
    var kind: Leftovers.Change
    /// When the change happened, in nanoseconds since 1970; `nil` for a deleted file.
    var nanoseconds: Int64?
  }

  // MARK: Taking a snapshot

  /// Untracked and modified files of a checkout; `nil` when there is no readable repository.
  static func checkout(_ root: String, environment: [String: String]) -> FileSnapshot? {
    do throws(GitError) {
      let repository = try GitRepository.open(containing: root, environment: environment)
      guard let workTree = repository.workTree else { return nil }
      var snapshot = FileSnapshot()
      for (path, isTracked) in try repository.changedFiles() where !isOurs(path) {
        snapshot.files.updateValue(stamp(of: "\(workTree)/\(path)"), forKey: path)
        if isTracked { snapshot.known.insert(path) }
      }
      return snapshot
    } catch {
      return nil
    }
  }

  /// Whether the build or devtool itself writes the file.
  private static func isOurs(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0 == ".build" || $0 == ".devtool" }
  }

  /// The files at the top of a home folder and in its `.config`: enough to notice new ones, and
  /// fast however large the home is.
  static func home(_ path: String) -> FileSnapshot {
    var snapshot = FileSnapshot()
    for folder in ["", ".config/"] {
      for name in folderContents("\(path)/\(folder)") where !isBusy(name) && name != ".config" {
        snapshot.files["\(folder)\(name)"] = stamp(of: "\(path)/\(folder)\(name)")
      }
    }
    return snapshot
  }

  /// All files in a home that was empty, except caches.
  static func tree(_ root: String, limit: Int = 1_000) -> FileSnapshot {
    var snapshot = FileSnapshot()
    var folders = [""]
    while let folder = folders.popLast(), snapshot.files.count < limit {
      for name in folderContents("\(root)/\(folder)") where !isBusy(name) {
        let path = "\(folder)\(name)"
        guard let stamp = stamp(of: "\(root)/\(path)") else { continue }
        if stamp.isFolder { folders.append("\(path)/") } else { snapshot.files[path] = stamp }
      }
    }
    return snapshot
  }

  /// Whether the name changes without any test: caches, and files that shells and editors write.
  private static func isBusy(_ name: String) -> Bool {
    name.hasSuffix("_history") || name.hasSuffix(".swp")
      || [
        ".cache", ".lesshst", ".viminfo", ".Xauthority", ".ICEauthority", ".DS_Store",
        ".wget-hsts", "Library",
      ].contains(name)
  }

  /// Reads the stamp of a file; `nil` when there is no such file.
  private static func stamp(of path: String) -> Stamp? {
    guard let status = FileStatus(path, followsLink: false) else { return nil }
    let time = status.changed
    let nanoseconds = Int64(time.seconds) &* 1_000_000_000 &+ Int64(time.nanoseconds)
    return Stamp(size: Int64(status.size), changed: nanoseconds, isFolder: status.isFolder)
  }
}
