import CLibgit2

extension GitRepository {
  /// Whether a commit contains exactly the automatic merge of its two parents; also `false` when
  /// this is unknown: the parents conflict, history is missing, or it would take too long.
  func isCleanMerge(_ merge: ObjectID) -> Bool {
    guard let commit = try? commit(merge), commit.parents.count == 2,
      let tree = try? mergedTree(commit.parents[0], commit.parents[1])
    else { return false }
    return tree == commit.tree
  }

  /// The tree of an automatic merge of two commits; `nil` when it is unknown.
  private func mergedTree(_ ours: ObjectID, _ theirs: ObjectID) throws(GitError) -> ObjectID? {
    var graph = makeGraph()
    let bases = try graph.mergeBases(ours, theirs)
    guard let first = bases.all.first, !(isShallow && bases.metBoundary),
      let effort = try mergeEffort(first, ours, theirs)
    else { return nil }
    let scratch = try MergeRepository(self)
    // A shallow clone has at most one merge base; libgit2 does not know the boundary of such a
    // clone.
    if bases.all.count == 1 {
      return try scratch.mergedTree(
        base: commit(first).tree, commit(ours).tree, commit(theirs).tree, effort)
    }
    return isShallow ? nil : try scratch.mergedTree(ours, theirs, effort)
  }

  fileprivate enum MergeEffort {
    case files
    case filesAndRenames

    var options: git_merge_options? {
      var options = git_merge_options()
      guard git_merge_options_init(&options, UInt32(GIT_MERGE_OPTIONS_VERSION)) == 0 else {
        return nil
      }
      options.flags = GIT_MERGE_FAIL_ON_CONFLICT.rawValue | GIT_MERGE_SKIP_REUC.rawValue
      if self == .filesAndRenames { options.flags |= GIT_MERGE_FIND_RENAMES.rawValue }
      options.recursion_limit = 4
      return options
    }
  }

  /// The maximum number of files that differ between the merge base and both parents.
  private static let mostMergedFiles = 100_000
  /// The maximum number of bytes that are merged line by line, or compared to detect renames.
  private static let mostMergedBytes = 32 << 20

  /// The limits for a merge; `nil` when it would take too much.
  private func mergeEffort(
    _ base: ObjectID, _ ours: ObjectID, _ theirs: ObjectID
  ) throws(GitError) -> MergeEffort? {
    var budget = TreeComparison.Budget()
    budget.pairs = Self.mostMergedFiles
    var sizes: [[UInt8]: Int] = [:]
    var (merged, moved) = (0, 0)
    for side in [ours, theirs] {
      var trees = TreeComparison(read: object, budget: budget)
      try trees.compare(commit(base).tree, commit(side).tree)
      budget = trees.budget
      for pair in trees.pairs {
        guard let path = (pair.new ?? pair.old)?.path else { continue }
        var size = 0
        for version in [pair.old, pair.new].compactMap(\.self) {
          size += try self.size(of: version)
        }
        if pair.old == nil || pair.new == nil { moved += size }
        if let other = sizes.updateValue(size, forKey: path) { merged += other + size }
      }
    }
    if merged > Self.mostMergedBytes { return nil }
    return moved > Self.mostMergedBytes ? .files : .filesAndRenames
  }
}

/// The same repository without a checkout; new objects are kept in memory.
private final class MergeRepository {
  private let handle: OpaquePointer
  private let distrusts: Bool

  init(_ repository: GitRepository) throws(GitError) {
    var path = git_buf()
    defer { git_buf_dispose(&path) }
    try Libgit2.check(
      git_repository_item_path(&path, repository.handle, GIT_REPOSITORY_ITEM_GITDIR),
      "find the repository")
    var handle: OpaquePointer?
    let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_BARE.rawValue
    try Libgit2.check(
      git_repository_open_ext(&handle, path.ptr, flags, nil), "open the repository again")
    guard let handle else { throw Libgit2.lastFailure("open the repository again") }
    self.handle = handle
    distrusts = repository.distrustsCheckout
    var objects: OpaquePointer?
    try Libgit2.check(git_repository_odb(&objects, handle), "open the object database")
    defer { git_odb_free(objects) }
    var memory: OpaquePointer?
    try Libgit2.check(git_mempack_new(&memory), "keep objects in memory")
    // The first backend receives written objects.
    try Libgit2.check(git_odb_add_backend(objects, memory, 1_000), "keep objects in memory")
  }

  deinit { git_repository_free(handle) }

  func mergedTree(
    base: ObjectID, _ ours: ObjectID, _ theirs: ObjectID, _ effort: GitRepository.MergeEffort
  ) throws(GitError) -> ObjectID? {
    var trees: [OpaquePointer?] = []
    defer { for tree in trees { git_tree_free(tree) } }
    for id in [base, ours, theirs] {
      var tree: OpaquePointer?
      var oid = id.oid
      try Libgit2.check(git_tree_lookup(&tree, handle, &oid), "read tree \(id.hex)")
      trees.append(tree)
    }
    return try written(effort) { index, options in
      git_merge_trees(&index, handle, trees[0], trees[1], trees[2], &options)
    }
  }

  func mergedTree(
    _ ours: ObjectID, _ theirs: ObjectID, _ effort: GitRepository.MergeEffort
  ) throws(GitError) -> ObjectID? {
    var commits: [OpaquePointer?] = []
    defer { for commit in commits { git_commit_free(commit) } }
    for id in [ours, theirs] {
      var commit: OpaquePointer?
      var oid = id.oid
      try Libgit2.check(git_commit_lookup(&commit, handle, &oid), "read commit \(id.hex)")
      commits.append(commit)
    }
    return try written(effort) { index, options in
      git_merge_commits(&index, handle, commits[0], commits[1], &options)
    }
  }

  /// The tree of a merge result; `nil` when there are conflicts.
  private func written(
    _ effort: GitRepository.MergeEffort,
    _ merge: (inout OpaquePointer?, inout git_merge_options) -> Int32
  ) throws(GitError) -> ObjectID? {
    guard var options = effort.options else { return nil }
    // libgit2 hashes the objects that it reads here.
    let option = Int32(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION.rawValue)
    if distrusts, git_shim_set_flag(option, 1) < 0 { return nil }
    defer { _ = distrusts ? git_shim_set_flag(option, 0) : 0 }
    var index: OpaquePointer?
    defer { git_index_free(index) }
    guard merge(&index, &options) == 0, git_index_has_conflicts(index) == 0 else { return nil }
    var tree = git_oid()
    try Libgit2.check(git_index_write_tree_to(&tree, index, handle), "write the merged tree")
    return ObjectID(tree)
  }
}
