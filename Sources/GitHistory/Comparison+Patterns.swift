package import CIModel

extension Comparison {
  /// The maximum number of visited tree entries; a few objects can describe very many paths.
  private static let mostEntries = 1_000_000
  /// The maximum number of compared bytes of globs and paths, a few seconds of work.
  private static let mostWork = 1_000_000_000.0

  /// Finds the globs that match no file of the head, nor one that the base added since the change
  /// began, if the checkout is not trusted. A link or a submodule of the base matches like
  /// a file; one that the change adds matches nothing, because its target is not known.
  ///
  /// - Returns: The unmatched globs, those of them that match a new link or submodule or name a
  ///   path below any, and the globs without wildcards that name a folder; `nil` when there are too
  ///   many files to search.
  package func search(
    for globs: Set<RepositoryPath>
  ) throws(GitError) -> (
    unmatched: Set<RepositoryPath>, linked: Set<RepositoryPath>, folders: Set<RepositoryPath>
  )? {
    guard !globs.isEmpty, let tree = try landedTree else { return ([], [], []) }
    // Text captured from a name that is not UTF-8 may stand for any other such name: no match.
    let unclear = globs.filter { $0.text.contains("\u{FFFD}") }
    var search = PatternSearch(
      globs.subtracting(unclear).map { PathGlob.choosingFiles($0.text) },
      entries: Self.mostEntries, work: Self.mostWork
    ) { id throws(GitError) in try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? [] }
    // A submodule that the base also has does not count as new.
    search.newLinks = Set(
      changes.files.filter {
        $0.standsForFolder && !($0.status == .modified && $0.mode == "160000")
      }.map { Array($0.path.utf8) })
    try search.walk(tree, path: "")
    if search.isCut { return nil }
    let open = places?.unmatched(of: search.open) ?? search.open
    return (open.union(unclear), search.linked.intersection(open), search.folders)
  }
}

/// Walks through the folders in which a glob can still match.
private struct PatternSearch {
  /// The unmatched globs without wildcards by their paths.
  private var literals: [[UInt8]: [PathGlob]] = [:]
  /// The paths of all globs without wildcards, sorted by their bytes.
  private let literalPaths: [[UInt8]]
  /// Other unmatched globs by the last component of their paths; each is compared only with such
  /// paths.
  private var named: [[UInt8]: [PathGlob]] = [:]
  /// Globs whose last component varies.
  private var others: [PathGlob] = []
  private(set) var linked: Set<RepositoryPath> = []
  /// Globs that name a folder.
  private(set) var folders: Set<RepositoryPath> = []
  /// Links and submodules that the change adds.
  var newLinks: Set<[UInt8]> = []
  private var count: Int
  private var entriesLeft: Int
  private var workLeft: Double
  /// Reads the entries of a folder.
  private let entries: (ObjectID) throws(GitError) -> [TreeEntry]

  /// With more globs than this, checking each against a folder takes longer than reading the
  /// folder.
  private static let mostAsked = 20
  /// What it costs to check a glob against a folder, in bytes of `workLeft`, however short both are.
  private static let costOfFolder = 500.0

  init(
    _ globs: [PathGlob], entries most: Int, work: Double,
    _ entries: @escaping (ObjectID) throws(GitError) -> [TreeEntry]
  ) {
    count = globs.count
    entriesLeft = most
    workLeft = work
    self.entries = entries
    var literals: [[UInt8]: [PathGlob]] = [:]
    for glob in globs {
      if let literal = glob.literal {
        literals[literal, default: []].append(glob)
      } else if let name = glob.name {
        named[name, default: []].append(glob)
      } else {
        others.append(glob)
      }
    }
    self.literals = literals
    literalPaths = literals.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether the search stopped early.
  var isCut: Bool { count > 0 && (entriesLeft == 0 || workLeft < 0) }

  private var globs: [PathGlob] {
    literals.values.flatMap { $0 } + named.values.flatMap { $0 } + others
  }

  var open: Set<RepositoryPath> { Set(globs.map { RepositoryPath($0.text) }) }

  /// - Parameter path: The path of the folder with a trailing slash; empty for the root.
  mutating func walk(_ folder: ObjectID, path: String, depth: Int = 0) throws(GitError) {
    guard depth < TreeComparison.maximumDepth else {
      throw .tooLarge(operation: "look for files", message: "folders are nested too deeply")
    }
    for entry in try entries(folder) {
      if count == 0 || entriesLeft == 0 || workLeft < 0 { return }
      entriesLeft -= 1
      let here = path + String(decoding: entry.name, as: UTF8.self)
      if entry.isFolder {
        // A folder is never empty, and a glob without wildcards matches everything below it.
        folders.formUnion(takeLiterals(here).map { RepositoryPath($0.text) })
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
    return globs.contains { glob in
      workLeft -= Self.costOfFolder + glob.work(onPathOf: folder.utf8.count)
      return workLeft < 0 || glob.reachesBelow(folder)
    }
  }

  private mutating func noteLinked(at path: String) {
    for glob in literals(near: Array(path.utf8)) + named.values.joined() + others {
      workLeft -= Self.costOfFolder + glob.work(onPathOf: path.utf8.count)
      if workLeft < 0 { return }
      if glob.namesFolder(path) || glob.matches(path) { linked.insert(RepositoryPath(glob.text)) }
    }
  }

  /// The globs without wildcards that are a path, a folder above it, or a path below it.
  private mutating func literals(near path: [UInt8]) -> [PathGlob] {
    let slash = UInt8(ascii: "/")
    let ends = path.indices.filter { path[$0] == slash } + [path.count]
    workLeft -= Double(path.count * ends.count)
    if workLeft < 0 { return [] }
    var found = ends.flatMap { literals[Array(path[..<$0])] ?? [] }
    let start = path + [slash]
    for below in literalPaths[
      literalPaths.partitioningIndex { !$0.lexicographicallyPrecedes(start) }...]
    {
      guard below.starts(with: start) else { break }
      found += literals[below] ?? []
    }
    return found
  }

  private mutating func match(_ path: String, _ name: [UInt8]) {
    _ = takeLiterals(path)
    let length = path.utf8.count
    let before = (named[name] ?? []) + others
    for glob in before { workLeft -= glob.work(onPathOf: length) }
    if workLeft < 0 { return }
    named[name]?.removeAll { $0.matches(path) }
    others.removeAll { $0.matches(path) }
    count -= before.count - (named[name]?.count ?? 0) - others.count
  }

  /// Removes and returns the globs that are this path.
  private mutating func takeLiterals(_ path: String) -> [PathGlob] {
    let path = Array(path.utf8)
    workLeft -= Double(path.count)
    let globs = literals.removeValue(forKey: path) ?? []
    count -= globs.count
    return globs
  }
}
