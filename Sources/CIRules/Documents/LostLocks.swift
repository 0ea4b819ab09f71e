import CIModel

/// Lock files that are gone together with their manifest, while the manifest, or one like it, is new
/// elsewhere.
struct LostLocks {
  private let manifest: String
  private let lock: String
  /// What is gone from where a change found it.
  private var gone: Set<RepositoryPath> = []
  /// The first of those that have come to no manifest.
  private var homeless: RepositoryPath?
  private var links: Set<RepositoryPath> = []
  private let contents: [RepositoryPath: FileContents]

  /// - Parameter files: Those of the change that may be gone, or that stand for a folder.
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

  /// The lock file that a manifest has lost on its way to a path.
  ///
  /// - Parameter oldPath: Where the manifest was; `nil` where that is not known: then it may be any that is gone.
  func lock(ofManifestAt path: RepositoryPath, from oldPath: RepositoryPath?) -> RepositoryPath? {
    let new = path.sibling(lock)
    if isThere(new), !links.contains(new) { return nil }
    guard let oldPath else { return homeless }
    let old = oldPath.sibling(lock)
    // Where another manifest stays beside it, that one loses it.
    if gone.contains(old) { return isThere(oldPath.sibling(manifest)) ? nil : old }
    return isThere(old) && old != new ? old : nil
  }
}
