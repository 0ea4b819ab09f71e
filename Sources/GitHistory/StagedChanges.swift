import CIModel
import CLibgit2

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension GitRepository {
  /// The staged changes compared with `HEAD`: the content of the next commit.
  ///
  /// Base and merge base are the commit of `HEAD`, or the empty tree before the first commit. The
  /// head is git's null object id, and there are no commits. The index is that of `GIT_INDEX_FILE`
  /// if it is set, as in hooks of `git commit FILE`.
  package func stagedComparison(detectsRenames: Bool = true) throws(GitError) -> Comparison {
    guard workTree != nil else { throw .bareRepository }
    let head = isHeadUnborn ? nil : try commitID(named: "HEAD")
    if head == nil, !isHeadUnborn { throw .missingObject(id: "HEAD", fetch: fetchAdvice) }
    var committed = TreeComparison(read: object, budget: .ofChange)
    if let head { try committed.compare(try commit(head).tree, nil) }
    let pairs = GitRepository.pairs(committed.pairs.compactMap(\.old), try stagedVersions())
    let lineRoom = LineRoom()
    let files = try fileChanges(pairs, detectsRenames: detectsRenames, lineRoom)
    let base = (head ?? .emptyTree).hex
    return Comparison(
      ChangeSet(
        base: base, head: ChangeSet.stagedHead, mergeBase: base, files: files.map(\.change),
        commits: []), files, in: self, lineRoom)
  }

  /// Pairs the files of both lists, which must be sorted by path.
  private static func pairs(
    _ old: [FileVersion], _ new: [FileVersion]
  ) -> [TreeComparison.Pair] {
    var pairs: [TreeComparison.Pair] = []
    var (left, right) = (old[...], new[...])
    while true {
      switch (left.first, right.first) {
      case (nil, nil): return pairs
      case (let one?, let two?) where one.path == two.path:
        if one.id != two.id || one.mode != two.mode {
          pairs.append(TreeComparison.Pair(old: one, new: two))
        }
        left.removeFirst()
        right.removeFirst()
      case (let one?, let two) where two.map { one.path.lexicographicallyPrecedes($0.path) } ?? true:
        pairs.append(TreeComparison.Pair(old: one, new: nil))
        left.removeFirst()
      case (_, let two):
        pairs.append(TreeComparison.Pair(old: nil, new: two))
        right.removeFirst()
      }
    }
  }

  /// The files of the index, without those that are only marked for adding (`git add -N`).
  private func stagedVersions() throws(GitError) -> [FileVersion] {
    var index: OpaquePointer?
    let code = indexPath.map { git_index_open(&index, $0) } ?? git_repository_index(&index, handle)
    if code < 0 { throw .unreadableIndex(reason: Libgit2.lastMessage) }
    defer { git_index_free(index) }
    var versions: [FileVersion] = []
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position)?.pointee, let path = entry.path
      else {
        continue
      }
      let bytes = Array(UnsafeBufferPointer(start: path, count: strlen(path))).map {
        UInt8(bitPattern: $0)
      }
      let stage = (entry.flags >> 12) & 3
      if stage > 0 { throw .unmergedPath(String(decoding: bytes, as: UTF8.self)) }
      let intentToAdd: UInt16 = 1 << 13
      if entry.flags_extended & intentToAdd != 0 { continue }
      versions.append(FileVersion(id: ObjectID(entry.id), path: bytes, rawMode: entry.mode))
    }
    return versions.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }
}
