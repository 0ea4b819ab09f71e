import CIModel

/// An index of the paths of a change, to be searched for globs that were built from other paths of
/// the same change. Both may be numerous.
///
/// A glob is compared only with the paths that have its file name. A glob with a wildcard in its
/// file name is compared with all paths, until a limit of work is reached.
struct PathIndex {
  private let paths: [String]
  /// The paths by the bytes of their last component.
  private let byName: [[UInt8]: [String]]
  /// Sorted.
  private let bytes: [[UInt8]]
  private let choosesFolders: Bool
  private var workLeft: Double
  /// The first two matches of each glob: one of them may be the file that needs the match.
  private var known: [RepositoryPath: [RepositoryPath]] = [:]

  /// Maximum number of bytes to compare; less than a second's work.
  static let mostWork = 200_000_000.0

  /// - Parameter choosesFolders: Whether the name of a folder matches what is below it.
  init(
    _ paths: [String], choosesFolders: Bool = true, mostWork: Double = PathIndex.mostWork
  ) {
    self.paths = paths
    self.choosesFolders = choosesFolders
    byName = Dictionary(grouping: paths) { path in
      Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
    }
    bytes = paths.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    workLeft = mostWork
  }

  /// Whether a glob matches a path other than `path`; `nil` when the limit of work was reached.
  mutating func matches(_ text: String, besides path: String? = nil) -> Bool? {
    let glob = RepositoryPath(text)
    if known[glob] == nil { known[glob] = search(text)?.map { RepositoryPath($0) } }
    let other = path.map { RepositoryPath($0) }
    return known[glob]?.contains { $0 != other }
  }

  private mutating func search(_ text: String) -> [String]? {
    // Text captured from a name that is not UTF-8, which may stand for any other such name.
    if text.contains("\u{FFFD}") { return [] }
    let glob = choosesFolders ? PathGlob.choosingFiles(text) : PathGlob(text)
    if let literal = glob.literal { return matches(of: literal) }
    let candidates = glob.name.map { byName[$0] ?? [] } ?? paths
    for path in candidates {
      guard workLeft >= 0 else { return nil }
      workLeft -= glob.work(onPathOf: path.utf8.count)
    }
    guard workLeft >= 0 else { return nil }
    return Array(candidates.lazy.filter { glob.matches($0) }.prefix(2))
  }

  /// The path itself and, if a folder chooses them, the paths below it; at most two of these.
  private func matches(of literal: [UInt8]) -> [String] {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes[middle].lexicographicallyPrecedes(literal) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [[UInt8]] = []
    let folder = literal + [UInt8(ascii: "/")]
    if low < bytes.count, bytes[low] == literal { found.append(literal) }
    // Other paths may sort between the two, such as `a-b` between `a` and `a/b`.
    (low, high) = (low, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes[middle].lexicographicallyPrecedes(folder) { low = middle + 1 } else { high = middle }
    }
    if choosesFolders { found += bytes[low...].prefix(2).prefix { $0.starts(with: folder) } }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }
}
