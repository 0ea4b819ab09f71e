package import CIModel
import CLibgit2

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension GitRepository {
  /// A file of the checkout that is not ignored.
  package struct CheckoutPath: Hashable, Sendable {
    /// The path relative to the root of the checkout.
    package var path: String
    package var isSubmodule: Bool
  }

  /// All files that git tracks or would add, sorted by path; paths that are not UTF-8 are repaired.
  package func checkoutPaths() throws(GitError) -> [CheckoutPath] {
    var index: OpaquePointer?
    try Libgit2.check(git_repository_index(&index, handle), "read the index")
    defer { git_index_free(index) }
    var paths: Set<CheckoutPath> = []
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position)?.pointee, let path = entry.path
      else { continue }
      paths.insert(
        CheckoutPath(
          path: String(cString: path), isSubmodule: entry.mode & 0o170000 == 0o160000))
    }
    for file in try changedFiles() where !file.isTracked && !file.path.hasSuffix("/") {
      paths.insert(CheckoutPath(path: file.path, isSubmodule: false))
    }
    return paths.sorted { $0.path < $1.path }
  }

  /// Whether the index contains a path, a path below it, or a link or a submodule at a folder of it.
  ///
  /// - Parameter path: The path relative to the root of the checkout, with `/`.
  package func isTracked(_ path: String) throws(GitError) -> Bool {
    var index: OpaquePointer?
    try Libgit2.check(git_repository_index(&index, handle), "read the index")
    defer { git_index_free(index) }
    var prefix = ""
    for name in path.pathNames {
      prefix += prefix.isEmpty ? String(name) : "/\(name)"
      if git_index_get_bypath(index, prefix, 0) != nil { return true }
    }
    return git_index_find_prefix(nil, index, prefix + "/") == 0
  }

  /// The root of the outermost checkout that contains a checkout as a submodule; `nil` when there
  /// is none.
  ///
  /// - Parameter root: The absolute root of a checkout.
  package static func superproject(
    of root: String, environment: [String: String]
  ) -> String? {
    var result: String?
    var inner = root
    while let slash = inner.lastIndex(of: "/"), slash != inner.startIndex {
      let folder = String(inner[..<slash])
      guard let outer = try? open(containing: folder, environment: environment),
        let top = outer.workTree, inner.hasPrefix(top + "/"),
        outer.isSubmodule(String(inner.dropFirst(top.count + 1)))
      else { break }
      (inner, result) = (top, top)
    }
    return result
  }

  /// The root of an enclosing checkout that tracks files below this one; `nil` when there is none.
  ///
  /// - Parameter root: The absolute root of a checkout.
  /// - Throws: `GitError` for an enclosing repository that cannot be read: it may track the files.
  package static func checkout(
    tracking root: String, environment: [String: String]
  ) throws(GitError) -> String? {
    var inner = root
    while let slash = inner.lastIndex(of: "/"), slash != inner.startIndex {
      let folder = String(inner[..<slash])
      let outer: GitRepository
      do throws(GitError) {
        outer = try open(containing: folder, environment: environment)
      } catch {
        if case .notARepository = error { return nil }
        throw error
      }
      guard let top = outer.workTree, root.hasPrefix(top + "/") else { return nil }
      if try outer.tracks(below: String(root.dropFirst(top.count + 1))) { return top }
      inner = top
    }
    return nil
  }

  private func tracks(below folder: String) throws(GitError) -> Bool {
    var index: OpaquePointer?
    try Libgit2.check(git_repository_index(&index, handle), "read the index")
    defer { git_index_free(index) }
    let prefix = "\(folder)/"
    return (0..<git_index_entrycount(index)).contains { position in
      guard let path = git_index_get_byindex(index, position)?.pointee.path else { return false }
      return strncmp(path, prefix, prefix.utf8.count) == 0
    }
  }

  /// The symbolic links of `HEAD` that are missing or different in a commit, as paths in bytes.
  package func links(notIn commit: String) throws(GitError) -> [RepositoryPath] {
    guard let base = ObjectID(hex: commit) else { throw .notACommit(name: commit) }
    guard !isHeadUnborn, let head = try commitID(named: "HEAD") else { return [] }
    var trees = TreeComparison(read: object)
    try trees.compare(
      base == .emptyTree ? nil : try self.commit(base).tree, try self.commit(head).tree)
    return trees.pairs.compactMap(\.new).filter(\.isLink).map { RepositoryPath($0.path) }
  }

  private func isSubmodule(_ path: String) -> Bool {
    var index: OpaquePointer?
    guard git_repository_index(&index, handle) == 0 else { return false }
    defer { git_index_free(index) }
    return git_index_get_bypath(index, path, 0).map { $0.pointee.mode & 0o170000 == 0o160000 }
      ?? false
  }
}
