package import CIModel

extension Comparison {
  /// Versions of files with lines that one commit of the change added and a later one removed, so
  /// that the change does not show them but the history contains them; in the order of the commits,
  /// each version of a file once. Each text holds the other lines of the version, too: a later
  /// commit can complete what an earlier one began.
  ///
  /// Commits whose parents are missing in a shallow clone are left out.
  ///
  /// - Parameters:
  /// - mostBytes: The limit for versions that the head does not have: a few kilobytes of a pack can
  ///   contain any number of them.
  /// - mayConcern: Called with the path and the bytes of each version that is neither the head's
  ///   nor the merge base's.
  /// - Throws: Also when there are more than `mostBytes`.
  package func passingText(
    mostBytes: Int = 128 << 20,
    mayConcern: (_ path: String, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    // With a single commit, the change shows everything.
    if let only = changes.commits.first, changes.commits.count == 1, only.id == changes.head,
      landing == nil
    {
      return []
    }
    var seen = Set(
      sides.flatMap { [$0.old, $0.new] }.compactMap(\.self).map { Version($0) })
    if let left = places?.left {
      seen.formUnion(
        seen.compactMap { version in
          left[version.path].map { version.at($0) }
        })
    }
    var texts: [AddedText] = []
    var room = mostBytes
    var trees = TreeComparison(read: repository.object, budget: .ofHistory)
    var links = links
    for commit in changes.commits {
      for pair in try ownVersions(of: commit, &trees) {
        guard let new = pair.new, !new.isSubmodule,
          seen.insert(Version(new)).inserted
        else { continue }
        try Self.take(repository.size(of: new), from: &room)
        var isCut = false
        let others = links?.otherPaths(of: new.path, isCut: &isCut) ?? []
        let paths = ([new.path] + others).map { String(decoding: $0, as: UTF8.self) }
        texts += try passingTexts(pair, new, commit, &room) { bytes in
          isCut || paths.contains { mayConcern($0, bytes) }
        }
      }
    }
    return texts
  }

  private static func take(_ count: Int, from room: inout Int) throws(GitError) {
    room -= count
    guard room >= 0 else {
      throw .failure(
        operation: "read the changes that later commits reverted",
        message: "they have too much text in all possible encodings; squash the commits")
    }
  }

  /// Short lines use more memory than their bytes.
  private static func takeLines(of content: FileContent, from room: inout Int) throws(GitError) {
    let lines = content.withBytes(lineCount)
    try take(max(0, lines * costOfLine - content.count), from: &room)
  }

  /// The memory in bytes that a line uses, including its text.
  private static let costOfLine = 32

  /// A content at a path; a rule can check one path and not another. Anyone can write a submodule
  /// with the id of a file's content, so the kind counts, too.
  private struct Version: Hashable {
    var id: ObjectID
    var path: [UInt8]
    var kind: UInt16

    init(_ version: FileVersion) {
      (id, path, kind) = (version.id, version.path, version.kind)
    }

    func at(_ path: [UInt8]) -> Version {
      var other = self
      other.path = path
      return other
    }
  }

  /// The text of a version, once for each way in which it can be decoded.
  private func passingTexts(
    _ pair: TreeComparison.Pair, _ new: FileVersion, _ commit: Commit, _ room: inout Int,
    _ mayConcern: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    let content = try repository.content(of: new)
    if content.withBytes(mayConcern) {
      let old = try repository.content(of: pair.old)
      var text = AddedText(RepositoryPath(new.path))
      text.commit = commit.id
      try Self.takeLines(of: content, from: &room)
      let hunks = try old.compare(with: content, lineRoom).hunks
      content.withBytes { text.append(allOf: $0, added: hunks) }
      texts.append(text)
    }
    guard content.withBytes(HiddenText.isAmbiguous), let bytes = try hiddenContent(of: new) else {
      return texts
    }
    var reader = HiddenText.Reader(bytes)
    for reading in HiddenText.readings(of: bytes) {
      try Self.take(bytes.count, from: &room)
      let read = reader.text(reading)
      guard read.withUnsafeBytes(mayConcern) else { continue }
      try Self.takeLines(of: .bytes(read), from: &room)
      var text = AddedText(RepositoryPath(new.path))
      text.commit = commit.id
      let old = FileContent.bytes(reading.text(try hiddenContent(of: pair.old) ?? []))
      let hunks = try old.compare(with: .bytes(read), lineRoom).hunks
      read.withUnsafeBytes { text.append(allOf: $0, added: hunks) }
      texts.append(text)
    }
    return texts
  }

  /// The files that a commit itself changed: those that differ from every parent. For a commit with
  /// one parent, folders that were compared for an earlier commit are left out.
  ///
  /// - Parameter trees: Shared by all commits of the change.
  func ownVersions(
    of commit: Commit, _ trees: inout TreeComparison
  ) throws(GitError) -> [TreeComparison.Pair] {
    guard let id = ObjectID(hex: commit.id) else { return [] }
    let tree = try repository.treeID(of: id)
    let parents = commit.parents.compactMap { ObjectID(hex: $0) }
    var result: [TreeComparison.Pair]?
    for parent in parents.isEmpty ? [nil] : parents.map(Optional.some) {
      var old: ObjectID?
      if let parent {
        if repository.isShallow, !repository.hasObject(parent) { return [] }
        old = try repository.treeID(of: parent)
      }
      let pairs = try trees.difference(old, tree, onlyNew: parents.count < 2)
      guard let known = result else {
        result = pairs
        continue
      }
      let others = Set(pairs.compactMap(\.new))
      result = known.filter { pair in pair.new.map(others.contains) ?? false }
    }
    return result ?? []
  }
}
