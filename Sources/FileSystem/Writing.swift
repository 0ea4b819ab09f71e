#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a file atomically, so that a reader sees the old or the new content, never a part: a
/// temporary file beside it, fsync, rename.
///
/// - Parameters:
/// - isDurable: Whether that also holds when the machine crashes. Waiting for the disk takes
///   milliseconds; files that the next run can detect as damaged and write again do not need it.
/// - permissions: The permissions of a new file before applying the process's umask.
package func writeFile(
  _ path: String, _ bytes: [UInt8], isDurable: Bool = true, permissions: Int = 0o666
) throws(FileError) {
  try FilePlace(path, .write).replace(path, isDurable: isDurable, permissions: permissions) {
    file throws(FileError) in try file.write(bytes)
  }
}

/// Writes a whole file atomically, unless one exists.
///
/// - Throws: Also when the file exists.
package func createFile(
  _ path: String, _ bytes: [UInt8], permissions: Int
) throws(FileError) {
  let place = try FilePlace(path, .write)
  try place.replace(path, isDurable: false, permissions: permissions, keepsOld: true) {
    file throws(FileError) in try file.write(bytes)
  }
}

/// Writes a file like `writeFile`, below a folder, without following links. Missing folders are
/// created.
///
/// - Parameters:
/// - path: The path relative to the folder.
/// - content: Writes the content; if it throws, nothing changes.
package func writeFile(
  _ path: String, below folder: String, permissions: Int = 0o666,
  _ content: (borrowing OpenFile) throws(FileError) -> Void
) throws(FileError) {
  let parts = path.split(separator: "/")
  try FilePlace(anchor: folder, parts: parts, makesFolders: true, .write).replace(
    "\(folder)/\(path)", isDurable: false, permissions: permissions, content)
}

extension FilePlace {
  /// Whether a path is one of the system's names for an open file, such as `/dev/stdout`. They are
  /// links, which every program needs.
  static func namesOpenFile(_ path: String) -> Bool {
    ["/dev/stdout", "/dev/stderr"].contains(path)
      || ["/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
  }

  /// Writes a file to this place; a link there is replaced, not followed. Nothing but a file or a
  /// link of a person is ever replaced.
  ///
  /// - Parameter keepsOld: Whether an existing file is an error.
  func replace(
    _ path: String, isDurable: Bool, permissions: Int = 0o666, keepsOld: Bool = false,
    _ content: (borrowing OpenFile) throws(FileError) -> Void
  ) throws(FileError) {
    if let old = FileStatus(in: folder, name), !old.isFile,
      !old.isLink || Self.namesOpenFile(path)
    {
      throw FileError(.write, path, old.isFolder ? .isFolder : .notAFile(old.kind))
    }
    let temporary = "\(name).\(getpid()).tmp"
    do throws(FileError) {
      let file = try create(temporary, path, permissions)
      try content(file)
      if isDurable { try file.synchronize() }
      try file.close()
      // Unlike a rename, a hard link does not replace a file that another process has created
      // meanwhile.
      let isInPlace =
        keepsOld
        ? linkat(folder, temporary, folder, name, 0) == 0
        : renameat(folder, temporary, folder, name) == 0
      guard isInPlace else { throw FileError(.write, path) }
      if keepsOld { unlinkat(folder, temporary, 0) }
    } catch {
      unlinkat(folder, temporary, 0)
      throw error
    }
  }

  private func create(
    _ temporary: String, _ path: String, _ permissions: Int
  ) throws(FileError) -> OpenFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let permissions = mode_t(truncatingIfNeeded: permissions)
    var descriptor = openat(folder, temporary, flags, permissions)
    if descriptor < 0, errno == EEXIST {
      // A file left by a killed process with the same id, or put there by someone else.
      unlinkat(folder, temporary, 0)
      descriptor = openat(folder, temporary, flags, permissions)
    }
    guard descriptor >= 0 else { throw FileError(.write, path) }
    return OpenFile(descriptor: descriptor, path: path)
  }
}

/// Deletes a file or a link.
@discardableResult
package func removeFile(_ path: String) -> Bool {
  guard let place = try? FilePlace(path, .remove) else { return false }
  return place.remove()
}

/// Moves a file or a folder; an existing file at the new path is replaced.
package func renameFile(_ old: String, _ new: String) throws(FileError) {
  let from = try FilePlace(old, .write)
  let to = try FilePlace(new, .write)
  guard renameat(from.folder, from.name, to.folder, to.name) == 0 else {
    throw FileError(.write, new)
  }
}

/// Creates a symbolic link.
package func makeLink(_ path: String, to target: String) throws(FileError) {
  let place = try FilePlace(path, .link)
  guard symlinkat(target, place.folder, place.name) == 0 else { throw FileError(.link, path) }
}

/// The target of a symbolic link; `nil` when there is no such link.
package func linkTarget(_ path: String) -> String? {
  guard let place = try? FilePlace(path, .read) else { return nil }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let count = readlinkat(place.folder, place.name, start, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// Sets the nine permission bits of a file or folder, and the three bits above them.
package func setPermissions(_ permissions: Int, of path: String) throws(FileError) {
  let place = try FilePlace(path, .setMode)
  guard fchmodat(place.folder, place.name, mode_t(truncatingIfNeeded: permissions), 0) == 0 else {
    throw FileError(.setMode, path)
  }
}
