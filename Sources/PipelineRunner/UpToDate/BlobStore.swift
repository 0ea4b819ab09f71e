import FileSystem
import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Contents by their SHA-256: `cas/<ab>/<hash>`. Several processes may use it at the same time.
struct BlobStore: Sendable {
  /// Absolute; made when something is kept.
  let root: String

  func path(_ digest: String) -> String { "\(root)/cas/\(digest.prefix(2))/\(digest)" }

  /// Whether there is such a content; whether it is the right one is seen when it is used.
  /// - Parameter size: In bytes.
  func contains(_ digest: String, size: Int) -> Bool {
    TreeEntry("", at: path(digest))?.size == size
  }

  /// Whether there is such a content, of whatever size.
  func has(_ digest: String) -> Bool { TreeEntry("", at: path(digest))?.kind == .file }

  /// The content; `nil` when it is not there. Another one is removed.
  func read(_ digest: String) -> [UInt8]? {
    guard let bytes = try? readFile(path(digest)) else { return nil }
    guard SHA256.hex(bytes) == digest else {
      remove(digest)
      return nil
    }
    touch(digest)
    return bytes
  }

  /// Writes the content to a file, piece by piece.
  /// - Returns: Whether it was there and is what its name says; another one is removed.
  func copy(_ digest: String, to target: Int32, path: String) -> Bool {
    guard let source = try? openFileToRead(self.path(digest)).descriptor else { return false }
    defer { close(source) }
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = readPiece(source, buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return false }
      if count == 0 { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(piece)
      guard (try? writeAll(piece, to: target, path: path)) != nil else { return false }
    }
    guard hash.hex == digest else {
      remove(digest)
      return false
    }
    touch(digest)
    return true
  }

  /// Keeps the content of a file.
  /// - Parameter cancellation: Ends it, and nothing is kept.
  /// - Returns: Its hash.
  func add(
    file path: String, until cancellation: Cancellation? = nil
  ) throws(StorageError) -> String {
    let source = try openFileToRead(path).descriptor
    defer { close(source) }
    let writer = try BlobWriter(self)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      if cancellation?.isRequested == true {
        throw StorageError("read", path, code: ECANCELED, reason: "the run is being cancelled")
      }
      let count = readPiece(source, buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StorageError("read", path) }
      if count == 0 { return try writer.finish() }
      try writer.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Removes a content that is not what its name says, so that it can be kept again.
  func removeIfDamaged(_ digest: String) {
    let path = path(digest)
    if TreeEntry("", at: path) != nil, FileDigests.digest(path) != digest { remove(digest) }
  }

  /// - Returns: The hash of the content.
  @discardableResult
  func add(_ bytes: [UInt8]) throws(StorageError) -> String {
    let digest = SHA256.hex(bytes)
    if contains(digest, size: bytes.count) {
      touch(digest)
      return digest
    }
    let writer = try BlobWriter(self)
    try bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
      try writer.write(UnsafeRawBufferPointer(bytes))
    }
    return try writer.finish()
  }

  /// Notes that a content is in use, so that it is not the first to go.
  func touch(_ digest: String) { touchFile(path(digest)) }

  func remove(_ digest: String) { removeFile(path(digest)) }

  func makeFolders(for digest: String) {
    makeFolder("\(root)/cas/\(digest.prefix(2))")
  }
}

/// Takes a content piece by piece and puts it into its place when it is complete.
final class BlobWriter {
  private let store: BlobStore
  private let temporary: String
  private let descriptor: Int32
  private var hash = SHA256()
  private var isOpen = true

  init(_ store: BlobStore) throws(StorageError) {
    self.store = store
    makeFolder("\(store.root)/cas")
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = "\(store.root)/cas/new.\(number)"
    descriptor = try openDescriptor(temporary, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    removeFile(temporary)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    hash.update(bytes)
    try writeAll(bytes, to: descriptor, path: temporary)
  }

  /// Keeps what was written.
  /// - Parameter expected: The hash that it must have; another one is a failure.
  /// - Returns: Its hash.
  @discardableResult
  func finish(expecting expected: String? = nil) throws(StorageError) -> String {
    let digest = hash.hex
    // Not what was announced: it is dropped.
    if let expected, expected != digest {
      throw StorageError("verify", store.path(expected), code: EBADMSG)
    }
    store.makeFolders(for: digest)
    fchmod(descriptor, 0o644)
    isOpen = false
    guard close(descriptor) == 0 else {
      let error = StorageError("write", store.path(digest))
      removeFile(temporary)
      throw error
    }
    do throws(StorageError) {
      try renameFile(temporary, store.path(digest))
    } catch {
      removeFile(temporary)
      throw error
    }
    return digest
  }
}

/// read(2), under a name that no method hides.
private func readPiece(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
