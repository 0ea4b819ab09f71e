import CLibgit2
import FileSystem

/// The location of a repository; only this type decides which repository a folder belongs to.
struct RepositoryPlace: Hashable {
  /// The absolute path of the `.git` of a checkout, or of a bare repository.
  var path: String
  /// Whether libgit2 searches at the path and above it. Only used outside of any checkout: libgit2
  /// treats every folder that looks like a bare repository as one.
  var isSearched = false

  /// Finds the nearest `.git` in or above a folder.
  ///
  /// - Parameters:
  /// - ceilings: Folders at which the search stops, separated by `:` (`GIT_CEILING_DIRECTORIES`);
  ///   the starting folder itself is ignored in this list.
  /// - Returns: `nil` when there is neither a `.git` nor the content of a bare repository.
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
