import FileSystem

/// The paths that git tracks in the checkout of a folder and in the enclosing checkouts, which
/// commits may have created. A submodule has its own index, and the enclosing one only contains its
/// path.
package struct TrackedFiles {
  /// The indexes, innermost first.
  private let indexes: [GitIndex]

  /// - Parameters:
  /// - folder: An absolute path without links.
  /// - top: The absolute root of the outermost checkout to read.
  package init(around folder: String, upTo top: String) {
    var indexes: [GitIndex] = []
    var folder = folder
    while folder.isInside(top) {
      let index = GitIndex(repositoryRoot: folder)
      if index.isCheckout { indexes.append(index) }
      if folder == top { break }
      folder = folder.parentFolder
    }
    self.indexes = indexes
  }

  var isCheckout: Bool { !indexes.isEmpty }

  /// A tracked path at or below a path, or a submodule that contains it; `nil` when there is none.
  ///
  /// - Parameter path: An absolute path below the folder.
  /// - Returns: The tracked path and the given one, both relative to the checkout that tracks it.
  package func trackedPath(at path: String) -> (tracked: String, path: String)? {
    for (number, index) in indexes.enumerated() {
      guard let relative = path.path(below: index.repositoryRoot) else { continue }
      // The index of a submodule is more precise than its path in the enclosing one.
      if let tracked = index.trackedPath(at: relative, orSubmoduleAbove: number == 0) {
        return (tracked, relative)
      }
    }
    return nil
  }

  /// All tracked paths at or below a path; the path itself if it is a submodule, or if the index
  /// cannot be read.
  ///
  /// - Parameter path: An absolute path below the folder.
  /// - Returns: Paths relative to the innermost checkout.
  package func trackedPaths(at path: String) -> [String] {
    guard let index = indexes.first, let relative = path.path(below: index.repositoryRoot) else {
      return []
    }
    return index.trackedPaths(at: relative)
  }

  /// A tracked path for which a condition is true, relative to a checkout, or the same in one of its
  /// submodules; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - root: The absolute root of the checkout.
  ///   - depth: Number of submodules around each other that are looked into.
  package static func path(
    in root: String, depth: Int = 8, where isWanted: (String) -> Bool
  ) -> String? {
    let index = GitIndex(repositoryRoot: root)
    guard index.isCheckout else { return nil }
    let paths = index.allPaths
    if let path = paths.first(where: isWanted) { return path }
    // The index does not tell which of its paths are submodules.
    guard depth > 0, FileStatus("\(root)/.gitmodules") != nil else { return nil }
    for path in paths where FileStatus("\(root)/\(path)", followsLink: false)?.isFolder == true {
      if let found = Self.path(in: "\(root)/\(path)", depth: depth - 1, where: isWanted) {
        return "\(path)/\(found)"
      }
    }
    return nil
  }
}
