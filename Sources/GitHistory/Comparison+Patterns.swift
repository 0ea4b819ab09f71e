package import CIModel

extension Comparison {
  /// Entries of trees that are looked at; a few objects can make a tree of very many paths.
  private static let mostEntries = 1_000_000
  /// Bytes of globs and paths that are compared, a few seconds' work.
  private static let mostWork = 1_000_000_000.0

  /// A link or a submodule of the base matches as a file does; one that the change brings matches nothing, since
  /// where it leads is not known.
  ///
  /// - Returns: The globs that no file of the head matches, and those of them that such a link matches, or that
  ///   name something below a link or a submodule; `nil` where there are too many files to tell.
  package func search(
    for globs: Set<RepositoryPath>
  ) throws(GitError) -> (unmatched: Set<RepositoryPath>, linked: Set<RepositoryPath>)? {
    guard !globs.isEmpty, let tree = try tree else { return ([], []) }
    var search = PatternSearch(
      globs.map { PathGlob.choosingFiles($0.text) }, entries: Self.mostEntries, work: Self.mostWork
    ) { id throws(GitError) in try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? [] }
    // A submodule that the base has, too, stays one.
    search.newLinks = Set(
      changes.files.filter {
        $0.standsForFolder && !($0.status == .modified && $0.mode == "160000")
      }.map { Array($0.path.utf8) })
    try search.walk(tree, path: "")
    return search.isCut ? nil : (search.open, search.linked.intersection(search.open))
  }
}

/// Walks through the folders in which a glob can still match.
private struct PatternSearch {
  /// What has not matched yet, by name; each is only held against paths of its name.
  private var named: [[UInt8]: [PathGlob]] = [:]
  /// Those that have no one name.
  private var others: [PathGlob] = []
  private(set) var linked: Set<RepositoryPath> = []
  /// Links and submodules of the change.
  var newLinks: Set<[UInt8]> = []
  private var count: Int
  private var entriesLeft: Int
  private var workLeft: Double
  /// The entries of a folder.
  private let entries: (ObjectID) throws(GitError) -> [TreeEntry]

  /// Of more globs it takes longer to ask each for a folder than to look into the folder.
  private static let mostAsked = 100

  init(
    _ globs: [PathGlob], entries most: Int, work: Double,
    _ entries: @escaping (ObjectID) throws(GitError) -> [TreeEntry]
  ) {
    count = globs.count
    entriesLeft = most
    workLeft = work
    self.entries = entries
    for glob in globs {
      if let name = Self.name(of: glob) {
        named[name, default: []].append(glob)
      } else {
        others.append(glob)
      }
    }
  }

  private static func name(of glob: PathGlob) -> [UInt8]? {
    guard let literal = glob.literal else { return glob.name }
    return Array(literal.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// Whether the search ended before its end.
  var isCut: Bool { count > 0 && (entriesLeft == 0 || workLeft < 0) }

  var open: Set<RepositoryPath> {
    Set((named.values.joined() + others).map { RepositoryPath($0.text) })
  }

  /// - Parameter path: Of the folder, with a slash at its end; empty at the top.
  mutating func walk(_ folder: ObjectID, path: String, depth: Int = 0) throws(GitError) {
    guard depth < TreeComparison.maximumDepth else {
      throw .failure(operation: "look for files", message: "folders are nested too deeply")
    }
    for entry in try entries(folder) {
      if count == 0 || entriesLeft == 0 || workLeft < 0 { return }
      entriesLeft -= 1
      let here = path + String(decoding: entry.name, as: UTF8.self)
      if entry.isFolder {
        // A folder is never empty, and a glob without wildcards is all that is below it.
        settle(entry.name) { $0.literal?.elementsEqual(here.utf8) ?? false }
        if mayHold(here) { try walk(entry.id, path: here + "/", depth: depth + 1) }
      } else {
        if !entry.standsForFolder || !newLinks.contains(Array(here.utf8)) {
          match(here, entry.name)
        }
        if entry.standsForFolder { noteLinked(at: here) }
      }
    }
  }

  private mutating func mayHold(_ folder: String) -> Bool {
    if count > Self.mostAsked { return true }
    return others.contains { $0.reachesBelow(folder) }
      || named.values.contains { $0.contains { $0.reachesBelow(folder) } }
  }

  private mutating func noteLinked(at path: String) {
    for glob in named.values.joined() + others {
      workLeft -= glob.work(onPathOf: path.utf8.count)
      if workLeft < 0 { return }
      if glob.namesFolder(path) || glob.matches(path) { linked.insert(RepositoryPath(glob.text)) }
    }
  }

  private mutating func match(_ path: String, _ name: [UInt8]) {
    let length = path.utf8.count
    let candidates = (named[name] ?? []) + others
    for glob in candidates { workLeft -= glob.work(onPathOf: length) }
    if workLeft < 0 { return }
    settle(name) { $0.matches(path) }
    let before = others.count
    others.removeAll { $0.matches(path) }
    count -= before - others.count
  }

  /// Takes away those of a name that are found.
  private mutating func settle(_ name: [UInt8], _ isFound: (PathGlob) -> Bool) {
    guard let globs = named[name] else { return }
    let rest = globs.filter { !isFound($0) }
    count -= globs.count - rest.count
    named[name] = rest.isEmpty ? nil : rest
  }
}
