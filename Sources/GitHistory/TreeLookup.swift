/// Looks up files of one tree by their paths.
///
/// Only the folders above the last path are cached. Paths looked up in sorted order read each
/// folder once, whatever its number of entries.
struct TreeLookup {
  private struct Folder {
    var name: [UInt8]
    var entries: [[UInt8]: TreeEntry]
  }

  /// The maximum number of folder entries to read in one search; each folder counts as 20 more.
  static let mostEntries = 10_000_000
  private static let costOfFolder = 20

  /// Whether reading the next folder would exceed the limit; then a path that is not found may
  /// exist.
  private(set) var isSpent = false
  private var entriesLeft: Int
  private let root: ObjectID
  private let read: (ObjectID) throws(GitError) -> [TreeEntry]
  /// The folders of the last path, from the root.
  private var folders: [Folder] = []

  init(
    _ root: ObjectID, most: Int = mostEntries,
    read: @escaping (ObjectID) throws(GitError) -> [TreeEntry]
  ) {
    self.root = root
    self.read = read
    entriesLeft = most
  }

  /// - Parameter path: The components of the path to the entry.
  mutating func entry(at path: [[UInt8]]) throws(GitError) -> TreeEntry? {
    guard let name = path.last, !isSpent else { return nil }
    if folders.isEmpty { try open(root, named: []) }
    let way = path.dropLast()
    // The root has no name.
    let shared = zip(folders.dropFirst(), way).prefix { $0.name == $1 }.count
    folders.removeLast(max(0, folders.count - 1 - shared))
    for next in way.dropFirst(shared) {
      guard let folder = folders.last?.entries[next], folder.isFolder else { return nil }
      try open(folder.id, named: next)
    }
    return isSpent ? nil : folders.last?.entries[name]
  }

  /// The number of components, from the first one, that exist.
  mutating func depth(of path: [[UInt8]]) throws(GitError) -> Int {
    guard path.count <= TreeComparison.maximumDepth else { return 0 }
    for count in path.indices where try entry(at: Array(path[...count])) == nil { return count }
    return path.count
  }

  /// - Returns: A file, a link or a submodule; `nil` for anything else.
  mutating func version(at path: [UInt8]) throws(GitError) -> FileVersion? {
    let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    guard let name = names.last, let entry = try entry(at: names), !entry.isFolder else {
      return nil
    }
    return FileVersion(id: entry.id, path: name, rawMode: UInt32(entry.mode))
  }

  private mutating func open(_ id: ObjectID, named name: [UInt8]) throws(GitError) {
    guard !isSpent else { return }
    let entries = try read(id)
    entriesLeft -= entries.count + Self.costOfFolder
    if entriesLeft < 0 {
      isSpent = true
      folders = []
      return
    }
    folders.append(
      Folder(
        name: name,
        entries: Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    )
  }
}

extension Comparison {
  /// Creates a lookup in a tree; `nil` has no files.
  func lookup(in tree: ObjectID?) -> TreeLookup {
    guard let tree else { return TreeLookup(.emptyTree) { _ throws(GitError) in [] } }
    let repository = repository
    return TreeLookup(tree) { id throws(GitError) in
      try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
    }
  }
}
