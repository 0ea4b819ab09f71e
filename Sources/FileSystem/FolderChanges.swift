#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Makes a folder and those that it lies in.
package func makeFolders(_ path: String) throws(FileError) {
  if let (anchor, parts) = FilePlace.guardedPart(of: path) {
    // Of those outside nothing is said: the first one inside fails without them.
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

/// Makes one folder in a folder that is there.
///
/// - Parameters:
///   - permissions: Less what the process masks.
///   - isNew: Whether one that is there already is an error.
package func makeFolder(
  _ path: String, permissions: Int, isNew: Bool = true
) throws(FileError) {
  let place = try FilePlace(path, .makeFolder)
  let isMade = mkdirat(place.folder, place.name, mode_t(truncatingIfNeeded: permissions)) == 0
  guard isMade || (!isNew && errno == EEXIST) else { throw FileError(.makeFolder, path) }
}

/// Makes a folder and those that it lies in; the write that follows reports a failure.
package func makeFolder(_ path: String) { try? makeFolders(path) }

/// Makes the folder that a file lies in; the write that follows reports a failure.
package func makeFolder(of path: String) {
  if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
}

/// Makes a new folder that only its owner can look into.
///
/// - Parameter prefix: What its name begins with; the rest cannot be foreseen.
/// - Returns: Its path.
package func makeTemporaryFolder(
  in parent: String, prefix: String
) throws(FileError) -> String {
  var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw FileError(.makeFolderIn, parent) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes a folder and everything in it; links are removed, never followed.
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
  // Tests make folders that even their owner cannot change.
  if status.permissions & 0o700 != 0o700 {
    fchmodat(folder, name, mode_t(status.permissions | 0o700), 0)
  }
  if let stream = openFolder(name, in: folder) {
    defer { closedir(stream) }
    for item in rawNames(of: stream) { removeTree(in: dirfd(stream), item, depth: depth + 1) }
  }
  unlinkat(folder, name, AT_REMOVEDIR)
}

/// The names without `.` and `..` as the system has them, which need not be UTF-8; each ends with a zero.
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
