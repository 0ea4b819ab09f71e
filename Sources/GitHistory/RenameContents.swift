/// Caches the properties of file contents for the detection of renames; each is read once.
struct RenameContents {
  /// Reads properties of a file's content.
  struct Reader {
    /// The size of the content in bytes.
    var size: (FileVersion) throws(GitError) -> Int
    var hashes: (FileVersion, inout [UInt32]) throws(GitError) -> SpanHashes
  }

  private struct Content {
    var version: FileVersion
    var size: Int?
    var hashes: SpanHashes?
  }

  private let reader: Reader
  private var sources: [Content]
  private var destinations: [Content]
  private var scratch = [UInt32](repeating: 0, count: SpanHashes.hashCount)
  /// Number of pieces that are stored.
  private var pieces = 0
  /// Maximum number of pieces that are stored. A deleted file is not read past it; of added files,
  /// a quarter more is stored.
  private let mostPieces: Int

  init(_ deleted: [FileVersion], _ added: [FileVersion], _ reader: Reader, mostPieces: Int) {
    self.reader = reader
    self.mostPieces = mostPieces
    sources = deleted.map { Content(version: $0) }
    destinations = added.map { Content(version: $0) }
  }

  mutating func size(ofSource index: Int) throws(GitError) -> Int {
    try Self.size(of: &sources[index], reader)
  }

  mutating func size(ofDestination index: Int) throws(GitError) -> Int {
    try Self.size(of: &destinations[index], reader)
  }

  /// Empty when too many pieces are stored.
  mutating func hashes(ofSource index: Int) throws(GitError) -> SpanHashes {
    if let hashes = sources[index].hashes { return hashes }
    let hashes = try hashes(of: sources[index].version, most: mostPieces)
    sources[index].hashes = hashes
    return hashes
  }

  /// Empty when too many pieces are stored.
  mutating func hashes(ofDestination index: Int) throws(GitError) -> SpanHashes {
    if let hashes = destinations[index].hashes { return hashes }
    let hashes = try hashes(of: destinations[index].version, most: mostPieces + mostPieces / 4)
    destinations[index].hashes = hashes
    return hashes
  }

  private mutating func hashes(
    of version: FileVersion, most: Int
  ) throws(GitError) -> SpanHashes {
    guard pieces < most else { return SpanHashes() }
    let hashes = try reader.hashes(version, &scratch)
    pieces += hashes.hashes.count
    return hashes
  }

  /// Frees memory that is no longer needed.
  mutating func forgetHashes(ofSource index: Int) {
    pieces -= sources[index].hashes?.hashes.count ?? 0
    sources[index].hashes = nil
  }

  mutating func forgetHashes(ofDestination index: Int) {
    pieces -= destinations[index].hashes?.hashes.count ?? 0
    destinations[index].hashes = nil
  }

  /// Static, because a method would copy all contents while one of them changes.
  private static func size(of content: inout Content, _ reader: Reader) throws(GitError) -> Int {
    if let size = content.size { return size }
    let size = try reader.size(content.version)
    content.size = size
    return size
  }
}
