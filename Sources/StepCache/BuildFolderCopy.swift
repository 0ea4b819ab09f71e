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
    case storage(FileError)
  }

  private static let bufferSize = 1 << 20
  /// Zeros in one piece of at least this size are not written: the file gets a hole.
  private static let holeSize = 64 << 10

  // MARK: Into chunks

  /// Keeps the contents of files as one chunk, unless it is kept already.
  func keep(_ files: [TreeEntry]) throws(FileError) -> BuildManifest.Chunk {
    var hash = SHA256()
    try read(files) { bytes throws(FileError) in hash.update(bytes) }
    let digest = hash.hex
    let size = files.reduce(0) { $0 + $1.size }
    if blobs.contains(digest, size: size) {
      blobs.touch(digest)
    } else {
      let writer = try BlobWriter(blobs)
      try read(files) { bytes throws(FileError) in try writer.write(bytes) }
      try writer.finish(expecting: digest)
    }
    return BuildManifest.Chunk(digest: digest, size: size, files: files)
  }

  /// Reads files one after the other; one that is not as large as it was listed is a failure.
  private func read(
    _ files: [TreeEntry], _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    for file in files {
      let path = "\(root)/\(file.path)"
      let source = try OpenFile(path, to: .read, followsLink: false)
      var rest = file.size
      while rest >= 0 {
        let count = try source.read(into: buffer)
        if count == 0 { break }
        rest -= count
        if rest >= 0 { try take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      }
      // It is being written to.
      guard rest == 0 else { throw FileError(.read, path, .changing) }
    }
  }

  // MARK: Out of chunks

  /// Makes everything that a manifest names, with its times, in a new folder.
  func restore(_ manifest: BuildManifest) throws(Failure) {
    do throws(FileError) {
      try makeFolder(root, permissions: 0o777)
      for folder in manifest.folders {
        try makeFolder("\(root)/\(folder.path)", permissions: 0o700)
      }
    } catch {
      throw .storage(error)
    }
    for chunk in manifest.chunks { try restore(chunk) }
    do throws(FileError) {
      // Behind the files, so that none of them is written through a link.
      for link in manifest.links {
        guard case .link(let target) = link.kind else { continue }
        let path = "\(root)/\(link.path)"
        try makeLink(path, to: target)
        try link.time.apply(to: path)
      }
      // From the inside to the outside: what is made in a folder changes its time.
      for folder in manifest.folders.reversed() {
        let path = "\(root)/\(folder.path)"
        try setPermissions(Int(folder.mode), of: path)
        try folder.time.apply(to: path)
      }
    } catch {
      throw .storage(error)
    }
  }

  private func restore(_ chunk: BuildManifest.Chunk) throws(Failure) {
    let damage: String?
    do throws(FileError) {
      damage = try write(chunk)
    } catch {
      throw .storage(error)
    }
    if let damage { throw .damaged(damage) }
    blobs.touch(chunk.digest)
  }

  /// - Returns: What is wrong with the chunk.
  private func write(_ chunk: BuildManifest.Chunk) throws(FileError) -> String? {
    let path = blobs.path(chunk.digest)
    guard fileExists(path) else { return "a part of it is missing" }
    let source = try OpenFile(path, to: .read)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    var hash = SHA256()
    for file in chunk.files {
      guard try write(file, from: source, buffer, &hash) else { return "a part of it is truncated" }
    }
    let isWhole = try source.read(into: buffer) == 0 && hash.hex == chunk.digest
    return isWhole ? nil : "a part of it was modified"
  }

  /// - Returns: Whether the chunk has enough bytes for it.
  private func write(
    _ file: TreeEntry, from source: borrowing OpenFile, _ buffer: UnsafeMutableRawBufferPointer,
    _ hash: inout SHA256
  ) throws(FileError) -> Bool {
    let path = "\(root)/\(file.path)"
    let target = try OpenFile(path, to: .create, permissions: 0o600)
    var rest = file.size
    var endsWithHole = false
    while rest > 0 {
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
      if count == 0 { return false }
      rest -= count
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(piece)
      endsWithHole = count >= Self.holeSize && Self.isZero(piece)
      if endsWithHole { target.skip(count) } else { try target.write(piece) }
    }
    if endsWithHole { try target.truncate(to: file.size) }
    try target.setPermissions(Int(file.mode))
    try file.time.apply(to: path)
    return true
  }

  private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.first == 0, let start = bytes.baseAddress else { return false }
    return memcmp(start, start + 1, bytes.count - 1) == 0
  }
}
