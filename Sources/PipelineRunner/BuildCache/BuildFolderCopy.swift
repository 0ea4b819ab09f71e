import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Moves the contents of a build folder into chunks and back; memory stays flat whatever its size.
struct BuildFolderCopy {
  let blobs: BlobStore
  /// Absolute; where the files are or are to be.
  let root: String

  /// Why a folder could not be put back.
  enum Failure: Error, Hashable {
    /// What was kept is not what it was.
    case damaged(String)
    case storage(StorageError)
  }

  private static let bufferSize = 1 << 20
  /// Zeros in one piece of at least this size are not written: the file gets a hole.
  private static let holeSize = 64 << 10

  // MARK: Into chunks

  /// Keeps the contents of files as one chunk, unless it is kept already.
  func keep(_ files: [TreeEntry]) throws(StorageError) -> BuildManifest.Chunk {
    var hash = SHA256()
    try read(files) { bytes throws(StorageError) in hash.update(bytes) }
    let digest = hash.hex
    let size = files.reduce(0) { $0 + $1.size }
    if blobs.contains(digest, size: size) {
      blobs.touch(digest)
    } else {
      let writer = try BlobWriter(blobs)
      try read(files) { bytes throws(StorageError) in try writer.write(bytes) }
      try writer.finish(expecting: digest)
    }
    return BuildManifest.Chunk(digest: digest, size: size, files: files)
  }

  /// Reads files one after the other; one that is not as large as it was listed is a failure.
  private func read(
    _ files: [TreeEntry], _ take: (UnsafeRawBufferPointer) throws(StorageError) -> Void
  ) throws(StorageError) {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    for file in files {
      let path = "\(root)/\(file.path)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw StorageError("read", path) }
      defer { close(descriptor) }
      var rest = file.size
      while true {
        let count = readSome(descriptor, &buffer)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw StorageError("read", path) }
        if count == 0 { break }
        rest -= count
        guard rest >= 0 else { break }
        try buffer.withUnsafeBufferPointer { bytes throws(StorageError) in
          try take(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
        }
      }
      // It is being written to.
      guard rest == 0 else { throw StorageError("read", path, code: EAGAIN) }
    }
  }

  // MARK: Out of chunks

  /// Makes everything that a manifest names, with its times, in a new folder.
  func restore(_ manifest: BuildManifest) throws(Failure) {
    guard mkdir(root, 0o777) == 0 else { throw .storage(StorageError("make the folder", root)) }
    for folder in manifest.folders {
      let path = "\(root)/\(folder.path)"
      guard mkdir(path, 0o700) == 0 else { throw .storage(StorageError("make the folder", path)) }
    }
    for chunk in manifest.chunks { try restore(chunk) }
    do throws(StorageError) {
      // Behind the files, so that none of them is written through a link.
      for link in manifest.links {
        guard case .link(let target) = link.kind else { continue }
        let path = "\(root)/\(link.path)"
        guard symlink(target, path) == 0 else { throw StorageError("link", path) }
        try link.time.apply(to: path)
      }
      // From the inside to the outside: what is made in a folder changes its time.
      for folder in manifest.folders.reversed() {
        let path = "\(root)/\(folder.path)"
        guard chmod(path, mode_t(folder.mode)) == 0 else {
          throw StorageError("set the mode of", path)
        }
        try folder.time.apply(to: path)
      }
    } catch {
      throw .storage(error)
    }
  }

  private func restore(_ chunk: BuildManifest.Chunk) throws(Failure) {
    let source = blobs.path(chunk.digest)
    let descriptor: Int32
    do throws(StorageError) {
      descriptor = try openFileToRead(source).descriptor
    } catch {
      throw error.code == ENOENT ? .damaged("a part of it is gone") : .storage(error)
    }
    defer { close(descriptor) }
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    for file in chunk.files {
      try write(file, from: descriptor, &buffer, &hash)
    }
    guard readSome(descriptor, &buffer) == 0, hash.hex == chunk.digest else {
      throw .damaged("a part of it is not what was kept")
    }
    blobs.touch(chunk.digest)
  }

  private func write(
    _ file: TreeEntry, from source: Int32, _ buffer: inout [UInt8], _ hash: inout SHA256
  ) throws(Failure) {
    let path = "\(root)/\(file.path)"
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw .storage(StorageError("write", path)) }
    defer { close(target) }
    var rest = file.size
    var endsWithHole = false
    while rest > 0 {
      let wanted = min(rest, buffer.count)
      let count = buffer.withUnsafeMutableBytes { bytes in
        readSome(source, UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .storage(StorageError("read", blobs.root)) }
      guard count > 0 else { throw .damaged("a part of it was cut off") }
      rest -= count
      do throws(StorageError) {
        try buffer.withUnsafeBufferPointer { bytes throws(StorageError) in
          let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count]))
          hash.update(piece)
          endsWithHole = count >= Self.holeSize && Self.isZero(piece)
          if endsWithHole {
            lseek(target, off_t(count), SEEK_CUR)
          } else {
            try writeAll(piece, to: target, path: path)
          }
        }
      } catch {
        throw .storage(error)
      }
    }
    do throws(StorageError) {
      if endsWithHole, ftruncate(target, off_t(file.size)) != 0 {
        throw StorageError("write", path)
      }
      guard fchmod(target, mode_t(file.mode)) == 0 else {
        throw StorageError("set the mode of", path)
      }
      try file.time.apply(to: path)
    } catch {
      throw .storage(error)
    }
  }

  private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.first == 0, let start = bytes.baseAddress else { return false }
    return memcmp(start, start + 1, bytes.count - 1) == 0
  }
}

private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
