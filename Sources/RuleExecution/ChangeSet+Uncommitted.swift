package import CIModel
import GitHistory

extension ChangeSet {
  /// Returns the change set with the uncommitted files of the checkout added, staged or not, each
  /// once.
  ///
  /// Files that git fails to list are left out: the change between commits is still right.
  package func addingUncommitted(in directory: String, environment: [String: String]) -> ChangeSet {
    let known = Set(files.map(\.exactPath))
    let more = ChangeSet.uncommittedFiles(in: directory, environment: environment)
    return ChangeSet(
      base: base, head: head, mergeBase: mergeBase,
      files: (files + more.filter { !known.contains($0.exactPath) })
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
      commits: commits)
  }

  /// Lists the files of the checkout that differ from the last commit, staged or not, each once.
  package static func uncommittedFiles(
    in directory: String, environment: [String: String]
  ) -> [FileChange] {
    guard
      let repository = try? GitRepository.open(containing: directory, environment: environment)
    else { return [] }
    var files = (try? repository.stagedComparison(detectsRenames: false).changes.files) ?? []
    var known = Set(files.map(\.exactPath))
    for file in (try? repository.changedFiles()) ?? []
    where known.insert(RepositoryPath(file.path)).inserted {
      files.append(FileChange(file.isTracked ? .modified : .added, file.path))
    }
    return files
  }
}
