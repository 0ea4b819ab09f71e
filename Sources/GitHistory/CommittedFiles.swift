import CLibgit2

extension GitRepository {
  /// A file of a commit.
  package struct CommittedFile: Hashable, Sendable {
    /// The path relative to the repository root.
    package var path: [UInt8]
    /// The content; for a link, its target.
    package var bytes: [UInt8]
    package var isExecutable: Bool
    package var isLink: Bool
  }

  /// Calls `body` with every file and link of a commit, with paths as bytes; submodules are left
  /// out.
  ///
  /// - Parameter commit: A full id, or that of the empty tree.
  package func forEachFile(
    in commit: String, _ body: (CommittedFile) -> Void
  ) throws(GitError) {
    guard let id = ObjectID(hex: commit) else { throw .notACommit(name: commit) }
    if id == .emptyTree { return }
    var tree = TreeComparison(read: object)
    try tree.compare(nil, try self.commit(id).tree)
    for version in tree.pairs.compactMap(\.new) where !version.isSubmodule {
      let bytes = try content(of: version).withBytes { Array($0) }
      body(
        CommittedFile(
          path: version.path, bytes: bytes, isExecutable: version.mode & 0o111 != 0,
          isLink: !version.isRegular))
    }
  }
}
