#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

// What everything that reads and writes files goes through; of paths at and below `.devtool` no part may
// be a symbolic link (`FilePlace`).

/// No file that is read at once is larger, in bytes.
package let largestFile = 1 << 30
/// A terminal is a device, and so is `/dev/zero`, which has no end.
private let largestDevice = 64 << 20

/// Where a path that is read comes from.
package enum PathOrigin: Hashable, Sendable {
  /// The checkout holds it or names it: it has to be a regular file.
  case checkout
  /// A person typed it: pipes and standard input will do, `/dev/stdin` and `<(…)`.
  case commandLine
}

/// Opens a file; the descriptor is closed on exec.
package func openDescriptor(
  _ path: String, _ flags: Int32, mode: mode_t = 0o666, _ action: String = "write"
) throws(StorageError) -> Int32 {
  try FilePlace(path, action).open(flags, mode: mode, action, path)
}

/// Opens a regular file to read it; a pipe, a device or a folder is refused, and never waited for.
package func openFileToRead(_ path: String) throws(StorageError) -> (descriptor: Int32, size: Int) {
  let place = try FilePlace(path, "read")
  let descriptor = try place.open(O_RDONLY | O_NONBLOCK, "read", path)
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    defer { close(descriptor) }
    throw StorageError("read", path)
  }
  if let kind = kindOfOther(status.st_mode) {
    close(descriptor)
    throw StorageError(
      "read", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL,
      reason: "it is a \(kind), not a file")
  }
  return (descriptor, Int(status.st_size))
}

/// What a thing is that is no regular file.
private func kindOfOther(_ mode: mode_t) -> String? {
  switch mode & S_IFMT {
  case S_IFREG: nil
  case S_IFDIR: "folder"
  case S_IFIFO: "FIFO"
  case S_IFSOCK: "socket"
  case S_IFCHR, S_IFBLK: "device"
  default: "special file"
  }
}

/// The bytes of a file.
///
/// - Parameters:
///   - limit: More is not read; without one, a file of more than `largestFile` bytes is an error.
///   - origin: What may be read beside regular files.
package func readFile(
  _ path: String, limit: Int? = nil, from origin: PathOrigin = .checkout
) throws(StorageError) -> [UInt8] {
  var descriptor: Int32
  var expected = 0
  var most = largestFile
  switch origin {
  case .checkout:
    (descriptor, expected) = try openFileToRead(path)
  case .commandLine:
    descriptor = try openDescriptor(path, O_RDONLY, "read")
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR { most = largestDevice }
  }
  defer { close(descriptor) }
  let bytes = try readAll(descriptor, path, expected, limit: min(limit ?? .max, most + 1))
  if bytes.count > most {
    throw StorageError(
      "read", path, code: EFBIG, reason: "it has no end, or more than \(most >> 20) MiB")
  }
  return bytes
}

private func readAll(
  _ descriptor: Int32, _ path: String, _ expected: Int, limit: Int
) throws(StorageError) -> [UInt8] {
  // One byte more than it holds, so that the second read tells that this was all.
  var size = min(max(expected + 1, 4_096), 1 << 20)
  var bytes: [UInt8] = []
  while bytes.count < limit {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: min(size, limit - bytes.count)) {
      buffer, count in
      count = 0
      while count < buffer.count {
        let taken = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if taken < 0, errno == EINTR { continue }
        if taken < 0 { failure = errno }
        if taken <= 0 { return }
        count += taken
      }
    }
    if failure != 0 { throw StorageError("read", path, code: failure) }
    let isEnd = piece.count < min(size, limit - bytes.count)
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    if isEnd { break }
    size = 1 << 20
  }
  return bytes
}

/// Writes a file so that a reader sees the old content or the new one, never a part: a temporary
/// file beside it, fsync, rename.
///
/// - Parameters:
///   - isDurable: Whether that must hold when the machine itself goes down, too. To wait for the
///     disk takes milliseconds; what the next run can find damaged, and make again, does without.
///   - mode: Of a new file, less what the process masks.
package func writeFile(
  _ path: String, _ bytes: [UInt8], isDurable: Bool = true, mode: mode_t = 0o666
) throws(StorageError) {
  try FilePlace(path, "write").replace(with: bytes, path, isDurable: isDurable, mode: mode)
}

extension FilePlace {
  /// Puts a file with a content in this place; a link there is replaced, not followed.
  package func replace(
    with bytes: [UInt8], _ path: String, isDurable: Bool, mode: mode_t = 0o666
  ) throws(StorageError) {
    let temporary = "\(name).\(getpid()).tmp"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = openat(folder, temporary, flags, mode)
    if descriptor < 0, errno == EEXIST {
      // What a process left that was killed and had the same id, or something that was put there.
      unlinkat(folder, temporary, 0)
      descriptor = openat(folder, temporary, flags, mode)
    }
    guard descriptor >= 0 else { throw StorageError("write", path) }
    do throws(StorageError) {
      try bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
        try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
      }
    } catch {
      close(descriptor)
      unlinkat(folder, temporary, 0)
      throw error
    }
    let isSafe = !isDurable || fsync(descriptor) == 0 || errno == EINVAL
    let code = errno
    guard close(descriptor) == 0, isSafe, renameat(folder, temporary, folder, name) == 0 else {
      let error = StorageError("write", path, code: isSafe ? errno : code)
      unlinkat(folder, temporary, 0)
      throw error
    }
  }
}

/// Writes everything; a signal in between does not matter.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
) throws(StorageError) {
  var offset = 0
  while offset < bytes.count {
    let count = write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw StorageError("write", path) }
    offset += count
  }
}

/// Removes a file or a link.
@discardableResult
package func removeFile(_ path: String) -> Bool {
  guard let place = try? FilePlace(path, "remove") else { return false }
  return place.remove()
}

/// Moves a file to another place; what is there is replaced.
package func renameFile(_ old: String, _ new: String) throws(StorageError) {
  let from = try FilePlace(old, "write")
  let to = try FilePlace(new, "write")
  guard renameat(from.folder, from.name, to.folder, to.name) == 0 else {
    throw StorageError("write", new)
  }
}

/// Gives a file the time of now.
package func touchFile(_ path: String) {
  guard let place = try? FilePlace(path, "touch") else { return }
  utimensat(place.folder, place.name, nil, AT_SYMLINK_NOFOLLOW)
}

/// Whether the path is a file without content.
package func isEmptyFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_size == 0
}
