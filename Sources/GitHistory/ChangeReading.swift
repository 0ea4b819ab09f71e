package import CIModel
import CLibgit2

extension GitRepository {
  /// The difference between the merge base and the head.
  ///
  /// Line counts equal those of `git diff --numstat`, with and without `--no-renames`; see
  /// `RenameSearch` for the detection of renames.
  ///
  /// - Parameter most: The number of bytes of both versions of all files that are read if the
  ///   checkout is not trusted: a few kilobytes of a pack can contain any number of large files.
  package func comparison(
    _ range: ResolvedBase, detectsRenames: Bool = true, most: Int = mostOfContents
  ) throws(GitError) -> Comparison {
    guard let base = ObjectID(hex: range.base), let head = ObjectID(hex: range.head),
      let mergeBase = ObjectID(hex: range.mergeBase)
    else { throw .failure(operation: "compare commits", message: "an object id is incomplete") }
    var graph = makeGraph()
    var commits: [Commit] = []
    let newest = range.newestOwn.flatMap { ObjectID(hex: $0) } ?? head
    var own = try graph.ownCommits(head: newest, base: base == .emptyTree ? nil : base)
    if range.followsFirstParent { own = try graph.firstParents(of: newest, among: own) }
    var room = Self.mostCompared
    var roomForMessages = Self.mostOfMessages
    for id in own {
      let object = try commit(
        id, longestMessage: max(0, min(CommitObject.longestMessage, roomForMessages)))
      roomForMessages -= object.textLength
      var commit = object.commit(id: id)
      // A merge of commits that its first parent already contains has no effect.
      if commit.isMerge {
        room -= graph.size * 3 * (commit.parents.count - 1)
        commit.mayMerge = room < 0
        if room < 0 || mergesNothing(commit, &graph) {
          commit.isMerge = false
        } else if try changesMore(commit, &graph) {
          commit.mayMerge = true
          commit.isMerge = false
        }
      }
      commits.append(commit)
    }
    var trees = TreeComparison(read: object, budget: .ofChange)
    let landing = range.comparesMerge ? range.seenThroughMerge.flatMap { ObjectID(hex: $0) } : nil
    let oldTree = mergeBase == .emptyTree ? nil : try commit(mergeBase).tree
    try trees.compare(oldTree, try commit(landing ?? head).tree)
    let lineRoom = LineRoom()
    let places = try landingPlaces(of: trees.pairs, range, most)
    let files = try fileChanges(
      places?.pairs ?? trees.pairs, detectsRenames: detectsRenames, most: most, lineRoom)
    var changes = ChangeSet(
      base: range.base, head: range.head, mergeBase: range.mergeBase, files: files.map(\.change),
      commits: commits)
    if !range.otherMergeBases.isEmpty { changes.otherMergeBases = range.otherMergeBases }
    var comparison = Comparison(changes, files, in: self, lineRoom)
    comparison.landing = landing
    comparison.places = places
    return comparison
  }

  /// The maximum size in bytes of the messages of all commits together.
  private static let mostOfMessages = 8 << 20

  /// The maximum number of commits and parents that are visited to find the effect of merges.
  private static let mostCompared = 8_000_000

  private func mergesNothing(_ commit: Commit, _ graph: inout CommitGraph) -> Bool {
    let parents = commit.parents.compactMap { ObjectID(hex: $0) }
    guard let first = parents.first else { return false }
    return parents.dropFirst().allSatisfy { other in
      other == first || (try? graph.mergeBases(other, first))?.all == [other]
    }
  }

  /// Whether somebody changed files in a merge that needs no change: one of its parents contains all
  /// others and still has another tree, or a parent has no files at all.
  private func changesMore(
    _ commit: Commit, _ graph: inout CommitGraph
  ) throws(GitError) -> Bool {
    guard let id = ObjectID(hex: commit.id) else { return false }
    let parents = commit.parents.compactMap { ObjectID(hex: $0) }
    if isShallow, !parents.allSatisfy(hasObject) { return false }
    for parent in parents where try treeID(of: parent) == .emptyTree { return true }
    // The parent that contains all others, if there is one, contains the first, and each next one.
    var newest = parents.first
    for parent in parents.dropFirst() {
      guard let known = newest, let bases = try? graph.mergeBases(known, parent) else {
        return false
      }
      newest = bases.all == [known] ? parent : bases.all == [parent] ? known : nil
    }
    guard let newest else { return false }
    return try treeID(of: newest) != treeID(of: id)
  }

  /// The change set without the comparison.
  package func changeSet(
    _ range: ResolvedBase, detectsRenames: Bool = true
  ) throws(GitError) -> ChangeSet {
    try comparison(range, detectsRenames: detectsRenames).changes
  }

  /// The maximum number of bytes of all contents that are read.
  package static let mostOfContents = 160 << 20

  /// Pairs renames, counts lines, and sorts by path.
  func fileChanges(
    _ pairs: [TreeComparison.Pair], detectsRenames: Bool, most: Int = mostOfContents,
    _ lineRoom: LineRoom
  ) throws(GitError) -> [ComparedFile] {
    var similarities: [ObjectPath: Int] = [:]
    var joined = pairs
    if detectsRenames { (joined, similarities) = try joiningRenames(pairs, most) }
    var files: [(path: [UInt8], file: ComparedFile)] = []
    var room = distrustsCheckout ? most : .max
    try forEachInPackOrder(joined) { pair throws(GitError) in
      guard let shown = pair.new ?? pair.old else { return }
      let similarity = similarities[ObjectPath(path: shown.path)]
      files.append(
        (shown.path, try comparedFile(pair, shown: shown, similarity: similarity, &room, lineRoom)))
    }
    return files.sorted { $0.path.lexicographicallyPrecedes($1.path) }
      .map(\.file)
  }

  /// Calls `body` with each pair. If there are many, they are visited in the order of their
  /// contents in the packs, and each group is read ahead.
  ///
  /// Packs store contents as deltas against nearby objects, in chains of up to fifty. Reading in
  /// path order would decompress most of each chain again for every file.
  private func forEachInPackOrder(
    _ pairs: [TreeComparison.Pair], _ body: (TreeComparison.Pair) throws(GitError) -> Void
  ) throws(GitError) {
    let groupSize = 512
    guard pairs.count > groupSize, let order = packOrder else {
      for pair in pairs { try body(pair) }
      return
    }
    let placed = pairs.map { pair in
      (pair: pair, place: (pair.new ?? pair.old).flatMap { order.place(of: $0.id) })
    }.sorted { left, right in
      guard let one = left.place else { return false }
      return right.place.map { one < $0 } ?? true
    }
    for start in stride(from: 0, to: placed.count, by: groupSize) {
      let group = placed[start..<min(start + groupSize, placed.count)]
      // Objects are kept until the group is done, so that none is read twice; a limit bounds the
      // memory.
      var held: [GitObject] = []
      var bytes = 0
      let old = group.compactMap(\.pair.old).compactMap { old in
        old.isSubmodule
          ? nil : order.place(of: old.id).map { (id: old.id, version: old, place: $0) }
      }.sorted { $0.place < $1.place }
      for version in old where bytes < 32 << 20 {
        if try contentSize(of: version.version) >= ContentKind.bigFile { continue }
        let object = try object(version.id)
        bytes += object.count
        held.append(object)
      }
      for entry in group { try body(entry.pair) }
      withExtendedLifetime(held) {}
    }
  }

  /// The new path of a rename, or the path of any other file.
  private struct ObjectPath: Hashable {
    var path: [UInt8]
  }

  private func joiningRenames(
    _ pairs: [TreeComparison.Pair], _ most: Int
  ) throws(GitError) -> ([TreeComparison.Pair], [ObjectPath: Int]) {
    let deleted = pairs.compactMap { $0.new == nil ? $0.old : nil }
    let added = pairs.compactMap { $0.old == nil ? $0.new : nil }
    let (renames, _) = try findRenames(deleted, added, most)
    if renames.isEmpty { return (pairs, [:]) }
    var sources: [[UInt8]: FileVersion] = [:]
    var similarities: [ObjectPath: Int] = [:]
    var moved: Set<[UInt8]> = []
    for rename in renames {
      let new = added[rename.destination].path
      sources[new] = deleted[rename.source]
      similarities[ObjectPath(path: new)] = rename.similarity
      moved.insert(deleted[rename.source].path)
    }
    let joined = pairs.compactMap { pair -> TreeComparison.Pair? in
      if pair.new == nil, let old = pair.old, moved.contains(old.path) { return nil }
      guard pair.old == nil, let new = pair.new, let source = sources[new.path] else { return pair }
      return TreeComparison.Pair(old: source, new: new)
    }
    return (joined, similarities)
  }

  /// Finds renames.
  ///
  /// - Returns: Also whether files were left out, because there was too much to read.
  func findRenames(
    _ deleted: [FileVersion], _ added: [FileVersion], _ most: Int
  ) throws(GitError) -> (renames: [RenameSearch.Rename], isCut: Bool) {
    var room = distrustsCheckout ? most : .max
    var isCut = false
    let reader = RenameContents.Reader(
      size: { version throws(GitError) in try self.size(of: version) },
      hashes: { version, scratch throws(GitError) in
        let size = try self.contentSize(of: version)
        let isUnread = size >= ContentKind.bigFile || size > room
        if !isUnread { room -= size }
        if size < ContentKind.bigFile, isUnread { isCut = true }
        if isUnread { return SpanHashes() }
        return try self.content(of: version).withBytes { bytes throws(GitError) in
          SpanHashes(
            bytes, isText: try !self.kinds.isBinary(version, bytes), scratch: &scratch)
        }
      })
    let renames = try RenameSearch.renames(deleted, added, reader)
    return (
      renames,
      isCut || RenameSearch.isTooMany(deleted.count - renames.count, added.count - renames.count)
    )
  }

  private func comparedFile(
    _ pair: TreeComparison.Pair, shown: FileVersion, similarity: Int?, _ room: inout Int,
    _ lineRoom: LineRoom
  ) throws(GitError) -> ComparedFile {
    let (old, new) = (pair.old, pair.new)
    let status: FileChange.Status =
      if let old, let new {
        similarity != nil ? .renamed : old.kind == new.kind ? .modified : .typechanged
      } else {
        new == nil ? .deleted : .added
      }
    var change = FileChange(
      status, shown.pathText, pathBytes: shown.encodedPath,
      oldPath: similarity == nil ? nil : old?.pathText,
      oldPathBytes: similarity == nil ? nil : old?.encodedPath,
      // git estimates similarity from lines in any order; here 100 means identical bytes.
      similarity: old?.id == new?.id ? similarity : similarity.map { min($0, 99) },
      mode: new?.modeText, oldMode: old?.modeText)
    let newSize = try contentSize(of: new)
    let oldSize = old?.id == new?.id ? newSize : try contentSize(of: old)
    let count = old?.id == new?.id ? newSize : oldSize + newSize
    let isTooLarge = max(oldSize, newSize) >= ContentKind.bigFile
    let isPastRoom = !isTooLarge && count > room
    if isTooLarge || isPastRoom {
      if let new, !new.isSubmodule { change.size = newSize }
      change.isBinary = true
      if isTooLarge, oldSize < ContentKind.bigFile {
        change.wasText = try wasText(old, content(of: old))
      }
      return ComparedFile(change: change, sides: pair, isUnread: isPastRoom)
    }
    room -= count
    let newContent = try content(of: new)
    if let new, !new.isSubmodule {
      change.size = newContent.count
      if new.isRegular, let pointer = newContent.withBytes({ LFSPointer($0) }) {
        change.lfsPointerSize = newContent.count
        change.size = pointer.size
      }
    }
    let oldContent = old?.id == new?.id ? newContent : try content(of: old)
    change.isBinary = try isBinary(new, newContent)
    if change.isBinary {
      change.wasText = old?.id == new?.id ? nil : try wasText(old, oldContent)
    } else {
      change.isBinary = try isBinary(old, oldContent)
    }
    var file = ComparedFile(change: change, sides: pair)
    file.mayBePointer = new?.isRegular == true && newContent.withBytes(LFSPointer.mayBeOne)
    if change.isBinary || old?.id == new?.id { return file }
    let comparison = try oldContent.compare(with: newContent, lineRoom)
    file.change.additions = comparison.additions
    file.change.deletions = comparison.deletions
    file.isAmbiguous =
      newContent.withBytes(HiddenText.isAmbiguous) || oldContent.withBytes(HiddenText.isAmbiguous)
    return file
  }

  /// `true` for a regular file that is not binary; else `nil`.
  private func wasText(_ old: FileVersion?, _ content: FileContent) throws(GitError) -> Bool? {
    guard let old, old.isRegular else { return nil }
    return try isBinary(old, content) ? nil : true
  }

  /// The size in bytes of a content; 0 for a submodule or no version. git does not compare contents of
  /// `ContentKind.bigFile` and more, which could fill the memory.
  private func contentSize(of version: FileVersion?) throws(GitError) -> Int {
    guard let version, !version.isSubmodule else { return 0 }
    return try size(of: version)
  }

  private func isBinary(_ version: FileVersion?, _ content: FileContent) throws(GitError) -> Bool {
    guard let version else { return false }
    return try content.withBytes { bytes throws(GitError) in try kinds.isBinary(version, bytes) }
  }
}
