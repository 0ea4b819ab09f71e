extension CommitGraph {
  /// Whether the commits missing in a shallow clone cannot change the merge bases and the commits
  /// of the change that were found without them.
  ///
  /// A boundary commit hides its ancestors. That is harmless if both base and head reach the
  /// boundary commit, because the hidden commits are then common to both, with one exception: a
  /// commit that only the head seems to reach may also be reachable from beyond the boundary. That
  /// is impossible if the boundary commit is one of its ancestors. (`MergeBases.metBoundary`
  /// already reports a boundary that only one of the two reaches.)
  ///
  /// - Parameter own: The commits of the change, parents before children.
  mutating func provesOwn(_ own: [ObjectID], above bases: [ObjectID]) throws(GitError) -> Bool {
    var bottoms: [Int] = []
    for id in bases { bottoms.append(try position(of: id)) }
    let doubtful = try notDescending(own, from: bottoms)
    if doubtful.isEmpty { return true }
    let boundary = try reachable(from: bottoms).filter { nodes[$0].isBoundary }
    if boundary.isEmpty { return true }
    for commit in doubtful where try !reachable(from: [commit]).isSuperset(of: boundary) {
      return false
    }
    return true
  }

  /// The commits of the change that do not descend from every merge base.
  private mutating func notDescending(
    _ own: [ObjectID], from bases: [Int]
  ) throws(GitError) -> [Int] {
    var reached: [Int: Set<Int>] = [:]
    for base in bases { reached[base] = [base] }
    var result: [Int] = []
    for id in own {
      let commit = try position(of: id)
      var found: Set<Int> = []
      for parent in try parents(of: commit) { found.formUnion(reached[parent] ?? []) }
      reached[commit] = found
      if found.count < bases.count { result.append(commit) }
    }
    return result
  }

  private mutating func reachable(from tips: [Int]) throws(GitError) -> Set<Int> {
    var seen = Set(tips)
    var open = tips
    while let commit = open.popLast() {
      for parent in try parents(of: commit) where seen.insert(parent).inserted {
        open.append(parent)
      }
    }
    return seen
  }
}
