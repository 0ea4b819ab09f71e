package import CIModel

extension GitRepository {
  /// The lines that a change set added and deleted, as its two commits hold them, for those who show them.
  ///
  /// Files with more than so many changed lines are left out, and so is what comes when all have many.
  ///
  /// - Parameter directory: In the checkout; absolute.
  package static func changedLines(
    of changes: ChangeSet, containing directory: String, environment: [String: String],
    mostInFile: Int = 4_000, most: Int = 60_000
  ) throws(GitError) -> (added: [AddedLine], deleted: [DeletedLine]) {
    let repository = try open(containing: directory, environment: environment)
    var request = BaseRequest(base: changes.mergeBase, head: changes.head)
    request.mode = .tree
    let comparison = try repository.comparison(request)
    var roomForText = TextRoom(for: .deletions)
    var room = most
    var wanted: Set<RepositoryPath> = []
    for file in comparison.changes.files
    where !file.isBinary && file.changedLines <= min(room, mostInFile) {
      room -= file.changedLines
      wanted.insert(file.exactPath)
    }
    return (
      try comparison.addedLines { wanted.contains($0.exactPath) },
      try comparison.deletedLines(&roomForText, where: { wanted.contains($0.exactPath) })
    )
  }

  /// The numbers of the lines that a change set added, by file; none where the checkout does not have its
  /// commits.
  package static func addedLineNumbers(
    of changes: ChangeSet?, containing directory: String, environment: [String: String]
  ) -> [String: Set<Int>] {
    guard let changes,
      let added = try? changedLines(
        of: changes, containing: directory, environment: environment
      ).added
    else { return [:] }
    return Dictionary(grouping: added, by: \.path).mapValues { Set($0.map(\.line)) }
  }
}
