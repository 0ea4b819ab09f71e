import CIModel
import FileSystem
import LocalState

/// Which files git tracks in folders with names that builds use, such as `checkouts`: these are
/// sources.
struct TrackedPaths {
  private let root: String
  private let files: TrackedFiles
  /// The tracked files of folders, by the folder: folders of builds have many files, and each look
  /// reads the index.
  private var folders: [String: Folder] = [:]

  private struct Folder {
    var paths: Set<RepositoryPath>
    /// A path by its spelling in lowercase, for file systems that ignore case.
    var folded: [RepositoryPath: String]

    init(_ tracked: [String]) {
      paths = Set(tracked.map { RepositoryPath($0) })
      folded = Dictionary(
        tracked.map { (RepositoryPath($0.lowercased()), $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// - Parameter repositoryRoot: An absolute path.
  init(repositoryRoot: String) {
    root = realPathOfExisting(repositoryRoot)
    files = TrackedFiles(around: root, upTo: root)
  }

  /// - Parameters:
  ///   - path: Relative to the repository root.
  ///   - folder: A folder around it.
  mutating func contain(_ path: String, in folder: String) -> Bool {
    let known = folders[folder] ?? Folder(files.trackedPaths(at: "\(root)/\(folder)"))
    folders[folder] = known
    if known.paths.contains(RepositoryPath(path)) { return true }
    // A submodule, or an index that cannot be read.
    if known.paths.contains(RepositoryPath(folder)) {
      return files.trackedPath(at: "\(root)/\(path)") != nil
    }
    guard let other = known.folded[RepositoryPath(path.lowercased())],
      let file = FileStatus("\(root)/\(path)", followsLink: false),
      let tracked = FileStatus("\(root)/\(other)", followsLink: false)
    else { return false }
    return file.isSameFile(as: tracked)
  }
}
