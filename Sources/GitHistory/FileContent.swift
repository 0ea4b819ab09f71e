import CLibgit2

/// The content of a version of a file.
enum FileContent {
  /// The version does not exist.
  case nothing
  case object(GitObject)
  /// The file's content, or the line that stands for a submodule.
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

  /// - Parameter room: When it does not suffice, everything between the common beginning and the
  ///   common end of the texts counts as replaced.
  func compare(
    with new: FileContent, ignoresWhitespace: Bool = false, placesBlocks: Bool = false,
    _ room: LineRoom
  ) throws(GitError) -> LineComparison {
    let style = LineComparison.Style(
      ignoresWhitespace: ignoresWhitespace, placesBlocks: placesBlocks)
    if count == 0 || new.count == 0 || !withBytes({ old in new.withBytes { room.allows(old, $0) } })
    {
      return try withBytes { old throws(GitError) in
        try new.withBytes { new throws(GitError) in
          try LineComparison(old, new, style, mostLines: 0)
        }
      }
    }
    let comparison = try compare(with: new, style)
    room.take(
      comparison, of: withBytes { old in new.withBytes { lineCount(old) + lineCount($0) } })
    return comparison
  }

  private func compare(
    with new: FileContent, _ style: LineComparison.Style
  ) throws(GitError) -> LineComparison {
    let isLong = withBytes { old in
      new.withBytes { LineComparison.holdMore(than: LineComparison.mostLines, old, $0) }
    }
    if !isLong, case .object(let one) = self, case .object(let other) = new {
      let comparison = try one.withBlob { old throws(GitError) in
        try other.withBlob { new throws(GitError) -> LineComparison? in
          guard let old, let new else { return nil }
          return try LineComparison(old, new, style)
        }
      }
      if let comparison { return comparison }
    }
    return try withBytes { old throws(GitError) in
      try new.withBytes { new throws(GitError) in try LineComparison(old, new, style) }
    }
  }
}

extension GitRepository {
  /// The content of a version; for a submodule, the line that git shows for it.
  func content(of version: FileVersion?) throws(GitError) -> FileContent {
    guard let version else { return .nothing }
    if version.isSubmodule {
      return .bytes(Array("Subproject commit \(version.id.hex)\n".utf8))
    }
    if let blob = blob(version.id) { return .object(blob) }
    // Reading it as a generic object throws a more specific error.
    _ = try object(version.id)
    throw .failure(
      operation: "read \(version.pathText)", message: "object \(version.id.hex) is not a blob")
  }
}
