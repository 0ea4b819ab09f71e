import FileSystem
import LocalState

/// Which files git tracks in folders with names that builds use, such as `checkouts`: these are
/// sources.
struct TrackedPaths {
  private let root: String
  private let files: TrackedFiles
  /// Whether git tracks anything in a folder. Folders of builds have many files, and each look reads
  /// the index.
  private var folders: [String: Bool] = [:]

  /// - Parameter repositoryRoot: An absolute path.
  init(repositoryRoot: String) {
    root = realPathOfExisting(repositoryRoot)
    files = TrackedFiles(around: root, upTo: root)
  }

  /// - Parameters:
  ///   - path: Relative to the repository root.
  ///   - folder: A folder around it.
  mutating func contain(_ path: String, in folder: String) -> Bool {
    let isKnown = folders[folder] ?? isTracked(folder)
    folders[folder] = isKnown
    return isKnown && isTracked(path)
  }

  private func isTracked(_ path: String) -> Bool {
    files.trackedPath(at: "\(root)/\(path)") != nil
  }
}
