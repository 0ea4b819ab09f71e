package import CIModel

extension GitRepository {
  /// The checked-out commit; `nil` when there is no commit yet.
  ///
  /// - Parameter branch: The branch that the caller knows: a CI service checks out a commit and
  ///   reports the branch.
  package func checkout(branch: String?) throws(GitError) -> RunRecord.Checkout? {
    guard !isHeadUnborn, let id = try commitID(named: "HEAD") else { return nil }
    let commit = try commit(id).commit(id: id)
    var isModified = try !changedFiles().isEmpty
    if !isModified {
      isModified = try !stagedComparison(detectsRenames: false).changes.files.isEmpty
    }
    return RunRecord.Checkout(
      commit: commit.id, branch: branch, subject: commit.subject, author: commit.author.name,
      isModified: isModified)
  }
}
