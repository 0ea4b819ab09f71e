package import CIModel

extension Comparison {
  /// The Swift sources of the head below some folders, whether the change touches them or not.
  ///
  /// - Parameters:
  /// - folders: Paths of folders; the path of a file selects that file, whatever it is.
  /// - known: Files that are already known and not read again.
  /// - Returns: The sources by path; a folder that exceeds the limit is included itself, as unread.
  package func sources(
    below folders: Set<RepositoryPath>, except known: Set<RepositoryPath>
  ) throws(GitError) -> [RepositoryPath: FileContents] {
    guard !folders.isEmpty, let tree = try tree else { return [:] }
    var search = search(entries: 100_000, files: 2_000) {
      $0.suffix(6).elementsEqual(".swift".utf8)
    }
    var lookup = lookup(in: tree)
    for folder in folders.sorted() { try search.find(folder, in: tree, &lookup) }
    var sources = try contents(of: search.found.subtracting(known), most: Self.mostSourceBytes)
    for folder in search.cut { sources[folder] = FileContents(isUnread: true) }
    return sources
  }

  /// The files of the head with one of some names, whether the change touches them or not; `nil` when
  /// there are too many.
  package func files(
    named names: Set<String>, except known: Set<RepositoryPath>
  ) throws(GitError) -> [RepositoryPath: FileContents]? {
    guard !names.isEmpty, let tree = try tree else { return [:] }
    let wanted = Set(names.map { Array($0.utf8) })
    var search = search(entries: 300_000, files: 1_000, isWanted: wanted.contains)
    var lookup = lookup(in: tree)
    try search.find(RepositoryPath(""), in: tree, &lookup)
    guard search.cut.isEmpty else { return nil }
    return try contents(of: search.found.subtracting(known), most: Self.mostSourceBytes / 2)
  }

  private func search(
    entries: Int, files: Int, isWanted: @escaping ([UInt8]) -> Bool
  ) -> SourceSearch {
    SourceSearch(entries: entries, files: files, isWanted: isWanted) { id throws(GitError) in
      try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
    }
  }

  private static var mostSourceBytes: Int { 8 << 20 }
}

/// Walks through folders of a tree.
private struct SourceSearch {
  private(set) var found: Set<RepositoryPath> = []
  /// Folders that were not read completely.
  private(set) var cut: Set<RepositoryPath> = []
  private var entriesLeft: Int
  private var filesLeft: Int
  /// Whether files with a name are sought.
  private let isWanted: ([UInt8]) -> Bool
  private var known: [ObjectID: [TreeEntry]] = [:]
  private let read: (ObjectID) throws(GitError) -> [TreeEntry]

  init(
    entries: Int, files: Int, isWanted: @escaping ([UInt8]) -> Bool,
    _ read: @escaping (ObjectID) throws(GitError) -> [TreeEntry]
  ) {
    entriesLeft = entries
    filesLeft = files
    self.isWanted = isWanted
    self.read = read
  }

  /// Adds the sources below a requested folder.
  mutating func find(
    _ folder: RepositoryPath, in tree: ObjectID, _ lookup: inout TreeLookup
  ) throws(GitError) {
    let names = folder.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
    if names.isEmpty { return try walk(tree, "", folder) }
    if let entry = try lookup.entry(at: names) {
      if !entry.isFolder, !entry.standsForFolder { found.insert(folder) }
      return try take(entry, folder.text, folder)
    }
    if lookup.isSpent { cut.insert(folder) }
  }

  private mutating func walk(
    _ tree: ObjectID, _ path: String, _ folder: RepositoryPath, depth: Int = 0
  ) throws(GitError) {
    for entry in try entries(tree) {
      if entriesLeft == 0 || filesLeft == 0 || depth == TreeComparison.maximumDepth {
        cut.insert(folder)
        return
      }
      entriesLeft -= 1
      let name = String(decoding: entry.name, as: UTF8.self)
      try take(entry, path.isEmpty ? name : "\(path)/\(name)", folder, depth: depth + 1)
    }
  }

  private mutating func take(
    _ entry: TreeEntry, _ path: String, _ folder: RepositoryPath, depth: Int = 0
  ) throws(GitError) {
    if entry.isFolder { return try walk(entry.id, path, folder, depth: depth) }
    guard !entry.standsForFolder, isWanted(entry.name) else { return }
    if found.insert(RepositoryPath(path)).inserted { filesLeft -= 1 }
  }

  private mutating func entries(_ tree: ObjectID) throws(GitError) -> [TreeEntry] {
    if let entries = known[tree] { return entries }
    let entries = try read(tree)
    known[tree] = entries
    return entries
  }
}
