import CIModel

/// Finds paths by their ends.
///
/// The paths are sorted by their bytes from the last to the first, so a search takes a time that
/// grows with the length of one path, and not with the number of paths or of their folders.
struct PathEnds {
  private struct End {
    /// The bytes from the last to the first, with the slash before the path.
    var key: [UInt8]
    var file: Int
    /// The place of the longest path before it that is an end of this one; `nil` when none is.
    var shorter: Int?
  }

  private var ends: [End]

  /// - Parameter paths: Paths, each with the index of its file.
  init(_ paths: [(path: RepositoryPath, file: Int)]) {
    ends = paths.map { End(key: Self.key($0.path.bytes), file: $0.file) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for index in ends.indices.dropFirst() {
      var shorter: Int? = index - 1
      while let place = shorter, !ends[index].key.starts(with: ends[place].key) {
        shorter = ends[place].shorter
      }
      ends[index].shorter = shorter
    }
  }

  /// The files whose whole path is an end of a path, the longest first.
  func files(atEndOf path: [UInt8]) -> [Int] {
    let key = Self.key(path)
    let next = ends.partitioningIndex { key.lexicographicallyPrecedes($0.key) }
    guard next > 0 else { return [] }
    // Every other end of the path is an end of the last one that does not come after it.
    let common = zip(ends[next - 1].key, key).prefix { $0 == $1 }.count
    var files: [Int] = []
    var place: Int? = next - 1
    while let current = place {
      if ends[current].key.count <= common { files.append(ends[current].file) }
      place = ends[current].shorter
    }
    return files
  }

  /// The files whose path ends with all components of a path; `nil` when more than `most` paths do.
  func files(endingWith path: [UInt8], most: Int) -> Set<Int>? {
    let key = Self.key(path)
    let first = ends.partitioningIndex { !$0.key.lexicographicallyPrecedes(key) }
    let found = ends[first...].prefix(most + 1).prefix { $0.key.starts(with: key) }
    return found.count > most ? nil : Set(found.map(\.file))
  }

  private static func key(_ path: [UInt8]) -> [UInt8] { path.reversed() + [UInt8(ascii: "/")] }
}
