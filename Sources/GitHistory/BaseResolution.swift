import CIModel

/// A request for a comparison: the base and head that the user and the CI service named.
package struct BaseRequest: Hashable, Sendable {
  /// `--base`: any name that git accepts, or a branch that exists only on the remote.
  package var base: String?
  /// The target branch of the change according to the CI service, such as `main`.
  package var baseBranch: String?
  /// `--head`; `nil` means `HEAD`.
  package var head: String?
  /// Whether the CI service checked out a merge commit that it created from the base and the
  /// change.
  package var isPullRequestMerge: Bool
  /// The id of that merge commit, if the service reports it. A `HEAD` with another id is used as it
  /// is, because the job then checked out something else.
  package var mergeCommit: String?
  /// Whether the job belongs to a pull request. Services that do not report whether they check out
  /// a merge commit often do; it is then recognized by its parents or its message.
  package var isPullRequest: Bool
  /// The id of the pull request's newest commit, if the service reports it.
  package var headCommit: String?
  /// The remote branch into which the service fetches that commit, if it does not report the id:
  /// `PR-1`.
  package var headReference: String?
  /// Whether to compare the index with `HEAD`; the other properties are ignored then.
  package var isStaged = false
  /// Whether the base must be a branch of the remote, if there is one: a local branch of that name
  /// can be the change itself, checked out from a fork under the name of the base.
  package var needsRemoteBase = false
  package var mode = Mode.mergeBase
  /// Whether commits that came with merges are left out of the commits of the change.
  package var followsFirstParent = false

  /// The state that the files of the head are compared with.
  package enum Mode: String, CaseIterable, Sendable {
    /// The merge base, as in `git diff base...head`.
    case mergeBase = "merge-base"
    /// The base itself, as in `git diff base head`; the two histories need no common commit.
    case tree
  }

  package init(
    base: String? = nil, baseBranch: String? = nil, head: String? = nil,
    isPullRequestMerge: Bool = false, mergeCommit: String? = nil, isPullRequest: Bool = false,
    headCommit: String? = nil, headReference: String? = nil
  ) {
    self.base = base
    self.baseBranch = baseBranch
    self.head = head
    self.isPullRequestMerge = isPullRequestMerge
    self.mergeCommit = mergeCommit
    self.isPullRequest = isPullRequest
    self.headCommit = headCommit
    self.headReference = headReference
  }
}

/// Base, head and merge base of a change; ids are full.
package struct ResolvedBase: Hashable, Sendable {
  /// The name by which `base` was found, such as `origin/main`.
  package var baseName: String
  package var base: String
  package var headName: String
  package var head: String
  package var mergeBase: String
  /// The other merge bases in a criss-cross history; git uses the same one as `mergeBase`.
  package var otherMergeBases: [String]
  /// Whether the files are those of the service's merge, and `mergeBase` is its parent on the base:
  /// the result of merging. With several merge bases, none of them shows that.
  package var comparesMerge = false
  /// The CI service's merge commit, which is not a commit of the change.
  package var seenThroughMerge: String?
  /// The newest commit of the change if it differs from the head: the head is the service's merge,
  /// whose files are judged.
  package var newestOwn: String?
  /// Whether commits that came with merges are left out of the commits of the change.
  package var followsFirstParent = false
}

extension GitRepository {
  /// The change for a request.
  package func comparison(
    _ request: BaseRequest, detectsRenames: Bool = true
  ) throws(GitError) -> Comparison {
    var comparison =
      request.isStaged
      ? try stagedComparison(detectsRenames: detectsRenames)
      : try comparison(resolveBase(request), detectsRenames: detectsRenames)
    try comparison.findLinkedFiles()
    try comparison.findLinksElsewhere()
    if distrustsCheckout { try comparison.followLinks() }
    return comparison
  }

  /// Finds base, head and merge base.
  ///
  /// The base is the requested one, else the CI service's, else the repository's default branch:
  /// the target of `refs/remotes/origin/HEAD`, `main`, `master`, `trunk` or `develop` of the
  /// remote, `refs/remotes/origin/HEAD` if it is a commit of its own, then the local branches. A
  /// branch of the remote is preferred to the local branch of the same name, which is often older.
  package func resolveBase(_ request: BaseRequest) throws(GitError) -> ResolvedBase {
    var range = try resolve(request)
    range.followsFirstParent = request.followsFirstParent
    return range
  }

  private func resolve(_ request: BaseRequest) throws(GitError) -> ResolvedBase {
    let headName = request.head ?? "HEAD"
    guard let head = try commitID(named: headName) else {
      if request.head == nil {
        throw isHeadUnborn ? .noCommits : .missingObject(id: "HEAD", fetch: fetchAdvice)
      }
      throw .missingReference(name: headName, fetch: fetchAdvice)
    }
    let merge = try serviceMerge(head, request)
    if let merge, merge.isProved {
      let base = try request.base.map { name throws(GitError) in
        try self.base(named: name, request)
      }
      var range = try resolved(
        baseName: base?.name ?? merge.baseName, base: base?.id ?? merge.base,
        headName: merge.headName, head: merge.head, merge: head, mode: request.mode)
      if !range.otherMergeBases.isEmpty, range.base == merge.base.hex {
        range.mergeBase = merge.base.hex
        range.otherMergeBases = []
        range.comparesMerge = true
      }
      try requireOneMergeBase(range)
      return range
    }
    let base = try base(for: request)
    // Only the message identifies it as the service's, and the author of a change can write such a
    // message, too.
    let told = distrustsCheckout ? nil : merge
    var range = try resolved(
      baseName: base.name, base: base.id, headName: headName, head: head,
      merge: told.map { _ in head }, mode: request.mode)
    range.newestOwn = told?.head.hex
    try requireOneMergeBase(range)
    return range
  }

  /// With several merge bases, a comparison with one of them hides changes on the side of another:
  /// a branch could revert newer commits of the base without showing it.
  private func requireOneMergeBase(_ range: ResolvedBase) throws(GitError) {
    guard distrustsCheckout, !range.otherMergeBases.isEmpty else { return }
    throw .severalMergeBases(base: range.baseName, head: range.headName)
  }

  private func resolved(
    baseName: String, base: ObjectID, headName: String, head: ObjectID, merge: ObjectID?,
    mode: BaseRequest.Mode
  ) throws(GitError) -> ResolvedBase {
    var graph = makeGraph()
    func result(_ bases: [ObjectID]) -> ResolvedBase {
      ResolvedBase(
        baseName: baseName, base: base.hex, headName: headName, head: head.hex,
        mergeBase: bases.first?.hex ?? "", otherMergeBases: bases.dropFirst().map(\.hex),
        seenThroughMerge: merge?.hex)
    }
    // Compared with the empty tree, everything is new.
    if base == .emptyTree { return result([base]) }
    let unknown = GitError.noMergeBase(
      base: baseName, head: headName, reason: .shallow(fetch: fetchAdvice))
    do throws(GitError) {
      let found = try graph.mergeBases(base, head)
      if isShallow {
        if found.metBoundary { throw unknown }
        let own = try graph.ownCommits(head: head, base: base)
        guard try graph.provesOwn(own, above: found.all) else { throw unknown }
      }
      // The commits of the change are proved as usual; the files need no merge base.
      if mode == .tree { return result([base]) }
      if found.all.isEmpty {
        throw .noMergeBase(base: baseName, head: headName, reason: .unrelated)
      }
      return result(found.all)
    } catch .missingObject where isShallow {
      // A clone of depth 1 contains the service's merge commit without its parents.
      throw unknown
    }
  }

  func base(
    for request: BaseRequest
  ) throws(GitError) -> (name: String, id: ObjectID) {
    if let name = request.base { return try base(named: name, request) }
    if let branch = request.baseBranch, !branch.isEmpty {
      return try base(branch: branch, request)
    }
    return try defaultBase(request)
  }

  /// The tip of the target branch, whose configuration and policies judge the change.
  ///
  /// If the CI service's merge is proved, its first parent is used when the branch is missing or
  /// older than it.
  package func judge(of request: BaseRequest) throws(GitError) -> (name: String, id: String) {
    let head = try commitID(named: request.head ?? "HEAD")
    let merge = try head.flatMap { head throws(GitError) in try serviceMerge(head, request) }
    guard let merge, merge.isProved, request.base == nil else {
      let base = try base(for: request)
      return (base.name, base.id.hex)
    }
    guard let branch = try? base(for: request), try !isReachable(branch.id, from: merge.base) else {
      return (merge.baseName, merge.base.hex)
    }
    return (branch.name, branch.id.hex)
  }

  /// Resolves a name from the command line: first as a branch of the remote, as docs/changes.md
  /// promises, then as a local branch, a tag or an expression.
  private func base(
    named name: String, _ request: BaseRequest
  ) throws(GitError) -> (name: String, id: ObjectID) {
    if name == ObjectID.emptyTree.hex { return ("the empty tree", .emptyTree) }
    if ObjectID(hex: name) == nil, let remote = remoteOfBranches {
      // `origin/main~2` is a branch and a path from it.
      let branch = name.prefix { !"~^@:".contains($0) }
      let way = name.dropFirst(branch.count)
      let short =
        branch.hasPrefix("refs/heads/")
        ? nil : GitError.branchName(String(branch), remote: remote)
      if let short, !short.isEmpty, short != "HEAD",
        let tip = try commitID(ofReference: "refs/remotes/\(remote)/\(short)"),
        let id = way.isEmpty ? tip : try commitID(named: tip.hex + way)
      {
        return ("\(remote)/\(short)\(way)", id)
      }
      if request.needsRemoteBase, let short, try isLocalName(short) {
        throw .missingReference(name: "\(remote)/\(short)", fetch: fetchAdvice)
      }
    }
    try requireOneMeaning(name)
    if let id = try commitID(named: name) { return (name, id) }
    throw .missingReference(name: name, fetch: fetchAdvice(for: name))
  }

  /// Git prefers a tag to a branch of the same name, and anyone can create a tag with the name of
  /// the base.
  private func requireOneMeaning(_ name: String) throws(GitError) {
    let short = String(name.prefix { !"~^@:".contains($0) })
    guard let tag = try commitID(ofReference: "refs/tags/\(short)"),
      let branch = try commitID(ofReference: "refs/heads/\(short)"), tag != branch
    else { return }
    throw .branchAndTag(name: short)
  }

  /// Resolves a branch name of a CI service: first as a branch of the remote; in a pull request's
  /// job, only as that.
  private func base(
    branch name: String, _ request: BaseRequest
  ) throws(GitError) -> (name: String, id: ObjectID) {
    let remote = remoteOfBranches
    let branch = GitError.branchName(name, remote: remote)
    if let remote {
      if let id = try commitID(ofReference: "refs/remotes/\(remote)/\(branch)") {
        return ("\(remote)/\(branch)", id)
      }
      if request.isPullRequest || request.needsRemoteBase {
        throw .missingReference(name: "\(remote)/\(branch)", fetch: fetchAdvice)
      }
    }
    for candidate in [branch, name] {
      try requireOneMeaning(candidate)
      if let id = try commitID(named: candidate) { return (candidate, id) }
    }
    throw .missingReference(name: branch, fetch: fetchAdvice)
  }

  /// The usual names of default branches, the most common first.
  private static let defaultBranches = ["main", "master", "trunk", "develop"]

  private func defaultBase(
    _ request: BaseRequest
  ) throws(GitError) -> (name: String, id: ObjectID) {
    var candidates: [String] = []
    if let remote = remoteOfBranches {
      let prefix = "refs/remotes/\(remote)/"
      if let target = symbolicTarget(of: prefix + "HEAD") { candidates.append(target) }
      candidates += Self.defaultBranches.map { prefix + $0 }
      // `HEAD` may have been fetched by name; branches come first, because they are updated more
      // often.
      candidates.append(prefix + "HEAD")
    }
    let mayBeLocal = !(request.isPullRequest || request.needsRemoteBase) || candidates.isEmpty
    if mayBeLocal { candidates += Self.defaultBranches.map { "refs/heads/" + $0 } }
    var names: [String] = []
    for candidate in candidates {
      let name = String(candidate.pathNames.dropFirst(2).joined(separator: "/"))
      if let id = try commitID(ofReference: candidate) { return (name, id) }
      if !names.contains(name) { names.append(name) }
    }
    throw .noDefaultBranch(tried: names, fetch: fetchAdvice)
  }

  /// Whether a local branch or a tag could be mistaken for a branch of the remote.
  private func isLocalName(_ name: String) throws(GitError) -> Bool {
    guard let remote = remoteOfBranches else { return false }
    for prefix in ["refs/heads/", "refs/heads/\(remote)/", "refs/tags/\(remote)/"] {
      if try commitID(ofReference: prefix + name) != nil { return true }
    }
    for prefix in ["refs/heads/", "refs/tags/"] {
      if try commitID(ofReference: "\(prefix)refs/remotes/\(remote)/\(name)") != nil { return true }
    }
    return false
  }
}
