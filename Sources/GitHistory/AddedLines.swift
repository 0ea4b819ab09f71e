package import CIModel
import CLibgit2

extension GitRepository {
  /// The lines that the wanted files of a change added, sorted by path and line.
  ///
  /// Binary files and submodules have none. A line ends before its `\n` or `\r\n`.
  package func addedLines(
    in changes: ChangeSet, where isWanted: (FileChange) -> Bool
  ) throws(GitError) -> [AddedLine] {
    let wanted = changes.files.filter { $0.additions > 0 && !$0.isBinary && isWanted($0) }
    if wanted.isEmpty { return [] }
    guard let head = ObjectID(hex: changes.head), let base = ObjectID(hex: changes.mergeBase) else {
      throw .failure(operation: "compare commits", message: "an id is not complete")
    }
    let newTree = try tree(of: head)
    defer { git_tree_free(newTree) }
    let oldTree = try tree(of: base)
    defer { git_tree_free(oldTree) }
    var lines: [AddedLine] = []
    for file in wanted {
      let newPath = Self.bytes(file.path, file.pathBytes)
      let oldPath = file.oldPath.map { Self.bytes($0, file.oldPathBytes) } ?? newPath
      guard let new = try version(at: newPath, in: newTree), !new.isSubmodule else { continue }
      let add = { (number: Int, bytes: UnsafeRawBufferPointer) in
        lines.append(AddedLine(file.path, line: number, text: Self.text(bytes)))
      }
      if file.status == .added {
        try forEachLine(of: new, add)
      } else {
        let old = try version(at: oldPath, in: oldTree)
        try Patch.between(old, new, forcesText: true, in: self)?.forEachAddedLine(add)
      }
    }
    return lines
  }

  /// All lines of a file, with their terminators: of a new file there is nothing to compare.
  private func forEachLine(
    of version: FileVersion, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws(GitError) {
    let blob = try blob(of: version)
    defer { git_blob_free(blob) }
    var rest = UnsafeRawBufferPointer(
      start: git_blob_rawcontent(blob), count: Int(clamping: git_blob_rawsize(blob)))
    var number = 1
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.count
      body(number, UnsafeRawBufferPointer(rebasing: rest[..<end]))
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      number += 1
    }
  }

  /// The caller frees it.
  func blob(of version: FileVersion) throws(GitError) -> OpaquePointer? {
    var blob: OpaquePointer?
    var oid = version.id.oid
    let code = git_blob_lookup(&blob, handle, &oid)
    try check(code, "read \(version.pathText)", object: version.id)
    return blob
  }

  private static func bytes(_ path: String, _ encoded: String?) -> [UInt8] {
    encoded.flatMap { Base64.decode($0) } ?? Array(path.utf8)
  }

  private static func text(_ line: UnsafeRawBufferPointer) -> String {
    var content = line[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    return String(decoding: content, as: UTF8.self)
  }

  private func version(
    at path: [UInt8], in tree: OpaquePointer?
  ) throws(GitError) -> FileVersion? {
    var entry: OpaquePointer?
    let code = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        git_tree_entry_bypath(&entry, tree, $0.baseAddress)
      }
    }
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try Libgit2.check(code, "find \(String(decoding: path, as: UTF8.self))")
    defer { git_tree_entry_free(entry) }
    guard let oid = git_tree_entry_id(entry) else { return nil }
    return FileVersion(
      id: ObjectID(oid.pointee), path: path, rawMode: git_tree_entry_filemode(entry).rawValue)
  }
}
