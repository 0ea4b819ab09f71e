import CLibgit2

/// The only access to libgit2's process-wide state.
enum Libgit2 {
  /// Initializes the library once, before any other call, and never shuts it down: a shutdown while
  /// another thread still uses a repository would free its memory, and the end of the process frees
  /// everything anyway.
  ///
  /// - Returns: The error; `nil` when the library is ready.
  static func start() -> GitError? { startResult }

  /// Computed once by Swift's lazy, thread-safe initialization of globals.
  private static let startResult: GitError? = {
    guard git_libgit2_init() >= 0 else { return lastFailure("start libgit2") }
    // Configuration and attributes files of the user and the system are disabled, so that the same
    // repository gives the same result everywhere.
    let levels = [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
      GIT_CONFIG_LEVEL_GLOBAL,
    ]
    for level in levels where git_shim_set_search_path(level.rawValue, "") < 0 {
      return lastFailure("ignore the user's git configuration")
    }
    let flags: [(option: git_libgit2_opt_t, isOn: Int32)] = [
      // `safe.directory` protects from programs in a foreign repository's configuration (hooks,
      // fsmonitor, pagers, filters). devtool runs none of them, and CI containers often check out
      // as another user, so the check would only cause failures.
      (GIT_OPT_SET_OWNER_VALIDATION, 0),
      // git does not hash objects that it reads, either; zlib's checksum stays on.
      (GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0),
    ]
    for flag in flags where git_shim_set_flag(Int32(flag.option.rawValue), flag.isOn) < 0 {
      return lastFailure("set an option of libgit2")
    }
    // The detection of renames, the counting of lines and the reading of added lines use the same
    // files; libgit2 caches no file contents by default.
    guard git_shim_set_cache_object_limit(GIT_OBJECT_BLOB, 1 << 20) >= 0,
      git_shim_set_cache_max_size(96 << 20) >= 0
    else { return lastFailure("set the size of the object cache") }
    return allowExtensions()
  }()

  /// Allows repository extensions that do not change how objects and references are read; otherwise
  /// libgit2 rejects partial clones and repositories with a sparse checkout.
  private static func allowExtensions() -> GitError? {
    let code = "partialclone".withCString { partialClone in
      "preciousobjects".withCString { preciousObjects in
        "worktreeconfig".withCString { worktreeConfig in
          var names: [UnsafePointer<CChar>?] = [partialClone, preciousObjects, worktreeConfig]
          return git_shim_set_extensions(&names, names.count)
        }
      }
    }
    return code < 0 ? lastFailure("set the known repository extensions") : nil
  }

  /// Throws libgit2's error of the last call on this thread when `code` is negative.
  /// - Parameter operation: Completes the sentence "cannot …".
  static func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(GitError) {
    guard code < 0 else { return }
    throw lastFailure(operation())
  }

  static func lastFailure(_ operation: String) -> GitError {
    .failure(operation: operation, message: lastMessage)
  }

  static var lastMessage: String {
    guard let error = git_error_last(), let message = error.pointee.message else {
      return "libgit2 reports no reason"
    }
    return String(cString: message)
  }
}
