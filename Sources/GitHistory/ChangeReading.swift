package import CIModel
import CLibgit2

extension GitRepository {
  /// Everything that the head has and the merge base has not.
  ///
  /// Without rename detection the lines are those of `git diff --numstat --no-renames`, to the
  /// line. With it, files that kept at least half of their content are paired by libgit2, which
  /// now and then pairs them differently from git.
  package func changeSet(
    _ range: ResolvedBase, detectsRenames: Bool = true
  ) throws(GitError) -> ChangeSet {
    guard let base = ObjectID(hex: range.base), let head = ObjectID(hex: range.head),
      let mergeBase = ObjectID(hex: range.mergeBase)
    else { throw .failure(operation: "compare commits", message: "an id is not complete") }
    var graph = makeGraph()
    var commits: [Commit] = []
    for id in try graph.ownCommits(head: head, base: base) {
      commits.append(try commit(id).commit(id: id))
    }
    return ChangeSet(
      base: range.base, head: range.head, mergeBase: range.mergeBase,
      files: try fileChanges(from: mergeBase, to: head, detectsRenames: detectsRenames),
      commits: commits)
  }

  private func fileChanges(
    from old: ObjectID, to new: ObjectID, detectsRenames: Bool
  ) throws(GitError) -> [FileChange] {
    let oldTree = try tree(of: old)
    defer { git_tree_free(oldTree) }
    let newTree = try tree(of: new)
    defer { git_tree_free(newTree) }
    var options = try Patch.options()
    var diff: OpaquePointer?
    let code = git_diff_tree_to_tree(&diff, handle, oldTree, newTree, &options)
    try check(code, "compare \(old.hex) with \(new.hex)")
    defer { git_diff_free(diff) }
    if detectsRenames { try findRenames(in: diff) }

    var changes: [(path: [UInt8], change: FileChange)] = []
    for index in 0..<git_diff_num_deltas(diff) {
      guard let delta = git_diff_get_delta(diff, index)?.pointee else { continue }
      let old = FileVersion(delta.old_file)
      let new = FileVersion(delta.new_file)
      guard let status = FileChange.Status(delta.status) else { continue }
      // Modes such as 100664 of old repositories mean nothing to git.
      if status == .modified, old.id == new.id, old.mode == new.mode { continue }
      let stats = try Patch.stats(of: diff, index, status, old, new, in: self)
      let shown = status == .deleted ? old : new
      changes.append(
        (
          path: shown.path,
          change: FileChange(
            status, shown.pathText, pathBytes: shown.encodedPath,
            oldPath: status == .renamed ? old.pathText : nil,
            oldPathBytes: status == .renamed ? old.encodedPath : nil,
            similarity: status == .renamed ? Int(delta.similarity) : nil,
            additions: stats.additions, deletions: stats.deletions, isBinary: stats.isBinary,
            mode: status == .deleted ? nil : new.modeText,
            oldMode: status == .added ? nil : old.modeText)
        ))
    }
    return changes.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.change)
  }

  private func findRenames(in diff: OpaquePointer?) throws(GitError) {
    var options = git_diff_find_options()
    try check(
      git_diff_find_options_init(&options, UInt32(GIT_DIFF_FIND_OPTIONS_VERSION)),
      "prepare the search for renames")
    options.flags =
      GIT_DIFF_FIND_RENAMES.rawValue | GIT_DIFF_FIND_DONT_IGNORE_WHITESPACE.rawValue
    options.rename_threshold = 50
    // Beyond its limit (1000 by default) libgit2 silently stops pairing; git has further means.
    options.rename_limit = 20_000
    try check(git_diff_find_similar(diff, &options), "find renames")
  }

  func tree(of commit: ObjectID) throws(GitError) -> OpaquePointer? {
    var tree: OpaquePointer?
    var oid = try self.commit(commit).tree.oid
    let code = git_tree_lookup(&tree, handle, &oid)
    try check(code, "read the files of \(commit.hex)", object: ObjectID(oid))
    return tree
  }

  /// Like `Libgit2.check`, and tells a missing object from other failures.
  func check(
    _ code: Int32, _ operation: @autoclosure () -> String, object: ObjectID? = nil
  ) throws(GitError) {
    if code == GIT_ENOTFOUND.rawValue {
      // libgit2's message ends with the id: "object not found - no match for id (…)".
      let named = Libgit2.lastMessage.utf8.split { !Self.isHexadecimal($0) }.last { $0.count == 40 }
      let id = object?.hex ?? named.map { String(decoding: $0, as: UTF8.self) }
      if let id { throw .missingObject(id: id, fetch: fetchAdvice) }
    }
    try Libgit2.check(code, operation())
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// One side of a change.
struct FileVersion {
  var id: ObjectID
  var path: [UInt8]
  /// Canonical, as git compares modes.
  var mode: UInt16

  init(id: ObjectID, path: [UInt8], rawMode: UInt32) {
    self.id = id
    self.path = path
    mode = FileVersion.canonical(UInt16(truncatingIfNeeded: rawMode))
  }

  init(_ file: git_diff_file) {
    var path: [UInt8] = []
    if var byte = file.path {
      while byte.pointee != 0 {
        path.append(UInt8(bitPattern: byte.pointee))
        byte += 1
      }
    }
    self.init(id: ObjectID(file.id), path: path, rawMode: UInt32(file.mode))
  }

  /// Relative to the repository root; U+FFFD for what is not UTF-8.
  var pathText: String { String(decoding: path, as: UTF8.self) }
  /// Only for a path that is not UTF-8.
  var encodedPath: String? {
    String(validating: path, as: UTF8.self) == nil ? Base64.encode(path) : nil
  }
  var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
  var isSubmodule: Bool { mode == 0o160000 }

  /// As `canon_mode` of git's `cache.h`.
  private static func canonical(_ mode: UInt16) -> UInt16 {
    switch mode & 0o170000 {
    case 0o100000: mode & 0o100 != 0 ? 0o100755 : 0o100644
    default: mode & 0o170000
    }
  }
}

extension FileChange.Status {
  /// `nil` for what a comparison of two trees does not give.
  fileprivate init?(_ status: git_delta_t) {
    switch status {
    case GIT_DELTA_ADDED: self = .added
    case GIT_DELTA_DELETED: self = .deleted
    case GIT_DELTA_MODIFIED: self = .modified
    case GIT_DELTA_RENAMED: self = .renamed
    case GIT_DELTA_TYPECHANGE: self = .typechanged
    default: return nil
    }
  }
}
