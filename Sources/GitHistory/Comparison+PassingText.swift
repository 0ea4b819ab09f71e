package import CIModel

extension Comparison {
  /// Lines that a commit of the change added and a later one took back, so that the change does not
  /// show them and the history keeps them; in the order of the commits, each version of a file once.
  ///
  /// Commits whose objects a shallow or partial clone lacks are left out.
  ///
  /// - Parameter mayConcern: Asked with the path and the bytes of each version of a file that is neither
  ///   the head's nor the merge base's.
  package func passingText(
    mayConcern: (_ path: String, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    guard changes.commits.count > 1 else { return [] }
    var seen = Set(sides.flatMap { [$0.old?.id, $0.new?.id] }.compactMap(\.self))
    var texts: [AddedText] = []
    for commit in changes.commits {
      do throws(GitError) {
        for pair in try ownVersions(of: commit) {
          guard let new = pair.new, !new.isSubmodule, seen.insert(new.id).inserted,
            let text = try passingText(pair, new, commit, mayConcern)
          else { continue }
          texts.append(text)
        }
      } catch .missingObject {
        continue
      }
    }
    return texts
  }

  private func passingText(
    _ pair: TreeComparison.Pair, _ new: FileVersion, _ commit: Commit,
    _ mayConcern: (String, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> AddedText? {
    let content = try repository.content(of: new)
    guard content.withBytes({ mayConcern(new.pathText, $0) }) else { return nil }
    let hunks = try repository.content(of: pair.old).compare(with: content).hunks
    var text = AddedText(path: new.pathText)
    text.commit = commit.id
    content.withBytes { bytes in
      let lines = TextLines(bytes)
      for hunk in hunks {
        for number in hunk.new { text.append(lines.line(number), number: number) }
      }
    }
    return text
  }

  /// The files that a commit made what they are: those that differ from what each parent has.
  private func ownVersions(of commit: Commit) throws(GitError) -> [TreeComparison.Pair] {
    guard let id = ObjectID(hex: commit.id) else { return [] }
    let tree = try repository.commit(id).tree
    let parents = commit.parents.compactMap { ObjectID(hex: $0) }
    var result: [TreeComparison.Pair]?
    for parent in parents.isEmpty ? [nil] : parents.map(Optional.some) {
      var trees = TreeComparison(read: repository.object)
      var old: ObjectID?
      if let parent { old = try repository.commit(parent).tree }
      try trees.compare(old, tree)
      guard let known = result else {
        result = trees.pairs
        continue
      }
      let others = Set(trees.pairs.compactMap(\.new))
      result = known.filter { pair in pair.new.map(others.contains) ?? false }
    }
    return result ?? []
  }
}
