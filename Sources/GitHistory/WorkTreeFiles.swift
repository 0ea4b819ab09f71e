import CLibgit2

extension GitRepository {
  /// Files of the checkout that differ from the index or are untracked, without ignored files and
  /// submodules, sorted by path.
  /// - Returns: Paths relative to the root of the checkout, and whether git tracks each file.
  package func changedFiles() throws(GitError) -> [(path: String, isTracked: Bool)] {
    var options = git_status_options()
    try Libgit2.check(
      git_status_options_init(&options, UInt32(GIT_STATUS_OPTIONS_VERSION)), "list changed files")
    options.show = GIT_STATUS_SHOW_WORKDIR_ONLY
    options.flags =
      GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
      | GIT_STATUS_OPT_EXCLUDE_SUBMODULES.rawValue
    var list: OpaquePointer?
    try Libgit2.check(git_status_list_new(&list, handle, &options), "list changed files")
    defer { git_status_list_free(list) }
    var files: [(path: String, isTracked: Bool)] = []
    for index in 0..<git_status_list_entrycount(list) {
      guard let entry = git_status_byindex(list, index)?.pointee,
        let path = entry.index_to_workdir?.pointee.new_file.path
      else { continue }
      let isNew = entry.status.rawValue & GIT_STATUS_WT_NEW.rawValue != 0
      files.append((String(cString: path), !isNew))
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Whether git ignores the file or folder if it is not tracked.
  /// - Parameter path: The path relative to the root of the checkout; that of a folder ends with
  ///   `/`.
  package func isIgnored(_ path: String) -> Bool {
    var isIgnored: Int32 = 0
    return git_ignore_path_is_ignored(&isIgnored, handle, path) == 0 && isIgnored == 1
  }
}
