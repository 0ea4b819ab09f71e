import CIModel

/// A merge commit that a CI service created from a pull request and its base, to build the merged
/// state.
struct ServiceMerge: Hashable {
  var base: ObjectID
  var baseName: String
  var head: ObjectID
  var headName: String
  /// Whether the merge is trusted: the service reports its id, or it is an automatic merge of the
  /// pull request that the service reports. Otherwise only its message identifies it, which anyone
  /// can write; then it is judged with its whole content.
  var isProved: Bool

  /// - Parameters:
  /// - parents: Both parents of the merge.
  /// - headIndex: The index of the pull request in `parents`.
  init(parents: [ObjectID], headIndex: Int, isProved: Bool) {
    self.isProved = isProved
    let names = ["the first parent of HEAD", "the second parent of HEAD"]
    (base, baseName) = (parents[1 - headIndex], names[1 - headIndex])
    (head, headName) = (parents[headIndex], names[headIndex])
  }

  /// The parents of a merge according to its subject.
  enum Wording: Hashable {
    /// `Merge <id> into <id>`: GitHub, Gitea and Azure merge the first into the second.
    case pullRequest(head: ObjectID, base: ObjectID)
    /// `Merge commit '<id>' into HEAD`: the subject of `git merge <id>` on a detached `HEAD`, which
    /// some services use to merge the base into the head or the head into the base.
    case detached(merged: ObjectID)

    /// Parses a subject; `nil` for any other one.
    init?(subject: String) {
      let words = subject.split(separator: " ")
      if words.count == 4, words[0] == "Merge", words[2] == "into",
        let head = ObjectID(hex: String(words[1])), let base = ObjectID(hex: String(words[3]))
      {
        self = .pullRequest(head: head, base: base)
      } else if words.count == 5, words[0] == "Merge", words[1] == "commit",
        words[3] == "into", words[4] == "HEAD",
        let merged = ObjectID(hex: words[2].filter { $0 != "'" })
      {
        self = .detached(merged: merged)
      } else {
        return nil
      }
    }
  }
}

extension GitRepository {
  /// The service's merge that `HEAD` points to; `nil` when it is not one. If only the message
  /// identifies it, the base branch must contain exactly one of its parents.
  ///
  /// - Parameter head: The commit of `HEAD`.
  func serviceMerge(
    _ head: ObjectID, _ request: BaseRequest
  ) throws(GitError) -> ServiceMerge? {
    guard request.head == nil, request.isPullRequestMerge || request.isPullRequest else {
      return nil
    }
    let commit = try commit(head)
    let parents = commit.parents
    guard parents.count == 2 else { return nil }
    func isNamed(_ id: ObjectID, _ name: String?) -> Bool { name?.lowercased() == id.hex }

    if let expected = request.mergeCommit, request.isPullRequestMerge, !expected.isEmpty {
      guard isNamed(head, expected) else { return nil }
      if request.headCommit.map({ isNamed(parents[1], $0) }) ?? true {
        return ServiceMerge(parents: parents, headIndex: 1, isProved: true)
      }
    }
    // If the branch has moved since the service read it, the merge is by its author and can contain
    // anything.
    var newest = request.headCommit
    if newest == nil { newest = try newestCommit(of: request)?.hex }
    if let index = parents.firstIndex(where: { isNamed($0, newest) }),
      belongsToBase(parents[1 - index], request) == true,
      belongsToBase(parents[index], request) == false, isCleanMerge(head)
    {
      return ServiceMerge(parents: parents, headIndex: index, isProved: true)
    }
    let baseIndex: Int?
    switch ServiceMerge.Wording(subject: commit.commit(id: head).wholeSubject) {
    case .pullRequest(let second, let first) where parents == [first, second]:
      baseIndex = 0
    case .detached(let merged) where parents[1] == merged:
      baseIndex = parents.indices.first { belongsToBase(parents[$0], request) == true }
    case _ where request.isPullRequestMerge:
      baseIndex = 0
    default:
      return nil
    }
    // The base contains exactly one parent; after the branch was merged, it contains both.
    guard let baseIndex, belongsToBase(parents[baseIndex], request) == true,
      belongsToBase(parents[1 - baseIndex], request) == false
    else { return nil }
    return ServiceMerge(parents: parents, headIndex: 1 - baseIndex, isProved: false)
  }

  /// The pull request's newest commit, as fetched by the service.
  private func newestCommit(of request: BaseRequest) throws(GitError) -> ObjectID? {
    guard let branch = request.headReference, let remote = remoteOfBranches else { return nil }
    return try commitID(ofReference: "refs/remotes/\(remote)/\(branch)")
  }

  /// Whether the base branch contains a commit; `nil` when the clone contains too little history.
  /// The search for the merge base reports the missing part.
  private func belongsToBase(_ commit: ObjectID, _ request: BaseRequest) -> Bool? {
    guard let base = try? base(for: request).id, base != .emptyTree else { return nil }
    return try? isReachable(commit, from: base)
  }

  /// Whether `commit` is `tip` or one of its ancestors.
  /// - Throws: When a shallow clone hides the answer.
  func isReachable(_ commit: ObjectID, from tip: ObjectID) throws(GitError) -> Bool {
    if commit == tip { return true }
    var graph = makeGraph()
    let found = try graph.mergeBases(commit, tip)
    if found.all == [commit] { return true }
    if found.metBoundary {
      throw .noMergeBase(
        base: tip.hex, head: commit.hex, reason: .shallow(fetch: fetchAdvice))
    }
    return false
  }
}
