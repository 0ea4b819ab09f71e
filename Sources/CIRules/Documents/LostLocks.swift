import CIModel

/// Finds lock files that are gone together with their manifest, while the manifest, or one like it,
/// is new elsewhere.
struct LostLocks {
  private let manifest: String
  private let lock: String
  /// The old paths of the lock files that are gone.
  private var gone: Set<RepositoryPath> = []
  /// The first of them that is beside no manifest, neither at its old path nor at a new one.
  private var homeless: RepositoryPath?
  private var links: Set<RepositoryPath> = []
  private let contents: [RepositoryPath: FileContents]

  /// - Parameter files: Changed files that may be gone, or that stand for a folder.
  init(_ files: [FileChange], manifest: String, lock: String, _ facts: Facts) {
    self.manifest = manifest
    self.lock = lock
    contents = facts.contents
    for file in files {
      if file.standsForFolder { links.insert(file.exactPath) }
      let place = file.exactOldPath ?? file.exactPath
      guard place.isNamed(lock), file.status == .deleted || file.exactOldPath != nil else {
        continue
      }
      gone.insert(place)
      let isKept =
        file.status != .deleted && file.exactPath.isNamed(lock) && !file.standsForFolder
        && isThere(file.exactPath.sibling(manifest))
      if !isKept, !isThere(place.sibling(manifest)) { homeless = homeless ?? place }
    }
  }

  private func isThere(_ path: RepositoryPath) -> Bool { contents[path]?.isThere ?? false }

  /// The lock file that a manifest lost when it moved to a path; `nil` when it lost none.
  ///
  /// - Parameter oldPath: The old path of the manifest; `nil` when it is not known: then any lock
  ///   file that is gone may be the one.
  func lock(ofManifestAt path: RepositoryPath, from oldPath: RepositoryPath?) -> RepositoryPath? {
    let new = path.sibling(lock)
    if isThere(new), !links.contains(new) { return nil }
    guard let oldPath else { return homeless }
    let old = oldPath.sibling(lock)
    // If another manifest stays beside the lock file, that one loses it.
    if gone.contains(old) { return isThere(oldPath.sibling(manifest)) ? nil : old }
    return isThere(old) && old != new ? old : nil
  }
}
