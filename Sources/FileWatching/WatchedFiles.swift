import CIModel
import FileSystem
import GitHistory
import StepCache

/// The files of a checkout whose changes start another run: all except those that git ignores and
/// those that the pipeline creates.
package struct WatchedFiles {
  /// The absolute path of the watched folder.
  package let root: String
  private let made: [PathGlob]
  private let sources: [PathGlob]
  private let digests: FileDigests
  private let repository: GitRepository?
  /// The path of `root` in the repository with a trailing `/`; empty at the repository's root.
  private let prefix: String

  private static let maximumDepth = 64
  /// The maximum size in bytes of a file that is compared by content; larger ones are compared by
  /// time.
  private static let largestRead = 4 << 20

  /// Creates the set of watched files; patterns are relative to the root.
  /// - Parameters:
  /// - made: Patterns of files that steps create.
  /// - sources: Patterns of files that steps read, in addition to Swift sources.
  package init(
    root: String, made: [String], sources: [String] = [], environment: [String: String]
  ) {
    self.root = root
    self.made = made.map { PathGlob($0) }
    self.sources = (sources + ["Package.resolved", ".ci.yml"]).map { PathGlob($0) }
    // The digests are only kept in memory.
    digests = FileDigests(nil)
    let repository = try? GitRepository.open(containing: root, environment: environment)
    self.repository = repository
    let top = repository?.workTree.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? root + "/"
    prefix = (root + "/").hasPrefix(top) ? String((root + "/").dropFirst(top.count)) : ""
  }

  /// The state of all watched files at one time.
  package struct State: Hashable, Sendable {
    /// A digest of each file's content, by path relative to the root.
    fileprivate var files: [String: String] = [:]
    /// The absolute paths of all folders.
    package fileprivate(set) var folders: [String] = []

    /// The files that differ from an earlier state, sorted by path.
    package func changes(since earlier: State) -> [String] {
      var paths: Set<String> = []
      for (path, identity) in files where earlier.files[path] != identity { paths.insert(path) }
      for path in earlier.files.keys where files[path] == nil { paths.insert(path) }
      return paths.sorted()
    }

    fileprivate func has(_ path: String) -> Bool { files[path] != nil }
  }

  /// The files that changed during a run and require another one. A new or deleted file was most
  /// likely created or removed by a step, unless steps read such files.
  package func reasons(_ earlier: State, _ now: State) -> [String] {
    now.changes(since: earlier).filter { path in
      earlier.has(path) && now.has(path) || path.hasSuffix(".swift")
        || sources.contains { $0.matches(path) }
    }
  }

  /// Reads the current state; files whose status did not change are not read again.
  package func state() -> State {
    var state = State()
    look(into: "", depth: 0, &state)
    return state
  }

  private func look(into folder: String, depth: Int, _ state: inout State) {
    guard depth < Self.maximumDepth else { return }
    state.folders.append(folder.isEmpty ? root : "\(root)/\(folder)")
    for name in folderContents("\(root)/\(folder)") {
      if [".git", ".build", ".devtool"].contains(name) { continue }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      guard let status = FileStatus("\(root)/\(path)", followsLink: false) else { continue }
      let isFolder = status.isFolder
      if repository?.isIgnored(prefix + path + (isFolder ? "/" : "")) == true { continue }
      if isFolder {
        look(into: path, depth: depth + 1, &state)
      } else if !made.contains(where: { $0.matches(path) }) {
        state.files[path] =
          status.size > Self.largestRead
          ? "\(status.size).\(status.modified.text)" : digests.identity("\(root)/\(path)")
      }
    }
  }
}
