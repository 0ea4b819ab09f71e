#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a file so that a reader sees the old content or the new one, never a part: a temporary
/// file beside it, fsync, rename.
///
/// - Parameters:
///   - isDurable: Whether that must hold when the machine itself goes down, too. To wait for the
///     disk takes milliseconds; what the next run can find damaged, and make again, does without.
///   - permissions: Of a new file, less what the process masks.
package func writeFile(
  _ path: String, _ bytes: [UInt8], isDurable: Bool = true, permissions: Int = 0o666
) throws(FileError) {
  try FilePlace(path, .write).replace(path, isDurable: isDurable, permissions: permissions) {
    file throws(FileError) in try file.write(bytes)
  }
}

/// Writes a file as a whole, unless there is one.
///
/// - Throws: Also when there is one.
package func createFile(
  _ path: String, _ bytes: [UInt8], permissions: Int
) throws(FileError) {
  let place = try FilePlace(path, .write)
  try place.replace(path, isDurable: false, permissions: permissions, keepsOld: true) {
    file throws(FileError) in try file.write(bytes)
  }
}

/// Writes a file like `writeFile`, below a folder, with no link on the way. Missing folders are made.
///
/// - Parameters:
///   - path: Relative to the folder.
///   - content: Writes it; what it throws leaves everything as it was.
package func writeFile(
  _ path: String, below folder: String, permissions: Int = 0o666,
  _ content: (borrowing OpenFile) throws(FileError) -> Void
) throws(FileError) {
  let parts = path.split(separator: "/")
  try FilePlace(anchor: folder, parts: parts, makesFolders: true, .write).replace(
    "\(folder)/\(path)", isDurable: false, permissions: permissions, content)
}

extension FilePlace {
  /// Puts a file in this place; a link there is replaced, not followed.
  ///
  /// - Parameter keepsOld: Whether a file that is there is an error.
  func replace(
    _ path: String, isDurable: Bool, permissions: Int = 0o666, keepsOld: Bool = false,
    _ content: (borrowing OpenFile) throws(FileError) -> Void
  ) throws(FileError) {
    let temporary = "\(name).\(getpid()).tmp"
    do throws(FileError) {
      let file = try create(temporary, path, permissions)
      try content(file)
      if isDurable { try file.synchronize() }
      try file.close()
      // Unlike a new name, a second one does not take the place of what another process made meanwhile.
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
      // What a process left that was killed and had the same id, or something that was put there.
      unlinkat(folder, temporary, 0)
      descriptor = openat(folder, temporary, flags, permissions)
    }
    guard descriptor >= 0 else { throw FileError(.write, path) }
    return OpenFile(descriptor: descriptor, path: path)
  }
}

/// Removes a file or a link.
@discardableResult
package func removeFile(_ path: String) -> Bool {
  guard let place = try? FilePlace(path, .remove) else { return false }
  return place.remove()
}

/// Moves a file or a folder to another place; a file that is there is replaced.
package func renameFile(_ old: String, _ new: String) throws(FileError) {
  let from = try FilePlace(old, .write)
  let to = try FilePlace(new, .write)
  guard renameat(from.folder, from.name, to.folder, to.name) == 0 else {
    throw FileError(.write, new)
  }
}

/// Makes a symbolic link.
package func makeLink(_ path: String, to target: String) throws(FileError) {
  let place = try FilePlace(path, .link)
  guard symlinkat(target, place.folder, place.name) == 0 else { throw FileError(.link, path) }
}

/// What a symbolic link says; `nil` when there is no such link.
package func linkTarget(_ path: String) -> String? {
  guard let place = try? FilePlace(path, .read) else { return nil }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let count = readlinkat(place.folder, place.name, start, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// Sets who may do what with a file or folder; nine bits, and the three above them.
package func setPermissions(_ permissions: Int, of path: String) throws(FileError) {
  let place = try FilePlace(path, .setMode)
  guard fchmodat(place.folder, place.name, mode_t(truncatingIfNeeded: permissions), 0) == 0 else {
    throw FileError(.setMode, path)
  }
}
