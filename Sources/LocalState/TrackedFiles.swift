import FileSystem

/// What commits may have brought to a folder: what git tracks in the checkout that the folder lies in, and
/// in those around that one. A submodule has an index of its own, and the one outside knows only its path.
package struct TrackedFiles {
  /// The innermost first.
  private let indexes: [GitIndex]

  /// - Parameters:
  ///   - folder: Absolute, without links.
  ///   - top: The outermost checkout to ask; absolute.
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

  /// What is tracked at a path, below it, or as a submodule that the path lies in; `nil` when nothing is.
  ///
  /// - Parameter path: Absolute, below the folder.
  /// - Returns: The tracked path, and the given one, both relative to the checkout that tracks it.
  package func trackedPath(at path: String) -> (tracked: String, path: String)? {
    for (number, index) in indexes.enumerated() {
      guard let relative = path.path(below: index.repositoryRoot) else { continue }
      // The index of a submodule says more than its path.
      if let tracked = index.trackedPath(at: relative, orSubmoduleAbove: number == 0) {
        return (tracked, relative)
      }
    }
    return nil
  }
}
