import CLibgit2

extension GitRepository {
  /// What a path holds in a commit.
  package enum StoredFile: Hashable, Sendable {
    case file([UInt8])
    /// A symbolic link, a folder or a submodule.
    case other
  }

  /// Reads a file as it was committed, whatever lies in the checkout.
  ///
  /// - Parameters:
  ///   - path: relative to the repository root with `/`.
  ///   - commit: a full id, or that of the empty tree.
  /// - Returns: `nil` when the commit has nothing at the path.
  package func storedFile(
    _ path: String, in commit: String
  ) throws(GitError) -> StoredFile? {
    guard let id = ObjectID(hex: commit) else { throw .notACommit(name: commit) }
    if id == .emptyTree { return nil }
    var tree = try self.commit(id).tree
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    for (index, name) in names.enumerated() {
      let object = try object(tree)
      guard let entries = object.withBytes({ TreeEntry.all(in: $0) }) else {
        throw .failure(operation: "read tree \(tree.hex)", message: "it is malformed")
      }
      guard let entry = entries.first(where: { $0.name.elementsEqual(name) }) else { return nil }
      if index == names.count - 1 {
        let version = FileVersion(id: entry.id, path: entry.name, rawMode: UInt32(entry.mode))
        guard version.isRegular else { return .other }
        return .file(try content(of: version).withBytes { Array($0) })
      }
      guard entry.isFolder else { return nil }
      tree = entry.id
    }
    return .other
  }
}
