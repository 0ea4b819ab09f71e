import CLibgit2

/// The bytes of an object in libgit2's memory, which are freed with this value.
final class GitObject {
  private let handle: Handle

  private enum Handle {
    case stored(OpaquePointer)
    case blob(OpaquePointer)
  }

  /// Takes ownership of the handle of an object of the object database.
  init(adopting handle: OpaquePointer) {
    self.handle = .stored(handle)
  }

  /// Takes ownership of the handle of a file's content.
  init(adoptingBlob handle: OpaquePointer) {
    self.handle = .blob(handle)
  }

  deinit {
    switch handle {
    case .stored(let object): git_odb_object_free(object)
    case .blob(let blob): git_blob_free(blob)
    }
  }

  var kind: git_object_t {
    switch handle {
    case .stored(let object): git_odb_object_type(object)
    case .blob: GIT_OBJECT_BLOB
    }
  }

  var count: Int {
    switch handle {
    case .stored(let object): git_odb_object_size(object)
    case .blob(let blob): Int(clamping: git_blob_rawsize(blob))
    }
  }

  /// Whether the id is the hash of the object.
  func hasID(_ id: ObjectID) -> Bool {
    var hash = git_oid()
    return withBytes { bytes in
      git_odb_hash(&hash, bytes.baseAddress, bytes.count, kind) == 0 && ObjectID(hash) == id
    }
  }

  /// Calls `body` with the bytes, which are only valid during the call.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // libgit2 frees the bytes with the handle, so the handle must outlive them.
    defer { withExtendedLifetime(self) {} }
    let start =
      switch handle {
      case .stored(let object): git_odb_object_data(object)
      case .blob(let blob): git_blob_rawcontent(blob)
      }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Calls `body` with the handle for libgit2's blob functions; `nil` for every other type of
  /// object.
  func withBlob<Result, Failure: Error>(
    _ body: (OpaquePointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    if case .blob(let blob) = handle { return try body(blob) }
    return try body(nil)
  }
}
