package import CIModel

extension Comparison {
  /// For the selected files, another path of the head, of a file or a folder, that is the same on
  /// case-insensitive file systems (`FoldedName`); also one of the base, if it has moved on and the
  /// checkout is not trusted.
  ///
  /// This includes a file or a link whose path equals a folder of the selected path, and a folder
  /// that equals a new one, for one of its files; its path ends with a slash.
  package func twins(
    where isWanted: (FileChange) -> Bool
  ) throws(GitError) -> [RepositoryPath: RepositoryPath] {
    let wanted = changes.files.filter { $0.status != .deleted && isWanted($0) }
    guard !wanted.isEmpty else { return [:] }
    // The tree of a staged change still contains the files that the change deletes.
    let gone = Set(
      changes.files.compactMap { $0.status == .deleted ? $0.exactPath : $0.exactOldPath })
    let base = changes.isStaged ? nil : lookup(in: try self.tree(ofCommit: changes.base))
    var twins: [RepositoryPath: RepositoryPath] = [:]
    var folders: Set<RepositoryPath> = []
    var search = TwinSearch(
      entries: { id throws(GitError) in
        try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
      }, gone: gone, base: base)
    for tree in [try landedTree, places?.base].compactMap(\.self) {
      search.begin(at: tree)
      // Files of a folder are adjacent when sorted, so that each folder is looked up once.
      for path in wanted.map(\.exactPath).sorted() where twins[path] == nil {
        let twin = try search.twin(of: path)
        twins[path] = twin ?? search.folderTwin.flatMap { folders.insert($0).inserted ? $0 : nil }
      }
    }
    return twins
  }
}

/// Finds paths that differ in bytes and are the same on some file systems.
private struct TwinSearch {
  /// A folder of the tree whose path equals that of a folder of the searched path.
  private struct Place {
    var folder: ObjectID
    /// Whether the paths are identical in bytes.
    var isExact: Bool
    /// The index of the parent in the level above.
    var parent: Int
    var name: [UInt8]
  }

  /// The places for the first folders of a path.
  private struct Level {
    /// The name of the last of these folders; empty for the root.
    var name: [UInt8]
    /// Each folder once by its id, because equal ids have equal contents.
    var places: [Place]
    /// A file or a link whose path equals one of the folders.
    var twin: RepositoryPath?
    /// A folder whose path equals one of the folders that is new.
    var folder: RepositoryPath?
  }

  /// Reads the entries of a folder.
  private let entries: (ObjectID) throws(GitError) -> [TreeEntry]
  /// Paths that are ignored because the change deletes them.
  private let gone: Set<RepositoryPath>
  /// The tree of the base; `nil` if folders of the head may be gone.
  private var base: TreeLookup?
  /// A number for each folded name: folding and hashing a name beyond ASCII takes long, and a name is
  /// looked up in many folders.
  private var numbers: [String: Int] = [:]
  /// The number of each name.
  private var known: [[UInt8]: Int] = [:]
  /// The entries of each folder, by the number of their folded name.
  private var folders: [ObjectID: [Int: [TreeEntry]]] = [:]
  /// The levels of the last searched path, from the root.
  private var levels: [Level] = []
  /// The remaining number of places to visit.
  private var room = 0

  init(
    entries: @escaping (ObjectID) throws(GitError) -> [TreeEntry],
    gone: Set<RepositoryPath>, base: TreeLookup?
  ) {
    self.entries = entries
    self.gone = gone
    self.base = base
  }

  mutating func begin(at tree: ObjectID) {
    levels = [
      Level(name: [], places: [Place(folder: tree, isExact: true, parent: 0, name: [])])
    ]
    room = TwinSearch.mostPlaces
  }

  private static let mostPlaces = 2_000_000

  private static let deepest = 1_000

  /// - Throws: Also when there are too many folders.
  mutating func twin(of path: RepositoryPath) throws(GitError) -> RepositoryPath? {
    let names = path.bytes.split(separator: UInt8(ascii: "/"))
    // No case-insensitive file system allows longer paths.
    guard names.count <= TwinSearch.deepest, let name = names.last else { return nil }
    let above = names.dropLast()
    let known = zip(levels.dropFirst(), above).prefix { $0.name.elementsEqual($1) }.count
    levels.removeSubrange((known + 1)...)
    for depth in known..<above.count { try descend(above[...depth].map { Array($0) }) }
    guard let last = levels.last else { return nil }
    if let twin = last.twin { return twin }
    let number = number(of: name)
    try take(last.places.count)
    for place in last.places {
      for entry in try content(of: place.folder)[number] ?? []
      where !(place.isExact && name.elementsEqual(entry.name)) {
        // A folder with the same path as the file counts, too.
        if let found = counted(entry.name, in: place) { return found }
      }
    }
    return nil
  }

  /// The folder that equals a new one of the last searched path.
  var folderTwin: RepositoryPath? { levels.last?.folder }

  private mutating func descend(_ path: [[UInt8]]) throws(GitError) {
    guard let above = levels.last, let name = path.last else { return }
    var level = Level(name: name, places: [], twin: above.twin, folder: above.folder)
    let number = number(of: name)
    var seen: Set<ObjectID> = []
    try take(max(1, above.places.count))
    for (index, place) in above.places.enumerated() where level.twin == nil {
      for entry in try content(of: place.folder)[number] ?? [] {
        let isExact = place.isExact && entry.name == name
        if !entry.isFolder {
          if !isExact, let twin = counted(entry.name, in: place) { level.twin = twin }
        } else if isExact || seen.insert(entry.id).inserted {
          level.places.append(
            Place(folder: entry.id, isExact: isExact, parent: index, name: entry.name))
          if !isExact, level.folder == nil, try base?.entry(at: path) == nil, base != nil {
            level.folder = counted(entry.name, in: place).map {
              RepositoryPath($0.bytes + "/".utf8)
            }
          }
        }
      }
    }
    levels.append(level)
  }

  private mutating func take(_ count: Int) throws(GitError) {
    room -= count
    guard room >= 0 else {
      throw .tooLarge(
        operation: "look for names that differ in case only",
        message: "the files are in too many folders")
    }
  }

  /// The path of an entry; `nil` when it is ignored.
  private func counted(_ name: [UInt8], in place: Place) -> RepositoryPath? {
    var names = [name]
    var place = place
    for level in levels.dropLast().reversed() {
      names.append(place.name)
      place = level.places[place.parent]
    }
    let path = RepositoryPath(Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
    return gone.contains(path) ? nil : path
  }

  private mutating func number(of name: some Sequence<UInt8>) -> Int {
    let name = Array(name)
    if let number = known[name] { return number }
    // Reads and writes in one access, since each of them hashes the name.
    func keep(_ number: inout Int) -> Int { number }
    let next = numbers.count
    let number = keep(&numbers[FoldedName.name(name), default: next])
    known[name] = number
    return number
  }

  private mutating func content(of folder: ObjectID) throws(GitError) -> [Int: [TreeEntry]] {
    if let known = folders[folder] { return known }
    let all = try entries(folder)
    // A table that grows hashes all its names again.
    if all.count > numbers.count { numbers.reserveCapacity(numbers.count + all.count) }
    let content = Dictionary(grouping: all) { number(of: $0.name) }
    folders[folder] = content
    return content
  }
}
