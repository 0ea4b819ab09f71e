import CIModel
import FileSystem
import GitHistory
import StepCache

/// The files of a checkout whose change is a reason to run again: all but those that git ignores and
/// those that the pipeline makes.
package struct WatchedFiles {
  /// Absolute.
  package let root: String
  private let made: [PathGlob]
  private let sources: [PathGlob]
  private let digests: FileDigests
  private let repository: GitRepository?
  /// Of `root` in the repository, with a `/` behind it; empty when it is the root of that, too.
  private let prefix: String

  private static let maximumDepth = 64
  /// In bytes: of what is larger the time tells, not the content.
  private static let largestRead = 4 << 20

  /// Patterns are relative to the root.
  /// - Parameters:
  ///   - made: Of files that steps make.
  ///   - sources: Of files that steps are made from, beside Swift sources.
  package init(
    root: String, made: [String], sources: [String] = [], environment: [String: String]
  ) {
    self.root = root
    self.made = made.map { PathGlob($0) }
    self.sources = (sources + ["Package.resolved", ".ci.yml"]).map { PathGlob($0) }
    // Nothing is stored: what was read lives as long as this does.
    digests = FileDigests(nil)
    let repository = try? GitRepository.open(containing: root, environment: environment)
    self.repository = repository
    let top = repository?.workTree.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? root + "/"
    prefix = (root + "/").hasPrefix(top) ? String((root + "/").dropFirst(top.count)) : ""
  }

  /// What is there at a moment.
  package struct State: Hashable, Sendable {
    /// The identity of each file's content, by path relative to the root.
    fileprivate var files: [String: String] = [:]
    /// Absolute.
    package fileprivate(set) var folders: [String] = []

    /// The files that differ, sorted by path.
    package func changes(since earlier: State) -> [String] {
      var paths: Set<String> = []
      for (path, identity) in files where earlier.files[path] != identity { paths.insert(path) }
      for path in earlier.files.keys where files[path] == nil { paths.insert(path) }
      return paths.sorted()
    }

    fileprivate func has(_ path: String) -> Bool { files[path] != nil }
  }

  /// The files that differ after a run, or during it, and are a reason to begin it again. What is new
  /// or gone most likely is the work of a step, unless steps are made from it.
  package func reasons(_ earlier: State, _ now: State) -> [String] {
    now.changes(since: earlier).filter { path in
      earlier.has(path) && now.has(path) || path.hasSuffix(".swift")
        || sources.contains { $0.matches(path) }
    }
  }

  /// Looks at all of them; a file that was not touched since the last look is not read again.
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
