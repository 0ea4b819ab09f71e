import CIModel
import FileSystem
import GitHistory

/// Which files there are at a moment, and what tells whether they have changed.
struct FileSnapshot: Hashable, Sendable {
  /// What changes whenever a file does.
  struct Stamp: Hashable, Sendable {
    var size: Int64
    /// Of the last change of content, name or rights, in nanoseconds since 1970.
    var changed: Int64
    /// Of a folder only its being there counts.
    var isFolder = false

    func isSame(as other: Stamp) -> Bool {
      self == other || isFolder && other.isFolder
    }
  }

  /// By path, relative to the folder that was looked at; a `nil` stamp is a deleted file.
  var files: [String: Stamp?] = [:]

  /// What differs between two moments, sorted by path.
  static func changes(from before: FileSnapshot, to after: FileSnapshot) -> [Change] {
    after.files.compactMap { path, stamp -> Change? in
      guard let stamp else {
        // A file that git knows and that is gone.
        if case .some(.none) = before.files[path] { return nil }
        return Change(path: path, kind: .deleted, nanoseconds: nil)
      }
      if case .some(.some(let old)) = before.files[path], stamp.isSame(as: old) { return nil }
      let kind: Leftovers.Change = after.isNew(path, before) ? .added : .changed
      return Change(path: path, kind: kind, nanoseconds: stamp.changed)
    }.sorted { $0.path < $1.path }
  }

  /// Files that were there before although they were not listed, since git knows them unchanged.
  private var known: Set<String> = []

  private func isNew(_ path: String, _ before: FileSnapshot) -> Bool {
    before.files[path] == nil && !known.contains(path)
  }

  struct Change: Hashable, Sendable {
    var path: String
    var kind: Leftovers.Change
    /// When, since 1970; `nil` for a file that is gone.
    var nanoseconds: Int64?
  }

  // MARK: Taking one

  /// Files of a checkout that git does not know or knows otherwise; `nil` where there is no
  /// repository that can be read.
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

  /// What the build and we ourselves write.
  private static func isOurs(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0 == ".build" || $0 == ".devtool" }
  }

  /// What lies at the top of a home folder and in its `.config`: enough to see a new thing, and
  /// cheap however much is in there.
  static func home(_ path: String) -> FileSnapshot {
    var snapshot = FileSnapshot()
    for folder in ["", ".config/"] {
      for name in folderContents("\(path)/\(folder)") where !isBusy(name) && name != ".config" {
        snapshot.files["\(folder)\(name)"] = stamp(of: "\(path)/\(folder)\(name)")
      }
    }
    return snapshot
  }

  /// Everything in a home that was empty, without caches, which are there to be written.
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

  /// Names that change without any test: caches, and what shells and editors write.
  private static func isBusy(_ name: String) -> Bool {
    name.hasSuffix("_history") || name.hasSuffix(".swp")
      || [
        ".cache", ".lesshst", ".viminfo", ".Xauthority", ".ICEauthority", ".DS_Store",
        ".wget-hsts", "Library",
      ].contains(name)
  }

  /// `nil` when there is no such file.
  private static func stamp(of path: String) -> Stamp? {
    guard let status = FileStatus(path, followsLink: false) else { return nil }
    let time = status.changed
    let nanoseconds = Int64(time.seconds) &* 1_000_000_000 &+ Int64(time.nanoseconds)
    return Stamp(size: Int64(status.size), changed: nanoseconds, isFolder: status.isFolder)
  }
}
