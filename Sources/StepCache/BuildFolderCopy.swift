import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies the contents of a build folder into chunks and back; memory use does not depend on its
/// size.
struct BuildFolderCopy {
  let blobs: BlobStore
  /// The absolute path of the folder.
  let root: String

  /// Why a folder could not be restored.
  enum Failure: Error, Hashable {
    /// The stored data is damaged.
    case damaged(String)
    case storage(FileError)
  }

  private static let bufferSize = 1 << 20
  /// The minimum length of a run of zeros that becomes a hole in the file.
  private static let holeSize = 64 << 10

  // MARK: Storing

  /// Stores the contents of files as one chunk, unless the chunk exists already.
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

  /// Reads files one after the other; a file whose size differs from its entry is an error.
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
      // The file is being written.
      guard rest == 0 else { throw FileError(.read, path, .changing) }
    }
  }

  // MARK: Restoring

  /// Creates everything that the manifest lists, with its times, in a new folder.
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
      // Links are created after the files, so that no file is written through a link.
      for link in manifest.links {
        guard case .link(let target) = link.kind else { continue }
        let path = "\(root)/\(link.path)"
        try makeLink(path, to: target)
        try link.time.apply(to: path)
      }
      // Inner folders first, because creating an entry in a folder changes the folder's time.
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

  /// - Returns: A description of the problem with the chunk; `nil` when it is intact.
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

  /// - Returns: Whether the chunk contains enough bytes for the file.
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
