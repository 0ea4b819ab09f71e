package import CIModel

extension GitRepository {
  /// The added and deleted lines between the two commits of a change set, for display.
  ///
  /// Files with more than `mostInFile` changed lines are left out, and so are files that exceed the
  /// rest of `most` lines in total.
  ///
  /// - Parameter directory: An absolute path inside the checkout.
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

  /// The numbers of the lines that a change set added, by file; empty when the checkout does not
  /// have its commits.
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
