import CIModel

/// Where the files of a change land when its base has moved on.
///
/// A merge carries the edit of a file to where the base has moved that file since the merge base, and
/// may put a new file into the folder that the other side has made of its folder: a new file of the
/// change into one of the base, and one of the base into one of the change.
struct LandingPlaces {
  /// The files of the change, each with the path at which it lands.
  var pairs: [TreeComparison.Pair]
  /// The path in the head of each file that lands elsewhere, by the path at which it lands.
  var left: [[UInt8]: [UInt8]] = [:]
  /// The tree of the service's merge, where it is proved; else `nil`.
  var merged: ObjectID?
  /// The tree of the base's tip, if the merge is not known.
  var base: ObjectID?
  /// The paths that the base added since the merge base, if the merge is not known.
  var added: [[UInt8]] = []
  /// The tree of the base's tip, if the base has added or changed links and the merge is not known.
  var treeOfNewLinks: ObjectID?

  /// The maximum number of comparisons of globs and paths.
  private static let mostMatched = 2_000_000

  /// The globs that match no file that the base added; all of them if there are too many.
  func unmatched(of globs: Set<RepositoryPath>) -> Set<RepositoryPath> {
    if added.isEmpty || globs.count > Self.mostMatched / added.count { return globs }
    return globs.filter { text in
      let glob = PathGlob.choosingFiles(text.text)
      return !added.contains { glob.matches(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// Moves the files at the indices to other paths. Where two tools may see another move, the file
  /// lands at both.
  mutating func move(_ places: [(index: Int, path: [UInt8])]) {
    var taken = Set(pairs.compactMap(\.path))
    var moved: Set<Int> = []
    for (index, path) in places {
      guard let old = pairs[index].path, path.count <= TreeComparison.longestPath,
        taken.insert(path).inserted
      else { continue }
      var pair = pairs[index]
      pair.old?.path = path
      pair.new?.path = path
      left[path] = left[old] ?? old
      if pair.old != nil, moved.insert(index).inserted {
        pairs[index] = pair
      } else {
        pairs.append(pair)
      }
    }
  }
}

extension TreeComparison.Pair {
  /// The path of both versions; rename detection has not paired any others yet.
  var path: [UInt8]? { (new ?? old)?.path }
  fileprivate var isEdit: Bool { old != nil && new != nil }
}

extension Comparison {
  /// The files that land at another path than the head has them at, because the base has moved them,
  /// sorted.
  package var landings: [(from: String, to: String)] {
    (places?.left ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      (String(decoding: $0.value, as: UTF8.self), String(decoding: $0.key, as: UTF8.self))
    }
  }
}

extension GitRepository {
  /// Finds where the files of a change land; `nil` when the base has not moved on since the merge
  /// base, or the checkout is trusted.
  func landingPlaces(
    of pairs: [TreeComparison.Pair], _ range: ResolvedBase, _ most: Int
  ) throws(GitError) -> LandingPlaces? {
    guard distrustsCheckout, !range.comparesMerge, range.base != range.mergeBase,
      let base = ObjectID(hex: range.base), let start = ObjectID(hex: range.mergeBase)
    else { return nil }
    if let merge = range.seenThroughMerge.flatMap({ ObjectID(hex: $0) }) {
      return try places(of: pairs, in: merge, head: range.head, most)
    }
    let unknown = GitError.unknownLanding(base: range.baseName, head: range.headName)
    do throws(GitError) {
      var moves = try SideMoves(from: commit(start).tree, to: commit(base).tree, self, most)
      var places = try moves.places(of: pairs, unknown)
      if let head = ObjectID(hex: range.head), !moves.added.isEmpty {
        var branch = try SideMoves(from: commit(start).tree, to: commit(head).tree, self, most)
        places.pairs += try branch.carried(moves.added, unknown)
      }
      return places
    } catch .tooLarge {
      throw unknown
    }
  }

  /// The places in the service's merge: what it changes in the base and the branch has elsewhere.
  private func places(
    of pairs: [TreeComparison.Pair], in merge: ObjectID, head: String, _ most: Int
  ) throws(GitError) -> LandingPlaces {
    let merge = try commit(merge)
    var places = LandingPlaces(pairs: pairs, merged: merge.tree)
    guard let base = merge.parents.first(where: { $0.hex != head }) else { return places }
    var trees = TreeComparison(read: object, budget: .ofChange)
    try trees.compare(commit(base).tree, merge.tree)
    let known = Set(pairs.compactMap(\.path))
    let others = trees.pairs.filter { $0.path.map { !known.contains($0) } ?? false }
    if others.isEmpty { return places }
    let landed = Set(trees.pairs.compactMap(\.path))
    let lost = pairs.indices.filter { index in
      pairs[index].isEdit && pairs[index].path.map { !landed.contains($0) } ?? false
    }
    let edited = others.filter(\.isEdit).compactMap(\.old)
    let renames = try findRenames(lost.compactMap { pairs[$0].old }, edited, most).renames
    places.move(renames.map { (lost[$0.source], edited[$0.destination].path) })
    // Whatever else lands is judged as it is.
    places.pairs += others.filter { $0.path.map { places.left[$0] == nil } ?? false }
    return places
  }
}

/// What one side, most often the base, has moved since the merge base.
private struct SideMoves {
  private let repository: GitRepository
  private let most: Int
  private let old: ObjectID
  private let new: ObjectID
  private let deleted: [FileVersion]
  let added: [FileVersion]
  private let hasNewLinks: Bool
  /// All renames of this side, as `git diff -M` shows them.
  private var renames: [RenameSearch.Rename]?

  /// The base may have changed much more than a change may.
  private static let budget = TreeComparison.Budget(pathBytes: 64 << 20)

  init(
    from old: ObjectID, to new: ObjectID, _ repository: GitRepository, _ most: Int
  ) throws(GitError) {
    (self.repository, self.most, self.old, self.new) = (repository, most, old, new)
    var trees = TreeComparison(read: repository.object, budget: Self.budget)
    try trees.compare(old, new)
    deleted = trees.pairs.compactMap { $0.new == nil ? $0.old : nil }
    added = trees.pairs.compactMap { $0.old == nil ? $0.new : nil }
    hasNewLinks = trees.pairs.contains { $0.new?.kind == FileVersion.link }
  }

  mutating func places(
    of pairs: [TreeComparison.Pair], _ unknown: GitError
  ) throws(GitError) -> LandingPlaces {
    var places = LandingPlaces(pairs: pairs, base: new, added: added.map(\.path))
    if hasNewLinks { places.treeOfNewLinks = new }
    if added.isEmpty || deleted.isEmpty { return places }
    let gone = Set(deleted.map(\.path))
    let edits = pairs.indices.filter { index in
      pairs[index].isEdit && pairs[index].path.map(gone.contains) ?? false
    }
    places.move(try moves(of: edits, pairs, unknown) + folderMoves(pairs, unknown))
    return places
  }

  /// The new paths of edited files. A merge looks for the files that both sides changed, and not for
  /// all that the base moved, which can have another result: then both count.
  private mutating func moves(
    of edits: [Int], _ pairs: [TreeComparison.Pair], _ unknown: GitError
  ) throws(GitError) -> [(index: Int, path: [UInt8])] {
    if edits.isEmpty { return [] }
    let (found, isCut) = try repository.findRenames(
      edits.compactMap { pairs[$0].old }, added, most)
    if isCut, found.count < edits.count { throw unknown }
    let indices = Dictionary(
      edits.compactMap { index in pairs[index].path.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let all = try allRenames().compactMap { rename in
      indices[deleted[rename.source].path].map { ($0, added[rename.destination].path) }
    }
    return found.map { (edits[$0.source], added[$0.destination].path) } + all
  }

  private mutating func allRenames() throws(GitError) -> [RenameSearch.Rename] {
    if let renames { return renames }
    let found = try repository.findRenames(deleted, added, most).renames
    renames = found
    return found
  }

  /// The moves of files that the other side has added, into the folders to which this side has moved
  /// theirs.
  mutating func carried(
    _ files: [FileVersion], _ unknown: GitError
  ) throws(GitError) -> [TreeComparison.Pair] {
    if added.isEmpty || deleted.isEmpty { return [] }
    let pairs = files.map { TreeComparison.Pair(old: nil, new: $0) }
    let taken = Set(added.map(\.path))
    return try folderMoves(pairs, unknown).flatMap { index, path -> [TreeComparison.Pair] in
      if taken.contains(path) || path.count > TreeComparison.longestPath { return [] }
      var file = files[index]
      file.path = path
      return [.init(old: files[index], new: nil), .init(old: nil, new: file)]
    }
  }

  /// The paths of new files in folders that this side has moved: git puts a new file into the folder
  /// that has most of the files of the old one (`merge.directoryRenames`).
  private mutating func folderMoves(
    _ pairs: [TreeComparison.Pair], _ unknown: GitError
  ) throws(GitError) -> [(index: Int, path: [UInt8])] {
    var (before, after) = (lookup(in: old), lookup(in: new))
    var orphans: [(index: Int, folder: [[UInt8]], name: [UInt8], gone: Range<Int>)] = []
    for (index, pair) in pairs.enumerated() where pair.old == nil {
      var folder = (pair.path ?? []).split(separator: Self.slash).map { Array($0) }
      guard let name = folder.popLast() else { continue }
      let kept = try after.depth(of: folder)
      let known = kept < folder.count ? try before.depth(of: folder) : kept
      if known > kept { orphans.append((index, folder, name, kept..<known)) }
    }
    if before.isSpent || after.isSpent { throw unknown }
    if orphans.isEmpty { return [] }
    let homes = try movedFolders()
    return orphans.compactMap { index, folder, name, gone in
      // A folder that is new itself has moved nowhere.
      for last in gone.reversed() {
        guard let home = homes[Array(folder[...last])] else { continue }
        let rest = folder[(last + 1)...] + [name]
        return (index, Array((home + rest).joined(separator: [Self.slash])))
      }
      return nil
    }
  }

  private static let slash = UInt8(ascii: "/")

  private func lookup(in tree: ObjectID) -> TreeLookup {
    let repository = repository
    return TreeLookup(tree) { id throws(GitError) in
      try repository.object(id).withBytes { TreeEntry.all(in: $0) } ?? []
    }
  }

  /// For each folder with moved files, the one to which most of them moved; if two have as many,
  /// there is none.
  private mutating func movedFolders() throws(GitError) -> [[[UInt8]]: [[UInt8]]] {
    var counts: [[[UInt8]]: [[[UInt8]]: Int]] = [:]
    for rename in try allRenames() {
      var from = deleted[rename.source].path.split(separator: Self.slash).dropLast().map {
        Array($0)
      }
      var to = added[rename.destination].path.split(separator: Self.slash).dropLast().map {
        Array($0)
      }
      while !from.isEmpty, from != to {
        counts[from, default: [:]][to, default: 0] += 1
        guard from.last == to.last else { break }
        from.removeLast()
        to.removeLast()
      }
    }
    return counts.compactMapValues { targets in
      guard let most = targets.values.max() else { return nil }
      let best = targets.filter { $0.value == most }
      return best.count == 1 ? best.first?.key : nil
    }
  }
}
