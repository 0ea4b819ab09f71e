import CLibgit2

extension GitRepository {
  /// A file of the checkout that is not ignored.
  package struct CheckoutPath: Hashable, Sendable {
    /// Relative to the root of the checkout.
    package var path: String
    package var isSubmodule: Bool
  }

  /// Every file that git knows or would add, sorted by path; those that are not UTF-8 are repaired.
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
}
