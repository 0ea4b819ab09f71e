extension CommitGraph {
  /// Whether nothing that a shallow clone hides can change the merge bases and the own commits that
  /// were found without it.
  ///
  /// What a boundary commit hides are its ancestors. That harms nothing where base and head both
  /// reach the boundary commit, since what is hidden is then common to both, with one exception: a
  /// commit that looks as if only the head had it may be reached again from behind the boundary. It
  /// is not where the boundary commit is one of its own ancestors. (A boundary that only one of the
  /// two reaches has already been told by `MergeBases.metBoundary`.)
  ///
  /// - Parameter own: parents before children.
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

  /// The own commits that do not come after every one of the merge bases.
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
