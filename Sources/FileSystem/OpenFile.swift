#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file; it is closed with the value, and not inherited by child processes.
package struct OpenFile: ~Copyable, Sendable {
  /// The descriptor, for system calls without a method here.
  package let descriptor: Int32
  /// The path as it was given, for errors.
  package let path: String
  private var isOpen = true

  /// The purpose for which a file is opened.
  package enum Purpose: Sendable {
    /// Reading a regular file; a pipe, a device or a folder is rejected, without waiting for it.
    case read
    /// Writing and reading a new file, which must not exist.
    case create
    /// Writing from the beginning; a missing file is created.
    case overwrite
    /// Appending; a missing file is created.
    case append
    /// Reading and writing; a missing file is created. Never waits for a pipe.
    case update
    /// Like `update`, but the existing content is deleted.
    case rewrite

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY | O_NONBLOCK
      case .create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      case .overwrite: O_WRONLY | O_CREAT | O_TRUNC
      case .append: O_WRONLY | O_CREAT | O_APPEND
      case .update: O_RDWR | O_CREAT | O_NONBLOCK
      case .rewrite: O_RDWR | O_CREAT | O_NONBLOCK | O_TRUNC
      }
    }
  }

  /// Takes ownership of a descriptor.
  init(descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// - Parameters:
  /// - permissions: The permissions of a new file before applying the process's umask.
  /// - followsLink: Whether the path itself may be a link; at and below `.devtool` it never may.
  /// - operation: The operation for errors; by default that of the purpose.
  package init(
    _ path: String, to purpose: Purpose, permissions: Int = 0o666, followsLink: Bool = true,
    _ operation: FileError.Operation? = nil
  ) throws(FileError) {
    let operation = operation ?? (purpose == .read ? .read : .write)
    let place = try FilePlace(path, operation)
    try self.init(
      place, path, to: purpose, permissions: permissions, followsLink: followsLink, operation)
  }

  init(
    _ place: borrowing FilePlace, _ path: String, to purpose: Purpose, permissions: Int = 0o666,
    followsLink: Bool = true, _ operation: FileError.Operation
  ) throws(FileError) {
    let flags = purpose.flags | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = try place.open(flags, permissions: permissions, operation, path)
    if purpose == .read, let refusal = OpenFile.refusal(descriptor, path) {
      systemClose(descriptor)
      throw refusal
    }
    self.init(descriptor: descriptor, path: path)
  }

  /// Why an open file is not read; `nil` for a regular file.
  private static func refusal(_ descriptor: Int32, _ path: String) -> FileError? {
    guard let status = FileStatus(descriptor: descriptor) else { return FileError(.read, path) }
    return status.isFile ? nil : FileError(.read, path, .notAFile(status.kind))
  }

  /// Opens a file for reading that a person named.
  package init(reading path: String, from origin: PathOrigin) throws(FileError) {
    switch origin {
    case .checkout:
      try self.init(path, to: .read)
    case .commandLine:
      let place = try FilePlace(path, .read)
      self.init(descriptor: try place.open(O_RDONLY, .read, path), path: path)
    }
  }

  deinit {
    if isOpen { systemClose(descriptor) }
  }

  /// Closes the file and reports errors, such as those of delayed writes.
  package consuming func close() throws(FileError) {
    isOpen = false
    guard systemClose(descriptor) == 0 else { throw FileError(.write, path) }
  }

  package var status: FileStatus? { FileStatus(descriptor: descriptor) }

  // MARK: Reading

  /// Reads the next bytes.
  /// - Returns: The number of bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(.read, path) }
    }
  }

  /// Reads from an offset without changing the position of the next read.
  /// - Returns: The number of bytes; 0 at the end.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(.read, path) }
    }
  }

  /// Reads the rest of the file in pieces.
  /// - Parameter body: Returns whether to continue.
  package func readPieces(
    of size: Int = 1 << 17, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Bool
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count == 0 { return }
      guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
    }
  }

  /// Reads a range in pieces without changing the position of the next read.
  /// - Returns: The number of bytes, which is smaller than the range at the end of the file.
  @discardableResult
  package func readPieces(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var place = range.lowerBound
    while place < range.upperBound {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.upperBound - place))
      let count = try read(into: wanted, at: place)
      if count == 0 { break }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      place += count
    }
    return place - range.lowerBound
  }

  // MARK: Writing

  /// Writes all bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(.write, path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes all bytes from an offset on.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var (rest, offset) = (bytes, offset)
    while !rest.isEmpty {
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(.write, path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      offset += count
    }
  }

  /// Skips bytes and leaves a hole, which reads as zeros and uses no disk space.
  package func skip(_ count: Int) { lseek(descriptor, off_t(count), SEEK_CUR) }

  /// Sets the size of the file.
  package func truncate(to size: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileError(.write, path) }
  }

  package func setPermissions(_ permissions: Int) throws(FileError) {
    guard fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)) == 0 else {
      throw FileError(.setMode, path)
    }
  }

  /// Waits until the content is on the disk, if the file system supports that.
  package func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(.write, path) }
  }

  // MARK: Locking

  /// Tries to lock the file against other processes, until it is closed or unlocked.
  /// - Returns: Whether the lock was acquired; never waits.
  package func lock() throws(FileError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw FileError(.lock, path) }
    }
    return true
  }

  package func unlock() { flock(descriptor, LOCK_UN) }
}

/// close(2), under a name that no method shadows.
@discardableResult
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
