package import CIModel
import SourceCode

/// The lock files of packages that depend on a changed one by its path.
extension LockFilesRule {
  /// Changed manifests of packages on which others of the repository may depend by their paths.
  func changedPackages(in changes: ChangeSet) -> [RepositoryPath] {
    changes.files.filter { $0.status != .deleted && options.scope.contains($0) }
      .map(\.exactPath.withoutSwiftVersion).filter {
        byManifest[$0.name] != nil
          && LocalPackages.manifests.contains(String(decoding: $0.name, as: UTF8.self))
      }
  }

  package func neededNames(for changes: ChangeSet) -> Set<String> {
    Set(changedPackages(in: changes).map { String(decoding: $0.name, as: UTF8.self) })
  }

  /// The lock files of the packages that depend on a changed one.
  package func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> {
    let changed = changedPackages(in: changes)
    if changed.isEmpty { return [] }
    let packages = LocalPackages(contents, ConditionRoom())
    var needed: Set<RepositoryPath> = []
    for manifest in packages.dependents(of: changed) {
      for pair in byManifest[manifest.name] ?? [] {
        needed.insert(manifest.sibling(pairs[pair].lock))
      }
    }
    return needed
  }

  /// A finding when packages that depend on a changed one may not have been found.
  func missingPackages(
    _ changes: ChangeSet, _ head: Head, _ facts: Facts
  ) -> [Finding] {
    guard facts.isMissingNames else { return [] }
    let packages = Set(changedPackages(in: changes))
    let isStale = changes.files.contains {
      packages.contains($0.exactPath.withoutSwiftVersion) && $0.status != .deleted
        && difference($0, head, facts).concerns("")
    }
    return isStale
      ? [
        options.finding(
          "changes the dependencies of a package, but the repository has too many files to find the "
            + "packages that depend on it",
          help: "Check that the lock files of these packages are up to date.")
      ] : []
  }
}
