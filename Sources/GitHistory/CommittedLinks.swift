/// The links of a tree, and the paths by which a build that follows them reads a file.
struct CommittedLinks {
  /// What each link says, by where it is.
  private var targets: [[UInt8]: [UInt8]] = [:]
  /// Where links are, by the place that they lead to in the end.
  private var links: [[UInt8]: [[UInt8]]] = [:]
  /// The same by other links on the way there.
  private var passing: [[UInt8]: [[UInt8]]] = [:]
  /// Bytes of paths that may still be looked up, and `costOfName` for each name on the way of a path.
  private var work: Int
  /// Bytes of paths that may still be found.
  private var room = 32 << 20
  /// Paths that may still be found: rules hold their patterns against each.
  private var pathsLeft = 40_000
  /// How many bytes the keys of `links` have: a path is only looked up where it has as many.
  private var lengths: Set<Int> = []

  /// What Linux follows on the way of one path (`path_resolution(7)`).
  private static let mostFollowed = 40
  /// Bytes of what a link can say (`PATH_MAX`).
  private static let longestTarget = 4_096
  /// What it takes to read a name that leads nowhere, such as `.`, in bytes of `work`.
  private static let costOfName = 40
  /// Names that are looked at of one file.
  private static let mostNames = 64

  private static let slash = UInt8(ascii: "/")

  /// - Parameter links: What each says, by where it is.
  init(_ links: [[UInt8]: [UInt8]], work: Int = 500_000_000) throws(GitError) {
    self.work = work
    targets = links
    for path in links.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var followed: [[UInt8]] = []
      guard let end = try place(of: path, &followed) else { continue }
      self.links[end, default: []].append(path)
      for other in followed.dropFirst() { passing[other, default: []].append(path) }
    }
    lengths = Set(self.links.keys.map(\.count))
  }

  /// Reads the links of a tree.
  init(
    of tree: ObjectID?, in repository: GitRepository
  ) throws(GitError) {
    var found: [[UInt8]: [UInt8]] = [:]
    var budget = TreeComparison.Budget().entries
    var folders: [(id: ObjectID, path: [UInt8], depth: Int)] = []
    if let tree { folders.append((tree, [], 0)) }
    while let folder = folders.popLast() {
      let entries = try repository.object(folder.id).withBytes { TreeEntry.all(in: $0) } ?? []
      budget -= entries.count + TreeComparison.Budget.costOfTree
      guard budget >= 0, folder.depth < TreeComparison.maximumDepth else {
        throw .failure(
          operation: "look for links", message: "there are too many folders; make them fewer")
      }
      for entry in entries {
        if entry.isFolder {
          folders.append((entry.id, folder.path + entry.name + [Self.slash], folder.depth + 1))
        } else if entry.mode == FileVersion.link {
          let link = FileVersion(
            id: entry.id, path: folder.path + entry.name, rawMode: UInt32(entry.mode))
          guard try repository.size(of: link) <= Self.longestTarget else { continue }
          found[link.path] = try repository.content(of: link).withBytes { Array($0) }
        }
      }
    }
    try self.init(found)
  }

  var isEmpty: Bool { targets.isEmpty }

  /// Where a path leads when all links on its way are followed; `nil` outside of the repository, and where
  /// they lead nowhere.
  mutating func place(of path: [UInt8]) throws(GitError) -> [UInt8]? {
    var followed: [[UInt8]] = []
    return try place(of: path, &followed)
  }

  /// - Parameter followed: Gets the links on the way.
  private mutating func place(
    of path: [UInt8], _ followed: inout [[UInt8]]
  ) throws(GitError) -> [UInt8]? {
    var rest = Array(path.split(separator: Self.slash).reversed())
    var here: [UInt8] = []
    while let part = rest.popLast() {
      work -= here.count + Self.costOfName
      guard work >= 0 else {
        throw .failure(
          operation: "follow the links", message: "there are too many; make them fewer")
      }
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        if here.isEmpty { return nil }
        here = Self.folder(of: here)
        continue
      }
      let folder = here
      here += here.isEmpty ? [] : [Self.slash]
      here += part
      guard let target = targets[here] else { continue }
      followed.append(here)
      if followed.count > Self.mostFollowed || target.first == Self.slash { return nil }
      rest += target.split(separator: Self.slash).reversed()
      here = folder
    }
    return here
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: slash) ?? 0)])
  }

  /// The other paths by which a file is read, sorted; of a link also the links that lead over it.
  ///
  /// - Parameter isCut: Whether there are more.
  mutating func otherPaths(of path: [UInt8], isCut: inout Bool) -> [[UInt8]] {
    var found: Set<[UInt8]> = [path]
    // With the links that were taken on the way: one that leads above itself could be taken without end.
    var open: [(path: [UInt8], taken: Set<[UInt8]>)] = [(path, [])]
    for link in passing[path] ?? [] { open.append((link, [link])) }
    for link in open.dropFirst() { found.insert(link.path) }
    isCut = true
    search: while let next = open.popLast() {
      for (place, rest) in prefixes(of: next.path) {
        for link in links[place] ?? [] where !next.taken.contains(link) {
          work -= link.count
          let length = link.count + rest.count
          if work >= 0, length > TreeComparison.longestPath { continue }
          let other = link + rest
          if found.contains(other) { continue }
          if work < 0 || found.count > Self.mostNames || room < length || pathsLeft == 0 {
            break search
          }
          found.insert(other)
          room -= length
          pathsLeft -= 1
          open.append((other, next.taken.union([link])))
        }
      }
      if work < 0 { break }
      isCut = !open.isEmpty
    }
    found.remove(path)
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The folders around a path and itself to which links could lead, each with what follows it; the top comes
  /// first.
  private mutating func prefixes(of path: [UInt8]) -> [(place: [UInt8], rest: [UInt8])] {
    let ends = path.indices.filter { path[$0] == Self.slash } + [path.count]
    let known = ends.filter { lengths.contains($0) }
    // Each is made and looked up.
    work -= known.reduce(ends.count) { $0 + $1 } + path.count * known.count
    guard work >= 0 else { return [] }
    return (lengths.contains(0) ? [([], [Self.slash] + path)] : [])
      + known.map { (Array(path[..<$0]), Array(path[$0...])) }
  }
}
