import CIModel

/// The symbolic links of a tree, and the paths under which a build that follows them reads a file.
struct CommittedLinks {
  /// The target of each link, by the path of the link.
  private var targets: [[UInt8]: [UInt8]] = [:]
  /// The paths of links, by their final destination.
  private var links: [[UInt8]: [[UInt8]]] = [:]
  /// The paths of links, by another link on the way to their destination.
  private var passing: [[UInt8]: [[UInt8]]] = [:]
  /// The remaining budget for lookups, in bytes of paths plus `costOfName` for each component.
  private var work: Int
  /// The remaining budget for found paths, in bytes.
  private var room = 32 << 20
  /// The remaining number of paths to find: rules match their patterns against each.
  private var pathsLeft = 40_000
  /// The lengths in bytes of the keys of `links`; only paths of such a length are looked up.
  private var lengths: Set<Int> = []
  /// The keys of `links`, sorted.
  private lazy var ends = links.keys.sorted { $0.lexicographicallyPrecedes($1) }

  /// The maximum number of links that Linux follows in one path (`path_resolution(7)`).
  private static let mostFollowed = 40
  /// The maximum length in bytes of a link's target (`PATH_MAX`).
  private static let longestTarget = 4_096
  /// The maximum size of all targets in bytes; equal ones count once.
  private static let mostTargets = 64 << 20
  /// The cost of a component that leads nowhere, such as `.`, in bytes of `work`.
  private static let costOfName = 40
  /// The maximum number of paths of one file.
  private static let mostNames = 64

  private static let slash = UInt8(ascii: "/")

  /// - Parameter links: The target of each link, by its path.
  init(_ links: [[UInt8]: [UInt8]], work: Int = 500_000_000) throws(GitError) {
    self.work = work
    targets = links
    for path in links.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var followed: [[UInt8]] = []
      let end = try place(of: path, &followed)
      if let end { self.links[end, default: []].append(path) }
      for other in Set(followed) where other != path { passing[other, default: []].append(path) }
    }
    lengths = Set(self.links.keys.map(\.count))
  }

  /// Reads the links of a tree.
  init(
    of tree: ObjectID?, in repository: GitRepository
  ) throws(GitError) {
    var found: [[UInt8]: [UInt8]] = [:]
    // Many links can share a target.
    var targets: [ObjectID: [UInt8]] = [:]
    var room = Self.mostTargets
    var budget = TreeComparison.Budget().entries
    var folders: [(id: ObjectID, path: [UInt8], depth: Int)] = []
    if let tree { folders.append((tree, [], 0)) }
    while let folder = folders.popLast() {
      let entries = try repository.object(folder.id).withBytes { TreeEntry.all(in: $0) } ?? []
      budget -=
        entries.count + TreeComparison.Budget.costOfTree
        + folder.path.count / TreeComparison.Budget.bytesOfPath
      guard budget >= 0, folder.depth < TreeComparison.maximumDepth else {
        throw .tooLarge(
          operation: "look for links", message: "the tree has too many folders; reduce their number"
        )
      }
      for entry in entries {
        if entry.isFolder {
          folders.append((entry.id, folder.path + entry.name + [Self.slash], folder.depth + 1))
        } else if entry.mode == FileVersion.link {
          let link = FileVersion(
            id: entry.id, path: folder.path + entry.name, rawMode: UInt32(entry.mode))
          guard try repository.size(of: link) <= Self.longestTarget else { continue }
          if targets[link.id] == nil {
            let target = try repository.content(of: link).withBytes { Array($0) }
            // Where a link leads outside does not matter.
            targets[link.id] = target.first == Self.slash ? [Self.slash] : target
            room -= target.count
            guard room >= 0 else {
              throw .tooLarge(
                operation: "look for links",
                message: "their targets are too long; reduce their number")
            }
          }
          found[link.path] = targets[link.id]
        }
      }
    }
    try self.init(found)
  }

  var isEmpty: Bool { targets.isEmpty }

  /// The path after following all links; `nil` when it is outside of the repository, or the links
  /// lead nowhere.
  mutating func place(of path: [UInt8]) throws(GitError) -> [UInt8]? {
    var followed: [[UInt8]] = []
    return try place(of: path, &followed)
  }

  /// - Parameter followed: Receives the links on the way.
  private mutating func place(
    of path: [UInt8], _ followed: inout [[UInt8]]
  ) throws(GitError) -> [UInt8]? {
    // Of each target, what is not resolved yet; the innermost last. Most of a long one never is.
    var rest = [path[...]]
    var here: [UInt8] = []
    while let next = rest.popLast() {
      let names = next.drop { $0 == Self.slash }
      let part = names.prefix { $0 != Self.slash }
      work -= here.count + (part.endIndex - next.startIndex) + Self.costOfName
      guard work >= 0 else {
        throw .tooLarge(
          operation: "follow the links", message: "there are too many; reduce their number")
      }
      if part.endIndex < names.endIndex { rest.append(names[part.endIndex...]) }
      if part.isEmpty || part.elementsEqual(".".utf8) { continue }
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
      rest.append(target[...])
      here = folder
    }
    return here
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: slash) ?? 0)])
  }

  /// The other paths under which a file is read, sorted; for a link or a submodule, also the links
  /// that lead through it.
  ///
  /// - Parameters:
  ///   - mayHoldFiles: Whether the file is or was a link or a submodule.
  ///   - isCut: Set to whether there are more.
  mutating func otherPaths(
    of path: [UInt8], mayHoldFiles: Bool = false, isCut: inout Bool
  ) -> [[UInt8]] {
    var found: Set<[UInt8]> = [path]
    // Each path carries the links taken so far: a link to a folder above itself could be followed
    // without end.
    var open: [(path: [UInt8], taken: Set<[UInt8]>)] = [(path, [])]
    isCut = true
    for link in (passing[path] ?? []) + (mayHoldFiles ? linksBelow(path) : []) {
      guard work >= 0, room >= link.count, pathsLeft > 0 else {
        open = []
        break
      }
      guard found.insert(link).inserted else { continue }
      (work, room, pathsLeft) = (work - link.count, room - link.count, pathsLeft - 1)
      open.append((link, [link]))
    }
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

  /// The links that lead to a path below a submodule, or below a link that is gone: what they lead
  /// to is not in the tree.
  private mutating func linksBelow(_ path: [UInt8]) -> [[UInt8]] {
    let folder = path + [Self.slash]
    // As many comparisons as halves.
    work -= folder.count * 20
    let first = ends.partitioningIndex { !$0.lexicographicallyPrecedes(folder) }
    return ends[first...].prefix { $0.starts(with: folder) }.prefix(pathsLeft)
      .flatMap { links[$0] ?? [] }
  }

  /// The folders around a path and the path itself, as possible destinations of links, each with
  /// the rest of the path; the root comes first.
  private mutating func prefixes(of path: [UInt8]) -> [(place: [UInt8], rest: [UInt8])] {
    let ends = path.indices.filter { path[$0] == Self.slash } + [path.count]
    let known = ends.filter { lengths.contains($0) }
    // Each prefix is created and looked up.
    work -= known.reduce(ends.count) { $0 + $1 } + path.count * known.count
    guard work >= 0 else { return [] }
    return (lengths.contains(0) ? [([], [Self.slash] + path)] : [])
      + known.map { (Array(path[..<$0]), Array(path[$0...])) }
  }
}
