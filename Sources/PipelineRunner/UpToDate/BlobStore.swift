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

  /// Removes a content that is not what its name says, so that it can be kept again.
  func removeIfDamaged(_ digest: String) {
    let path = path(digest)
    if access(path, F_OK) == 0, FileDigests.digest(path) != digest { remove(digest) }
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
  func touch(_ digest: String) { utimes(path(digest), nil) }

  func remove(_ digest: String) { unlink(path(digest)) }

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
    var template = Array("\(store.root)/cas/new.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else {
      isOpen = false
      throw StorageError("write", temporary)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unlink(temporary)
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
    guard close(descriptor) == 0, rename(temporary, store.path(digest)) == 0 else {
      let error = StorageError("write", store.path(digest))
      unlink(temporary)
      throw error
    }
    return digest
  }
}

/// Writes everything; a signal in between does not matter.
func writeAll(
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

/// Makes the folder that a file lies in.
func makeFolder(of path: String) {
  if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
}

/// Makes a folder and those that it lies in; whoever writes there tells when that failed.
func makeFolder(_ path: String) {
  if mkdir(path, 0o777) == 0 || errno != ENOENT { return }
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
  makeFolder(String(path[..<slash]))
  mkdir(path, 0o777)
}
