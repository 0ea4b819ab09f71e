import CLibgit2

extension GitRepository {
  /// The object at a path of a commit.
  package enum StoredFile: Hashable, Sendable {
    case file([UInt8])
    /// A symbolic link, a folder or a submodule.
    case other
  }

  /// Reads a file from a commit, independent of the checkout.
  ///
  /// - Parameters:
  /// - path: The path relative to the repository root with `/`.
  /// - commit: A full id, or that of the empty tree.
  /// - Returns: The file; `nil` when the path does not exist in the commit.
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

  /// The paths of all regular files of a commit, sorted; paths that are not UTF-8 are left out.
  package func storedPaths(in commit: String) throws(GitError) -> [String] {
    guard let id = ObjectID(hex: commit) else { throw .notACommit(name: commit) }
    if id == .emptyTree { return [] }
    var paths: [String] = []
    var open = [(tree: try self.commit(id).tree, prefix: "")]
    while let (tree, prefix) = open.popLast() {
      guard let entries = try object(tree).withBytes({ TreeEntry.all(in: $0) }) else {
        throw .failure(operation: "read tree \(tree.hex)", message: "it is malformed")
      }
      for entry in entries {
        guard let name = String(validating: entry.name, as: UTF8.self) else { continue }
        if entry.isFolder {
          open.append((entry.id, "\(prefix)\(name)/"))
        } else if FileVersion(id: entry.id, path: entry.name, rawMode: UInt32(entry.mode)).isRegular
        {
          paths.append(prefix + name)
        }
      }
    }
    return paths.sorted()
  }
}
