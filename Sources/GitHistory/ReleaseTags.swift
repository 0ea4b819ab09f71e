import CLibgit2

extension GitRepository {
  /// The start of a release's notes: the newest tag in the history of its commit, excluding the
  /// commit's own (`git describe --tags --abbrev=0 COMMIT^`). For a version, tags that are not
  /// versions are skipped, and for a release also prereleases.
  ///
  /// - Parameters:
  /// - name: Any name of a commit.
  /// - since: The tag at which to start; `nil` finds one.
  /// - directory: An absolute path in the checkout.
  /// - Returns: A name for git; the empty tree's id when everything is new.
  /// - Throws: `GitError`, also when a shallow history ends before a tag.
  package static func startOfRelease(
    _ name: String, since: String? = nil, in directory: String, _ environment: [String: String]
  ) throws(GitError) -> String {
    if let since { return since }
    let repository = try open(containing: directory, environment: environment)
    var start = name
    // Each iteration goes further back in the history.
    for _ in 0..<Self.mostPassedTags {
      guard let tag = try repository.newestTag(before: start) else { break }
      if ReleaseTag(name).follows(ReleaseTag(tag)) { return tag }
      start = tag
    }
    guard !repository.isShallow else { throw .noTag(before: name) }
    return ObjectID.emptyTree.hex
  }

  private static let mostPassedTags = 1_000

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

/// The parts of a tag's name according to https://semver.org.
private struct ReleaseTag {
  /// Whether the name is a version, such as `1.2` or `v1.2.0-beta.1`, and not `nightly-2026`.
  let isVersion: Bool
  let isPrerelease: Bool

  init(_ name: String) {
    let text = name.hasPrefix("v") ? name.dropFirst() : name[...]
    let version = text.prefix { $0 != "-" && $0 != "+" }
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
    isVersion = numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    isPrerelease = isVersion && text.dropFirst(version.count).hasPrefix("-")
  }

  /// Whether the notes of this tag can start at another one.
  func follows(_ other: ReleaseTag) -> Bool {
    !isVersion || other.isVersion && (isPrerelease || !other.isPrerelease)
  }
}
