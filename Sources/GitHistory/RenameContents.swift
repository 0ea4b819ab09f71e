/// What the search for renames knows of the contents of files: each is asked for once.
struct RenameContents {
  /// What is asked of a file beyond its name.
  struct Reader {
    /// Bytes of the content.
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

  init(_ deleted: [FileVersion], _ added: [FileVersion], _ reader: Reader) {
    self.reader = reader
    sources = deleted.map { Content(version: $0) }
    destinations = added.map { Content(version: $0) }
  }

  mutating func size(ofSource index: Int) throws(GitError) -> Int {
    try Self.size(of: &sources[index], reader)
  }

  mutating func size(ofDestination index: Int) throws(GitError) -> Int {
    try Self.size(of: &destinations[index], reader)
  }

  mutating func hashes(ofSource index: Int) throws(GitError) -> SpanHashes {
    if let hashes = sources[index].hashes { return hashes }
    let hashes = try reader.hashes(sources[index].version, &scratch)
    sources[index].hashes = hashes
    return hashes
  }

  mutating func hashes(ofDestination index: Int) throws(GitError) -> SpanHashes {
    if let hashes = destinations[index].hashes { return hashes }
    let hashes = try reader.hashes(destinations[index].version, &scratch)
    destinations[index].hashes = hashes
    return hashes
  }

  /// Gives back memory that is not needed any more.
  mutating func forgetHashes(ofDestination index: Int) {
    destinations[index].hashes = nil
  }

  /// Static, since a method would hold a copy of all contents while one of them changes.
  private static func size(of content: inout Content, _ reader: Reader) throws(GitError) -> Int {
    if let size = content.size { return size }
    let size = try reader.size(content.version)
    content.size = size
    return size
  }
}
