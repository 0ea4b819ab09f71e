import CLibgit2

extension GitRepository {
  /// The newest tag in the history of a commit, the commit's own left out: `git describe --tags --abbrev=0
  /// COMMIT^`.
  ///
  /// - Parameters:
  ///   - name: Any name of a commit.
  ///   - since: The tag to begin at; `nil` finds the newest one before the release.
  ///   - directory: Where the checkout is; absolute.
  /// - Throws: `GitError` also where no tag comes before it.
  package static func startOfRelease(
    _ name: String, since: String? = nil, in directory: String, _ environment: [String: String]
  ) throws(GitError) -> String {
    if let since { return since }
    let repository = try open(containing: directory, environment: environment)
    guard let tag = try repository.newestTag(before: name) else {
      throw .noTag(before: name)
    }
    return tag
  }

  private func newestTag(before name: String) throws(GitError) -> String? {
    guard let commitID = try commitID(named: name) else { throw .notACommit(name: name) }
    var oid = commitID.oid
    var (commit, parent): (OpaquePointer?, OpaquePointer?)
    try Libgit2.check(git_commit_lookup(&commit, handle, &oid), "read \(name)")
    defer { git_commit_free(commit) }
    guard git_commit_parent(&parent, commit, 0) == 0 else { return nil }
    defer { git_commit_free(parent) }

    var options = git_describe_options()
    git_describe_options_init(&options, UInt32(GIT_DESCRIBE_OPTIONS_VERSION))
    options.describe_strategy = GIT_DESCRIBE_TAGS.rawValue
    var description: OpaquePointer?
    guard git_describe_commit(&description, parent, &options) == 0 else { return nil }
    defer { git_describe_result_free(description) }
    var format = git_describe_format_options()
    git_describe_format_options_init(&format, UInt32(GIT_DESCRIBE_FORMAT_OPTIONS_VERSION))
    format.abbreviated_size = 0
    var text = git_buf()
    try Libgit2.check(git_describe_format(&text, description, &format), "name a tag")
    defer { git_buf_dispose(&text) }
    return text.ptr.map { String(cString: $0) }
  }
}
