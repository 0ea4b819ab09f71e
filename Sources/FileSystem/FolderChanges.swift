#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Creates a folder and its missing parents.
package func makeFolders(_ path: String) throws(FileError) {
  if let (anchor, parts) = FilePlace.guardedPart(of: path) {
    // Errors outside are ignored: creating the first folder inside fails in that case.
    if !anchor.isEmpty { makeFoldersFollowingLinks(anchor) }
    let place = try FilePlace(
      anchor: anchor, parts: parts + ["."], makesFolders: true, .makeFolder)
    _ = consume place
    return
  }
  if makeFoldersFollowingLinks(path) { return }
  throw FileError(.makeFolder, path)
}

@discardableResult
private func makeFoldersFollowingLinks(_ path: String) -> Bool {
  if mkdir(path, 0o777) == 0 || errno == EEXIST { return true }
  guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
    makeFoldersFollowingLinks(String(path[..<slash]))
  else { return false }
  return mkdir(path, 0o777) == 0 || errno == EEXIST
}

/// Creates one folder in an existing folder.
///
/// - Parameters:
/// - permissions: The permissions before applying the process's umask.
/// - isNew: Whether an existing folder is an error.
package func makeFolder(
  _ path: String, permissions: Int, isNew: Bool = true
) throws(FileError) {
  let place = try FilePlace(path, .makeFolder)
  let isMade = mkdirat(place.folder, place.name, mode_t(truncatingIfNeeded: permissions)) == 0
  guard isMade || (!isNew && errno == EEXIST) else { throw FileError(.makeFolder, path) }
}

/// Creates a folder and its missing parents; errors are reported by the write that follows.
package func makeFolder(_ path: String) { try? makeFolders(path) }

/// Creates the folder of a file; errors are reported by the write that follows.
package func makeFolder(of path: String) {
  if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
}

/// Creates a new folder that only its owner can access.
///
/// - Parameter prefix: The start of its name; the rest is random.
/// - Returns: The path of the folder.
package func makeTemporaryFolder(
  in parent: String, prefix: String
) throws(FileError) -> String {
  var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw FileError(.makeFolderIn, parent) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Deletes a folder and everything in it; links are deleted, never followed.
package func removeTree(_ path: String) {
  guard let place = try? FilePlace(path, .remove) else { return }
  removeTree(in: place.folder, place.name, depth: 0)
}

private func removeTree(in folder: Int32, _ name: UnsafePointer<CChar>, depth: Int) {
  guard depth < 1_000, let status = FileStatus(in: folder, name) else { return }
  guard status.isFolder else {
    unlinkat(folder, name, 0)
    return
  }
  // Tests create folders that even their owner cannot change.
  if status.permissions & 0o700 != 0o700 {
    fchmodat(folder, name, mode_t(status.permissions | 0o700), 0)
  }
  if let stream = openFolder(name, in: folder) {
    defer { closedir(stream) }
    for item in rawNames(of: stream) { removeTree(in: dirfd(stream), item, depth: depth + 1) }
  }
  unlinkat(folder, name, AT_REMOVEDIR)
}

/// The names in a folder as null-terminated bytes, which need not be UTF-8, without `.` and `..`.
private func rawNames(of stream: FolderStream) -> [[CChar]] {
  var names: [[CChar]] = []
  while let item = readdir(stream) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
    }
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    if name != [dot], name != [dot, dot] { names.append(name + [0]) }
  }
  return names
}
