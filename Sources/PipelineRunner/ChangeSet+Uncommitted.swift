package import CIModel
import GitHistory

extension ChangeSet {
  /// Adds the files of the checkout that differ from the last commit, staged or not, each once.
  ///
  /// What git cannot tell of them is left out: the change between commits is still right.
  package func addingUncommitted(in directory: String, environment: [String: String]) -> ChangeSet {
    guard
      let repository = try? GitRepository.open(containing: directory, environment: environment)
    else { return self }
    var files = files
    var known = Set(files.map(\.path))
    let staged = (try? repository.stagedComparison(detectsRenames: false).changes.files) ?? []
    for file in staged where known.insert(file.path).inserted { files.append(file) }
    for file in (try? repository.changedFiles()) ?? [] where known.insert(file.path).inserted {
      files.append(FileChange(file.isTracked ? .modified : .added, file.path))
    }
    files.sort { $0.path < $1.path }
    return ChangeSet(
      base: base, head: head, mergeBase: mergeBase, files: files, commits: commits)
  }
}
