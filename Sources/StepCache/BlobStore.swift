import FileSystem
import ProcessExecution

/// Stores contents by their SHA-256: `cas/<ab>/<hash>`. Several processes may use it at the same
/// time.
struct BlobStore: Sendable {
  /// The absolute path of the store; created with the first content.
  let root: String

  func path(_ digest: String) -> String { "\(root)/cas/\(digest.prefix(2))/\(digest)" }

  /// Whether a content of this size exists; its hash is checked when it is used.
  /// - Parameter size: The size in bytes.
  func contains(_ digest: String, size: Int) -> Bool {
    TreeEntry("", at: path(digest))?.size == size
  }

  /// Whether a content exists, whatever its size.
  func has(_ digest: String) -> Bool { TreeEntry("", at: path(digest))?.kind == .file }

  /// Reads a content; `nil` when it does not exist. A damaged content is removed.
  func read(_ digest: String) -> [UInt8]? {
    guard let bytes = try? readFile(path(digest)) else { return nil }
    guard SHA256.hex(bytes) == digest else {
      remove(digest)
      return nil
    }
    touch(digest)
    return bytes
  }

  /// Writes a content to a file, piece by piece.
  /// - Throws: `FileError`, also when the content does not match its hash; it is then removed.
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

  /// Stores the content of a file.
  /// - Parameter cancellation: Stops the operation; nothing is stored then.
  /// - Returns: The hash of the content.
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

  /// Removes a content that does not match its hash, so that it can be stored again.
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

  /// Marks a content as recently used, so that others are removed before it.
  func touch(_ digest: String) { touchFile(path(digest)) }

  func remove(_ digest: String) { removeFile(path(digest)) }

  func makeFolders(for digest: String) {
    makeFolder("\(root)/cas/\(digest.prefix(2))")
  }
}

/// Receives a content piece by piece and moves it into the store when it is complete.
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

  /// Moves the content into the store.
  /// - Parameter expected: The required hash; a different one is an error.
  /// - Returns: The hash of the content.
  @discardableResult
  func finish(expecting expected: String? = nil) throws(FileError) -> String {
    let digest = hash.hex
    // The content differs from the expected one, so it is discarded.
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
