package import CIModel
import CLibgit2
import FileSystem

/// A request for the line numbers that a change added, in the current files, for coverage.
package struct LineChangeRequest: Hashable, Sendable {
  package var range: ResolvedBase
  /// Whether to compare with the files in the checkout, including uncommitted edits and new files;
  /// else with the commit only.
  package var includesWorkTree: Bool
  /// Whether lines that differ only in white space count as unchanged, as with `git diff -w`.
  package var ignoresWhitespace: Bool

  package init(
    _ range: ResolvedBase, includesWorkTree: Bool, ignoresWhitespace: Bool = false
  ) {
    self.range = range
    self.includesWorkTree = includesWorkTree
    self.ignoresWhitespace = ignoresWhitespace
  }
}

extension GitRepository {
  /// The added lines of the selected files since the merge base, sorted by path.
  ///
  /// If a CI service checked out its own merge commit, the files are those of the merge, so it is
  /// compared with its first parent. Links, submodules and files that an attribute makes binary are
  /// left out; those with a NUL are unclear, and have no lines.
  ///
  /// - Parameter isWanted: Called with a path relative to the repository root.
  package func lineChanges(
    _ request: LineChangeRequest, where isWanted: (String) -> Bool
  ) throws(GitError) -> [LineChange] {
    var range = request.range
    if let merge = range.seenThroughMerge {
      if !range.comparesMerge { range.mergeBase = range.base }
      range.head = merge
    }
    guard let head = ObjectID(hex: range.head), let base = ObjectID(hex: range.mergeBase) else {
      throw .failure(operation: "compare commits", message: "an object id is incomplete")
    }
    var files: [RepositoryPath: ChangedFile] = [:]
    for file in try changeSet(range).files
    where file.status != .deleted && isWanted(file.path)
      && file.mode?.hasPrefix("100") == true && file.size ?? 0 < ContentKind.bigFile
    {
      files[file.exactPath] = ChangedFile(
        status: file.status, oldPath: file.exactOldPath ?? file.exactPath,
        isBinary: file.isBinary)
    }
    let newTree = try tree(of: head)
    defer { git_tree_free(newTree) }
    if request.includesWorkTree, workTree != nil {
      try addUncommitted(to: &files, head: newTree, where: isWanted)
    }
    let known = files.values.filter { $0.status != .added }
    let oldFiles = try blobs(at: known.map(\.oldPath), in: base)
    let newFiles = try blobs(at: files.keys.map { $0 }, in: head)
    var changes: [LineChange] = []
    for (exactPath, file) in files.sorted(by: { $0.key < $1.key }) {
      let path = exactPath.text
      let old = file.status == .added ? nil : try blob(oldFiles[file.oldPath])
      defer { git_blob_free(old) }
      var change = LineChange(path, status: old == nil ? .added : file.status, added: [])
      if file.isUncommitted {
        guard let workTree, let bytes = regularFile("\(workTree)/\(path)") else { continue }
        try bytes.withUnsafeBytes { bytes in
          Result { () throws(GitError) in try change.compare(old, bytes, request) }
        }.get()
      } else if let new = try blob(newFiles[exactPath]) {
        defer { git_blob_free(new) }
        if file.isBinary {
          // Without a NUL, it is binary by an attribute, and left out on purpose.
          let sides = [old, new].map { GitRepository.bytes(of: $0) }
          guard sides.contains(where: ContentKind.looksBinary) else { continue }
          (change.isUnclear, change.lineCount) = (true, 0)
        } else {
          try change.compare(old, GitRepository.bytes(of: new), request)
        }
      } else {
        continue
      }
      changes.append(change)
    }
    return changes
  }

  /// Whether the head of the change differs from the checked-out commit.
  package func isElsewhere(_ range: ResolvedBase) throws(GitError) -> Bool {
    try commitID(named: "HEAD")?.hex != range.seenThroughMerge ?? range.head
  }

  private struct ChangedFile {
    var status: FileChange.Status
    var oldPath: RepositoryPath
    var isBinary = false
    var isUncommitted = false
  }

  /// Adds files that differ from the head or are untracked, and removes those that were deleted.
  private func addUncommitted(
    to files: inout [RepositoryPath: ChangedFile], head: OpaquePointer?,
    where isWanted: (String) -> Bool
  ) throws(GitError) {
    var options = git_diff_options()
    try Libgit2.check(
      git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), "prepare a comparison")
    options.flags =
      GIT_DIFF_INCLUDE_UNTRACKED.rawValue | GIT_DIFF_RECURSE_UNTRACKED_DIRS.rawValue
      | GIT_DIFF_IGNORE_SUBMODULES.rawValue
    var diff: OpaquePointer?
    try check(
      git_diff_tree_to_workdir_with_index(&diff, handle, head, &options),
      "compare the files with HEAD")
    defer { git_diff_free(diff) }
    for index in 0..<git_diff_num_deltas(diff) {
      guard let delta = git_diff_get_delta(diff, index)?.pointee, let name = delta.new_file.path,
        let path = String(validatingCString: name), isWanted(path)
      else { continue }
      let exactPath = RepositoryPath(path)
      if delta.status == GIT_DELTA_DELETED {
        files[exactPath] = nil
        continue
      }
      let isKnown = delta.status == GIT_DELTA_MODIFIED || delta.status == GIT_DELTA_TYPECHANGE
      files[
        exactPath,
        default: ChangedFile(status: isKnown ? .modified : .added, oldPath: exactPath)
      ].isUncommitted = true
    }
  }

  /// The files and links at paths. It goes through the paths in order and reads each folder once,
  /// because libgit2 would read a large folder again for every file in it.
  private func blobs(
    at paths: [RepositoryPath], in commit: ObjectID
  ) throws(GitError) -> [RepositoryPath: ObjectID] {
    var lookup = try TreeLookup(self.commit(commit).tree, most: .max) { id throws(GitError) in
      try self.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
    }
    var blobs: [RepositoryPath: ObjectID] = [:]
    for path in paths.sorted() {
      guard let file = try lookup.version(at: Array(path.bytes)), !file.isSubmodule else {
        continue
      }
      blobs[path] = file.id
    }
    return blobs
  }

  /// The caller frees it.
  private func blob(_ id: ObjectID?) throws(GitError) -> OpaquePointer? {
    guard let id else { return nil }
    var oid = id.oid
    var blob: OpaquePointer?
    try check(git_blob_lookup(&blob, handle, &oid), "read a file", object: id)
    return blob
  }

  fileprivate static func bytes(of blob: OpaquePointer?) -> UnsafeRawBufferPointer {
    guard let blob else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(
      start: git_blob_rawcontent(blob), count: Int(clamping: git_blob_rawsize(blob)))
  }
}

/// The content of a regular file; `nil` for anything else.
private func regularFile(_ path: String) -> [UInt8]? {
  try? OpenFile(path, to: .read, followsLink: false).readAll()
}

extension LineChange {
  fileprivate mutating func compare(
    _ old: OpaquePointer?, _ new: UnsafeRawBufferPointer, _ request: LineChangeRequest
  ) throws(GitError) {
    if ContentKind.looksBinary(new) {
      (isUnclear, lineCount) = (true, 0)
      return
    }
    lineCount = GitHistory.lineCount(new)
    // The Swift compiler counts line feeds only.
    isUnclear = !path.hasSuffix(".swift") && HiddenText.holdsLineEndsOfCompilers(new)
    guard old != nil else {
      added = lineCount > 0 ? [1...lineCount] : []
      return
    }
    let old = GitRepository.bytes(of: old)
    let all = try LineChange.added(old, new, ignoresWhitespace: false)
    guard request.ignoresWhitespace else {
      added = all
      return
    }
    added = try LineChange.added(old, new, ignoresWhitespace: true)
    whitespaceOnly = max(0, all.reduce(0) { $0 + $1.count } - addedCount)
  }

  private static func added(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, ignoresWhitespace: Bool
  ) throws(GitError) -> [ClosedRange<Int>] {
    let style = LineComparison.Style(ignoresWhitespace: ignoresWhitespace, placesBlocks: true)
    return try LineComparison(old, new, style).hunks.filter { !$0.new.isEmpty }.map {
      ClosedRange($0.new)
    }
  }
}
