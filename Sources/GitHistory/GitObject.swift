import CLibgit2

/// The bytes of an object, as libgit2 keeps them; given back when the value goes away.
final class GitObject {
  private let handle: OpaquePointer
  let kind: git_object_t

  /// Takes over the handle.
  init(adopting handle: OpaquePointer) {
    self.handle = handle
    kind = git_odb_object_type(handle)
  }

  deinit { git_odb_object_free(handle) }

  /// Calls `body` with the bytes; they may not leave it.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // libgit2 frees the bytes with the handle, so the handle has to live as long.
    defer { withExtendedLifetime(self) {} }
    return try body(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(handle), count: git_odb_object_size(handle)))
  }

  var count: Int { git_odb_object_size(handle) }
}
