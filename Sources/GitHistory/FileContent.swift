import CLibgit2

/// What a version of a file holds.
enum FileContent {
  /// The version does not exist.
  case nothing
  case object(GitObject)
  /// A line that stands for something that git does not store, such as a submodule.
  case bytes([UInt8])

  var count: Int {
    switch self {
    case .nothing: 0
    case .object(let object): object.count
    case .bytes(let bytes): bytes.count
    }
  }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .nothing: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .object(let object): return try object.withBytes(body)
    case .bytes(let bytes):
      let result: Swift.Result<Result, Failure> = bytes.withUnsafeBytes { bytes in
        do throws(Failure) {
          return .success(try body(bytes))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
  }

  func compare(
    with new: FileContent, ignoresWhitespace: Bool = false, placesBlocks: Bool = false
  ) throws(GitError) -> LineComparison {
    try withBytes { old throws(GitError) in
      try new.withBytes { new throws(GitError) in
        try LineComparison(
          old, new, ignoresWhitespace: ignoresWhitespace, placesBlocks: placesBlocks)
      }
    }
  }
}

extension GitRepository {
  /// The content of a version; for a submodule the line that git shows in its place.
  func content(of version: FileVersion?) throws(GitError) -> FileContent {
    guard let version else { return .nothing }
    if version.isSubmodule {
      return .bytes(Array("Subproject commit \(version.id.hex)\n".utf8))
    }
    let object = try object(version.id)
    guard object.kind == GIT_OBJECT_BLOB else {
      throw .failure(
        operation: "read \(version.pathText)", message: "object \(version.id.hex) is no file")
    }
    return .object(object)
  }
}
