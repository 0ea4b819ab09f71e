import CIModel
import CLibgit2

/// An open repository with read-only access: no reference, index or file of it is written, no
/// program from its configuration is run, and the configuration of the user and the system is
/// ignored.
///
/// A class because libgit2's handle must be freed; not `Sendable` because libgit2 does not allow
/// two threads to use one handle at a time.
package final class GitRepository {
  /// The absolute root of the checkout without a trailing slash; `nil` for a bare repository.
  package let workTree: String?
  /// The absolute path of the index to read instead of the repository's own (`GIT_INDEX_FILE`).
  let indexPath: String?
  let handle: OpaquePointer
  private(set) var kinds: ContentKind
  /// Whether another commit is trusted instead of the checkout. Then every object is hashed when it
  /// is read, so that a damaged or planted object under another's id is an error. git does not do
  /// that, because it takes time.
  let distrustsCheckout: Bool
  private let objects: OpaquePointer
  private let overrides: HistoryOverrides
  /// The remaining number of bytes to read of commits beyond their usual length: a few kilobytes of a
  /// pack can contain any number of long messages and signatures.
  var roomForCommits = GitRepository.mostOfLongCommits
  /// The trees of commits that were looked up.
  private var trees: [ObjectID: ObjectID] = [:]
  private static let mostOfLongCommits = 256 << 20
  /// Few commits have more bytes; a signature has up to four thousand.
  private static let usualCommit = 8 << 10

  /// Opens the repository of a directory: the one whose `.git` is the nearest in or above it.
  ///
  /// A folder of a checkout can look like a bare repository, committed by a stranger with its own
  /// configuration. So a bare repository is opened only if it is not inside a checkout.
  ///
  /// - Parameters:
  /// - directory: An absolute path.
  /// - environment: `GIT_DIR`, `GIT_WORK_TREE`, `GIT_INDEX_FILE` and `GIT_CEILING_DIRECTORIES` are
  ///   used as in git; relative paths in them are relative to `directory`.
  /// - judge: The full id of the commit that is trusted instead of the checkout: attributes come
  ///   from it, `refs/replace` and `info/grafts` are ignored, and objects are checked against their
  ///   ids. `nil` trusts the checkout.
  package static func open(
    containing directory: String, environment: [String: String] = [:], judge: String? = nil
  ) throws(GitError) -> GitRepository {
    let place: RepositoryPlace
    if let path = environment["GIT_DIR"], !path.isEmpty {
      place = RepositoryPlace(path: absolute(path, from: directory))
    } else if let found = RepositoryPlace.find(
      from: directory, ceilings: environment["GIT_CEILING_DIRECTORIES"])
    {
      place = found
    } else {
      throw .notARepository(directory: directory)
    }
    if let failure = Libgit2.start() { throw failure }
    let handle = try place.open()
    if let workTree = environment["GIT_WORK_TREE"], !workTree.isEmpty {
      let code = git_repository_set_workdir(handle, absolute(workTree, from: directory), 0)
      if code < 0 {
        defer { git_repository_free(handle) }
        throw Libgit2.lastFailure("use GIT_WORK_TREE \(workTree)")
      }
    }
    let indexFile = environment["GIT_INDEX_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    let repository = try GitRepository(
      adopting: handle, indexPath: indexFile.map { absolute($0, from: directory) },
      honoursOverrides: judge == nil)
    if let judge { try repository.takeAttributes(from: judge, place) }
    return repository
  }

  /// Reads attributes from a commit instead of the checkout and its index.
  private func takeAttributes(from commit: String, _ place: RepositoryPlace) throws(GitError) {
    guard let id = ObjectID(hex: commit) else { throw .notACommit(name: commit) }
    let tree = id == .emptyTree ? nil : try tree(of: id)
    defer { git_tree_free(tree) }
    kinds = try ContentKind(ownRepository: place.open(), attributesOf: tree)
  }

  /// Takes ownership of the handle, also when it throws.
  private init(
    adopting handle: OpaquePointer, indexPath: String?, honoursOverrides: Bool
  ) throws(GitError) {
    distrustsCheckout = !honoursOverrides
    var objects: OpaquePointer?
    do throws(GitError) {
      try Libgit2.check(git_repository_odb(&objects, handle), "open the object database")
      overrides = try HistoryOverrides(
        repository: handle,
        commonDirectory: git_repository_commondir(handle).map { String(cString: $0) } ?? "",
        honoursReplacements: honoursOverrides)
      guard objects != nil else { throw Libgit2.lastFailure("open the object database") }
    } catch {
      git_odb_free(objects)
      git_repository_free(handle)
      throw error
    }
    guard let objects else {
      git_repository_free(handle)
      throw Libgit2.lastFailure("open the object database")
    }
    self.handle = handle
    self.objects = objects
    kinds = ContentKind(repository: handle)
    self.indexPath = indexPath
    workTree = git_repository_workdir(handle).map { path in
      let text = String(cString: path)
      return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }

  deinit {
    git_odb_free(objects)
    git_repository_free(handle)
  }

  private static func absolute(_ path: String, from directory: String) -> String {
    path.hasPrefix("/") ? path : directory + "/" + path
  }

  /// Whether a part of the history was not fetched.
  var isShallow: Bool { !overrides.shallow.isEmpty }

  /// Whether a merge is in progress.
  package var isMerging: Bool {
    git_repository_state(handle) == Int32(GIT_REPOSITORY_STATE_MERGE.rawValue)
  }

  /// The prefix of comments in messages, from `core.commentString` or `core.commentChar` of the
  /// repository; `nil` when it is not set, or `auto`.
  package var commentPrefix: String? {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, handle) == 0 else { return nil }
    defer { git_config_free(configuration) }
    for key in ["core.commentstring", "core.commentchar"] {
      var value: UnsafePointer<CChar>?
      guard git_config_get_string(&value, configuration, key) == 0,
        let text = value.map({ String(cString: $0) })
      else { continue }
      return text == "auto" || text.isEmpty ? nil : text
    }
    return nil
  }

  /// The address of the remote, from `remote.<name>.url` of the repository; `nil` when it is not
  /// set.
  package var remoteURL: String? {
    var configuration: OpaquePointer?
    guard let remote, git_repository_config_snapshot(&configuration, handle) == 0 else {
      return nil
    }
    defer { git_config_free(configuration) }
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, configuration, "remote.\(remote).url") == 0 else {
      return nil
    }
    return value.map { String(cString: $0) }
  }

  /// How to fetch missing history.
  var fetchAdvice: FetchAdvice {
    FetchAdvice(
      remote: remote, isShallow: isShallow,
      isPartial: remote.map { isPartial(remote: $0) } ?? false)
  }

  /// How to fetch a missing name; if the name begins with a remote, from that remote.
  func fetchAdvice(for name: String) -> FetchAdvice {
    var advice = fetchAdvice
    let named = remotes.filter { remote in
      ["\(remote)/", "remotes/\(remote)/", "refs/remotes/\(remote)/"].contains(
        where: name.hasPrefix)
    }
    if let longest = named.max(by: { $0.count < $1.count }) { advice.remote = longest }
    return advice
  }

  /// `origin`, else the only remote; `nil` when there is none or more than one other.
  package var remote: String? {
    remotes.contains("origin") ? "origin" : remotes.count == 1 ? remotes.first : nil
  }

  /// The remote whose branches are present. A CI service may fetch without configuring a remote.
  var remoteOfBranches: String? {
    if let remote { return remote }
    var iterator: OpaquePointer?
    guard
      git_reference_iterator_glob_new(&iterator, handle, "refs/remotes/origin/*") == 0
    else { return nil }
    defer { git_reference_iterator_free(iterator) }
    var reference: OpaquePointer?
    guard git_reference_next(&reference, iterator) == 0 else { return nil }
    git_reference_free(reference)
    return "origin"
  }

  private var remotes: [String] {
    var names = git_strarray()
    guard git_remote_list(&names, handle) == 0 else { return [] }
    defer { git_strarray_dispose(&names) }
    return UnsafeBufferPointer(start: names.strings, count: names.count)
      .compactMap { $0.map { String(cString: $0) } }
  }

  /// Whether `remote.<name>.promisor` is set, as by `git clone --filter`.
  private func isPartial(remote: String) -> Bool {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, handle) == 0 else { return false }
    defer { git_config_free(configuration) }
    var value: Int32 = 0
    return git_config_get_bool(&value, configuration, "remote.\(remote).promisor") == 0
      && value != 0
  }

  // MARK: Objects

  /// The positions of objects in packs; `nil` when the repository has no object folder.
  var packOrder: PackOrder? {
    git_repository_commondir(handle).map { PackOrder(objects: String(cString: $0) + "objects") }
  }

  /// Reads an object as git does; a replaced object is read as its replacement.
  func object(_ id: ObjectID) throws(GitError) -> GitObject {
    var object: OpaquePointer?
    var oid = overrides.replacement(for: id).oid
    let code = git_odb_read(&object, objects, &oid)
    if code == GIT_ENOTFOUND.rawValue {
      throw .missingObject(id: ObjectID(oid).hex, fetch: fetchAdvice)
    }
    try Libgit2.check(code, "read object \(id.hex)")
    guard let object else { throw Libgit2.lastFailure("read object \(id.hex)") }
    let result = GitObject(adopting: object)
    if distrustsCheckout, !result.hasID(ObjectID(oid)) { throw .wrongObject(id: id.hex) }
    return result
  }

  /// The content of a file, after replacement; `nil` when the object cannot be read or is not a
  /// file.
  func blob(_ id: ObjectID) -> GitObject? {
    var blob: OpaquePointer?
    var oid = overrides.replacement(for: id).oid
    guard git_blob_lookup(&blob, handle, &oid) == 0, let blob else { return nil }
    let content = GitObject(adoptingBlob: blob)
    return distrustsCheckout && !content.hasID(ObjectID(oid)) ? nil : content
  }

  /// The size in bytes of a version's content, without reading it if the object database knows it.
  func size(of version: FileVersion) throws(GitError) -> Int {
    if version.isSubmodule { return try content(of: version).count }
    var size = 0
    var kind = GIT_OBJECT_BLOB
    var oid = overrides.replacement(for: version.id).oid
    let code = git_odb_read_header(&size, &kind, objects, &oid)
    if code == GIT_ENOTFOUND.rawValue {
      throw .missingObject(id: ObjectID(oid).hex, fetch: fetchAdvice)
    }
    try Libgit2.check(code, "read the size of \(version.pathText)")
    return size
  }

  /// Whether the object is present; nothing is fetched.
  func hasObject(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return git_odb_exists(objects, &oid) == 1
  }

  /// A commit with its original parents and unreplaced text.
  ///
  /// - Parameter longestMessage: The maximum length in bytes of the stored message.
  func commit(
    _ id: ObjectID, longestMessage: Int = CommitObject.longestMessage
  ) throws(GitError) -> CommitObject {
    try read(id, keepsText: true, longestMessage)
  }

  /// A table for walks over the history that the repository contains.
  func makeGraph() -> CommitGraph {
    CommitGraph { [overrides] id throws(GitError) in
      let commit = try self.read(id, keepsText: false)
      let parents = overrides.grafts[id] ?? commit.parents
      // Commits beyond the boundary of a shallow clone may be present: through another branch, or
      // because the clone was complete before somebody fetched with a depth.
      let isBoundary =
        overrides.shallow.contains(id) && !commit.parents.allSatisfy { self.hasObject($0) }
      return CommitGraph.Entry(
        parents: isBoundary ? commit.parents.filter { self.hasObject($0) } : parents,
        date: commit.date, isBoundary: isBoundary)
    }
  }

  /// The tree of a commit, cached because the commit may be the parent of many others.
  func treeID(of commit: ObjectID) throws(GitError) -> ObjectID {
    if let known = trees[commit] { return known }
    let tree = try read(commit, keepsText: false).tree
    trees[commit] = tree
    return tree
  }

  /// The tree of a commit; the caller frees it.
  func tree(of commit: ObjectID) throws(GitError) -> OpaquePointer? {
    var tree: OpaquePointer?
    var oid = overrides.replacement(for: try self.commit(commit).tree).oid
    let code = git_tree_lookup(&tree, handle, &oid)
    try check(code, "read the files of \(commit.hex)", object: ObjectID(oid))
    return tree
  }

  /// Like `Libgit2.check`, but with a separate error for a missing object.
  func check(
    _ code: Int32, _ operation: @autoclosure () -> String, object: ObjectID? = nil
  ) throws(GitError) {
    if code == GIT_ENOTFOUND.rawValue, let object {
      throw .missingObject(id: object.hex, fetch: fetchAdvice)
    }
    try Libgit2.check(code, operation())
  }

  private func read(
    _ id: ObjectID, keepsText: Bool, _ longestMessage: Int = CommitObject.longestMessage
  ) throws(GitError) -> CommitObject {
    let object = try object(id)
    roomForCommits -= max(0, object.count - Self.usualCommit)
    guard roomForCommits >= 0 else {
      throw .tooLarge(
        operation: "read the commits",
        message: "long messages and signatures have more than "
          + "\(Self.mostOfLongCommits >> 20) MiB; shorten them")
    }
    guard object.kind == GIT_OBJECT_COMMIT,
      let commit = object.withBytes({
        CommitObject($0, keepsText: keepsText, longestMessage: longestMessage)
      })
    else { throw .malformedCommit(id: id.hex) }
    return commit
  }

  // MARK: Names

  /// Resolves a name to a commit, as `git rev-parse` does; `nil` when the name does not exist.
  func commitID(named name: String) throws(GitError) -> ObjectID? {
    var object: OpaquePointer?
    let code = git_revparse_single(&object, handle, name)
    switch git_error_code(code) {
    case GIT_ENOTFOUND, GIT_EINVALIDSPEC: return nil
    case GIT_EAMBIGUOUS: throw .ambiguousReference(name: name)
    default: try Libgit2.check(code, "look up '\(name)'")
    }
    defer { git_object_free(object) }
    var commit: OpaquePointer?
    let peeled = git_object_peel(&commit, object, GIT_OBJECT_COMMIT)
    if peeled == GIT_ENOTFOUND.rawValue, let oid = git_object_id(object) {
      throw .missingObject(id: ObjectID(oid.pointee).hex, fetch: fetchAdvice)
    }
    guard peeled == 0, let oid = git_object_id(commit) else { throw .notACommit(name: name) }
    defer { git_object_free(commit) }
    return ObjectID(oid.pointee)
  }

  /// The commit of a reference by its exact full name; `nil` when there is none. rev-parse would
  /// also accept a tag or a local branch named `refs/remotes/origin/main`.
  func commitID(ofReference name: String) throws(GitError) -> ObjectID? {
    var name = name
    for _ in 0..<5 {
      var reference: OpaquePointer?
      guard git_reference_lookup(&reference, handle, name) == 0 else { return nil }
      defer { git_reference_free(reference) }
      if let target = git_reference_target(reference) {
        return try commitID(named: ObjectID(target.pointee).hex)
      }
      guard let next = git_reference_symbolic_target(reference) else { return nil }
      name = String(cString: next)
    }
    return nil
  }

  /// Whether `HEAD` refers to a branch without a commit.
  var isHeadUnborn: Bool { git_repository_head_unborn(handle) == 1 }

  /// The target of a symbolic reference such as `refs/remotes/origin/HEAD`; `nil` when there is no
  /// such reference.
  func symbolicTarget(of name: String) -> String? {
    var reference: OpaquePointer?
    guard git_reference_lookup(&reference, handle, name) == 0 else { return nil }
    defer { git_reference_free(reference) }
    return git_reference_symbolic_target(reference).map { String(cString: $0) }
  }
}
