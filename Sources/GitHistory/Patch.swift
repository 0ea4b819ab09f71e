import CIModel
import CLibgit2

/// The line difference of one file.
///
/// Freed when the value goes away.
final class Patch {
  private let handle: OpaquePointer
  /// What libgit2's patch points into.
  private let contents: [UnsafeRawBufferPointer]

  struct Stats {
    var additions = 0
    var deletions = 0
    var isBinary = false
  }

  /// - Parameter contents: allocated memory, freed with the patch.
  private init(_ handle: OpaquePointer, contents: [UnsafeRawBufferPointer] = []) {
    self.handle = handle
    self.contents = contents
  }

  deinit {
    git_patch_free(handle)
    for content in contents { content.deallocate() }
  }

  /// Options that name everything which the repository's own `diff.*` configuration could change.
  static func options() throws(GitError) -> git_diff_options {
    var options = git_diff_options()
    try Libgit2.check(
      git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), "prepare a comparison")
    // git's defaults: a change between file, link and submodule is one record, and blocks slide to
    // where the indentation is least (which moves added lines, not their number).
    options.flags = GIT_DIFF_INCLUDE_TYPECHANGE.rawValue | GIT_DIFF_INDENT_HEURISTIC.rawValue
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_NONE
    // Context would only be stored and thrown away.
    options.context_lines = 0
    options.interhunk_lines = 0
    return options
  }

  /// Counts the lines of a file of a comparison as `git diff --numstat` does.
  static func stats(
    of diff: OpaquePointer?, _ index: Int, _ status: FileChange.Status, _ old: FileVersion,
    _ new: FileVersion, in repository: GitRepository
  ) throws(GitError) -> Stats {
    if status == .typechanged {
      return try between(old, new, in: repository).map { patch throws(GitError) in
        try patch.stats()
      } ?? Stats()
    }
    var handle: OpaquePointer?
    try repository.check(
      git_patch_from_diff(&handle, diff, index), "count the lines of \(new.pathText)")
    guard let handle else { return Stats() }
    return try Patch(handle).stats()
  }

  /// Compares two versions of a file by content alone; `nil` when libgit2 sees no difference.
  /// - Parameter forcesText: whether the file is known to be text, whatever it looks like.
  static func between(
    _ old: FileVersion?, _ new: FileVersion, forcesText: Bool = false, in repository: GitRepository
  ) throws(GitError) -> Patch? {
    var contents: [UnsafeRawBufferPointer] = []
    var handle: OpaquePointer?
    do throws(GitError) {
      for version in [old, new] { contents.append(try content(of: version, in: repository)) }
      var options = try Patch.options()
      if forcesText { options.flags |= GIT_DIFF_FORCE_TEXT.rawValue }
      let code = git_patch_from_buffers(
        &handle, contents[0].baseAddress, contents[0].count, nil, contents[1].baseAddress,
        contents[1].count, nil, &options)
      try Libgit2.check(code, "compare the versions of \(new.pathText)")
      if let handle { return Patch(handle, contents: contents) }
    } catch {
      for content in contents { content.deallocate() }
      throw error
    }
    for content in contents { content.deallocate() }
    return nil
  }

  /// A copy of the bytes of a version, which the caller frees; for a submodule the line that git
  /// shows in its place, and nothing for `nil`.
  private static func content(
    of version: FileVersion?, in repository: GitRepository
  ) throws(GitError) -> UnsafeRawBufferPointer {
    guard let version else { return copy(UnsafeRawBufferPointer(start: nil, count: 0)) }
    if version.isSubmodule {
      return Array("Subproject commit \(version.id.hex)\n".utf8).withUnsafeBytes { copy($0) }
    }
    let blob = try repository.blob(of: version)
    defer { git_blob_free(blob) }
    return copy(
      UnsafeRawBufferPointer(
        start: git_blob_rawcontent(blob), count: Int(clamping: git_blob_rawsize(blob))))
  }

  private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  func stats() throws(GitError) -> Stats {
    if let delta = git_patch_get_delta(handle),
      delta.pointee.flags & GIT_DIFF_FLAG_BINARY.rawValue != 0
    {
      return Stats(isBinary: true)
    }
    var additions = 0
    var deletions = 0
    try Libgit2.check(
      git_patch_line_stats(nil, &additions, &deletions, handle), "count the lines of a file")
    return Stats(additions: additions, deletions: deletions)
  }

  /// Calls `body` with the 1-based number in the new version and the bytes of every added line,
  /// with their line terminator.
  func forEachAddedLine(
    _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws(GitError) {
    for hunk in 0..<git_patch_num_hunks(handle) {
      let count = git_patch_num_lines_in_hunk(handle, hunk)
      try Libgit2.check(count, "read the lines of a file")
      for index in 0..<Int(count) {
        var line: UnsafePointer<git_diff_line>?
        try Libgit2.check(
          git_patch_get_line_in_hunk(&line, handle, hunk, index), "read a line of a file")
        guard let line = line?.pointee, line.origin == CChar(GIT_DIFF_LINE_ADDITION.rawValue)
        else { continue }
        body(
          Int(line.new_lineno), UnsafeRawBufferPointer(start: line.content, count: line.content_len)
        )
      }
    }
  }
}
