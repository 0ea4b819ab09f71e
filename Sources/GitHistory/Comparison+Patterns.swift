import CIModel

extension Comparison {
  /// Entries of trees that are looked at; a few objects can make a tree of very many paths.
  private static let mostEntries = 1_000_000

  /// The globs that no file of the head matches. Where there are too many files to tell, those are
  /// left out of which it is not known.
  package func unmatched(_ globs: Set<String>) throws(GitError) -> Set<String> {
    guard !globs.isEmpty, let tree = try tree else { return [] }
    var search = PatternSearch(
      open: globs.map { PathGlob.choosingFiles($0) }, entriesLeft: Self.mostEntries,
      entries: { id throws(GitError) in
        try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
      })
    try search.walk(tree, path: "")
    return search.entriesLeft > 0 ? Set(search.open.map(\.text)) : []
  }
}

/// Walks through the folders in which a glob can still match.
private struct PatternSearch {
  /// What has not matched yet.
  var open: [PathGlob]
  var entriesLeft: Int
  /// The entries of a folder.
  let entries: (ObjectID) throws(GitError) -> [TreeEntry]

  /// - Parameter path: Of the folder, with a slash at its end; empty at the top.
  mutating func walk(_ folder: ObjectID, path: String, depth: Int = 0) throws(GitError) {
    guard depth < TreeComparison.maximumDepth else {
      throw .failure(operation: "look for files", message: "folders are nested too deeply")
    }
    for entry in try entries(folder) {
      if open.isEmpty || entriesLeft == 0 { return }
      entriesLeft -= 1
      let here = path + String(decoding: entry.name, as: UTF8.self)
      if entry.isFolder {
        if open.contains(where: { $0.reachesBelow(here) }) {
          try walk(entry.id, path: here + "/", depth: depth + 1)
        }
      } else {
        open.removeAll { $0.matches(here) }
      }
    }
  }
}
