import CLibgit2
import FileSystem

/// Where a repository is: the one place that decides which one a folder belongs to.
struct RepositoryPlace: Hashable {
  /// The `.git` of a checkout, or a bare repository; absolute.
  var path: String
  /// Whether a repository is looked for at the path and above it. Only where no checkout is around
  /// the folder: libgit2 takes any folder that looks like a bare repository for one.
  var isSearched = false

  /// Finds the nearest `.git` at or above a folder.
  ///
  /// - Parameters:
  ///   - ceilings: folders that are not looked at, separated by `:` (`GIT_CEILING_DIRECTORIES`); one
  ///     that is the folder itself does not count.
  /// - Returns: `nil` when there is neither a `.git` nor what a bare repository consists of.
  static func find(from directory: String, ceilings: String?) -> RepositoryPlace? {
    guard let start = realPath(directory) else { return nil }
    let stops = Set((ceilings ?? "").split(separator: ":").map(String.init))
    var mayBeBare = false
    for folder in sequence(first: start, next: { $0 == "/" ? nil : $0.parentFolder }) {
      if folder != start, stops.contains(folder) { break }
      let prefix = folder == "/" ? "" : folder
      if fileExists("\(prefix)/.git") { return RepositoryPlace(path: "\(prefix)/.git") }
      mayBeBare = mayBeBare || fileExists("\(prefix)/HEAD")
    }
    return mayBeBare ? RepositoryPlace(path: start, isSearched: true) : nil
  }

  /// Opens the repository; the caller frees the handle.
  func open() throws(GitError) -> OpaquePointer {
    var handle: OpaquePointer?
    let flags = isSearched ? 0 : GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
    let code = git_repository_open_ext(&handle, path, flags, nil)
    if code == 0, let handle { return handle }
    if code == GIT_ENOTFOUND.rawValue { throw .notARepository(directory: path) }
    throw .unsupportedRepository(directory: path, reason: Libgit2.lastMessage)
  }
}
