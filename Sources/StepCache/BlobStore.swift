import FileSystem
import ProcessExecution

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
  /// - Throws: Also when it is not what its name says; then it is removed.
  func copy(_ digest: String, to target: borrowing OpenFile) throws(FileError) {
    var hash = SHA256()
    try OpenFile(path(digest), to: .read).readPieces { piece throws(FileError) in
      hash.update(piece)
      try target.write(piece)
      return true
    }
    guard hash.hex == digest else {
      remove(digest)
      throw FileError(.read, path(digest), .damaged)
    }
    touch(digest)
  }

  /// Keeps the content of a file.
  /// - Parameter cancellation: Ends it, and nothing is kept.
  /// - Returns: Its hash.
  func add(
    file path: String, until cancellation: Cancellation? = nil
  ) throws(FileError) -> String {
    let source = try OpenFile(path, to: .read)
    let writer = try BlobWriter(self)
    try source.readPieces { piece throws(FileError) in
      if cancellation?.isRequested == true { throw FileError(.read, path, .cancelled) }
      try writer.write(piece)
      return true
    }
    return try writer.finish()
  }

  /// Removes a content that is not what its name says, so that it can be kept again.
  func removeIfDamaged(_ digest: String) {
    let path = path(digest)
    if TreeEntry("", at: path) != nil, fileDigest(path) != digest { remove(digest) }
  }

  /// - Returns: The hash of the content.
  @discardableResult
  func add(_ bytes: [UInt8]) throws(FileError) -> String {
    let digest = SHA256.hex(bytes)
    if contains(digest, size: bytes.count) {
      touch(digest)
      return digest
    }
    let writer = try BlobWriter(self)
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
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
  private var file: OpenFile?
  private var hash = SHA256()

  init(_ store: BlobStore) throws(FileError) {
    self.store = store
    makeFolder("\(store.root)/cas")
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = "\(store.root)/cas/new.\(number)"
    file = try OpenFile(temporary, to: .create, permissions: 0o600)
  }

  deinit {
    if file != nil { removeFile(temporary) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    hash.update(bytes)
    try file?.write(bytes)
  }

  /// Keeps what was written.
  /// - Parameter expected: The hash that it must have; another one is a failure.
  /// - Returns: Its hash.
  @discardableResult
  func finish(expecting expected: String? = nil) throws(FileError) -> String {
    let digest = hash.hex
    // Not what was announced: it is dropped.
    if let expected, expected != digest {
      throw FileError(.verify, store.path(expected), .damaged)
    }
    store.makeFolders(for: digest)
    try? file?.setPermissions(0o644)
    do throws(FileError) {
      try file.take()?.close()
      try renameFile(temporary, store.path(digest))
    } catch {
      removeFile(temporary)
      throw error
    }
    return digest
  }
}
