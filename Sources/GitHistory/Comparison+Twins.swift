package import CIModel

extension Comparison {
  /// For the wanted files: another path of the head, of a file or a folder, that is the same on disks
  /// which do not tell upper from lower case (`FoldedName`).
  ///
  /// A file or a link that stands for a folder above the path is one, too.
  package func twins(
    where isWanted: (FileChange) -> Bool
  ) throws(GitError) -> [RepositoryPath: RepositoryPath] {
    let wanted = changes.files.filter { $0.status != .deleted && isWanted($0) }
    guard !wanted.isEmpty, let tree = try tree else { return [:] }
    // The tree of a staged change still has what the change takes away.
    let gone = Set(
      changes.files.compactMap { $0.status == .deleted ? $0.exactPath : $0.exactOldPath })
    var search = TwinSearch(
      entries: { id throws(GitError) in
        try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
      }, gone: gone)
    var twins: [RepositoryPath: RepositoryPath] = [:]
    for file in wanted {
      twins[file.exactPath] = try search.twin(of: file.exactPath, in: tree)
    }
    return twins
  }
}

/// Looks for paths that are not the same by their bytes and are one for some disks.
private struct TwinSearch {
  /// The entries of a folder.
  let entries: (ObjectID) throws(GitError) -> [TreeEntry]
  /// Paths that do not count.
  let gone: Set<RepositoryPath>
  /// By folded name.
  private var folders: [ObjectID: [String: [TreeEntry]]] = [:]
  /// What has been looked for in vain: a few objects can make a tree of very many paths.
  private var barren: Set<Question> = []

  private struct Question: Hashable {
    var folder: ObjectID
    var names: ArraySlice<String>
  }

  init(entries: @escaping (ObjectID) throws(GitError) -> [TreeEntry], gone: Set<RepositoryPath>) {
    self.entries = entries
    self.gone = gone
  }

  mutating func twin(
    of path: RepositoryPath, in tree: ObjectID
  ) throws(GitError) -> RepositoryPath? {
    let exact = path.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
    // No disk that folds names has longer paths.
    guard exact.count <= TwinSearch.deepest else { return nil }
    let names = exact.map { FoldedName.name($0) }
    return try twin(names[...], exact[...], in: tree, path: [])
  }

  private static let deepest = 1_000

  /// - Parameters:
  ///   - names: folded.
  ///   - exact: the same names as they are, while all folders above are those of the path itself.
  ///   - path: of the folder, with a slash at its end.
  private mutating func twin(
    _ names: ArraySlice<String>, _ exact: ArraySlice<[UInt8]>?, in folder: ObjectID, path: [UInt8]
  ) throws(GitError) -> RepositoryPath? {
    guard let name = names.first else { return nil }
    let question = Question(folder: folder, names: names)
    if exact == nil, barren.contains(question) { return nil }
    for entry in try content(of: folder)[name] ?? [] {
      let here = path + entry.name
      let isExact = exact?.first == entry.name
      if names.count > 1, entry.isFolder {
        if let found = try twin(
          names.dropFirst(), isExact ? exact?.dropFirst() : nil, in: entry.id,
          path: here + [UInt8(ascii: "/")])
        {
          return found
        }
      } else if !isExact, !gone.contains(RepositoryPath(here)) {
        return RepositoryPath(here)
      }
    }
    if exact == nil { barren.insert(question) }
    return nil
  }

  private mutating func content(of folder: ObjectID) throws(GitError) -> [String: [TreeEntry]] {
    if let known = folders[folder] { return known }
    let content = Dictionary(grouping: try entries(folder)) { FoldedName.name($0.name) }
    folders[folder] = content
    return content
  }
}
