package import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `.devtool`, the folder of devtool's own files: every command that reads or writes below it opens
/// it first.
package struct StateFolder: Sendable {
  /// The absolute path of the folder that contains `.devtool`.
  package let root: String
  /// The key that proves that devtool wrote an entry; `nil` when there is no place for a key. Then
  /// no entry is trusted, and entries that need a seal are not stored.
  package let key: StateKey?
  /// A sentence about why there is no key although one was configured.
  package var note: String?

  /// Why the folder is not used.
  package enum Refusal: Error, Hashable {
    case link(String)
    case noFolder(String)
    case foreign(String, owner: UInt32)
    /// A tracked path and that of the folder, both relative to the root of the checkout that tracks
    /// it.
    case tracked(String, folder: String)
  }

  package init(root: String, key: StateKey?) {
    self.root = root
    self.key = key
  }

  /// Checks that an existing folder belongs to devtool, and finds the key.
  ///
  /// - Parameters:
  /// - root: The absolute path of the folder that contains or will contain `.devtool`.
  /// - repositoryRoot: The absolute root of the outermost git checkout around it that is
  ///   considered.
  /// - environment: The environment variables of the devtool process.
  /// - isCI: Whether a CI service started devtool: then each machine is new, and its stored data
  ///   comes with `.devtool/cache`.
  /// - makesKey: Whether a missing key is created; commands that only read need none.
  package static func open(
    root: String, repositoryRoot: String, environment: [String: String], isCI: Bool,
    makesKey: Bool
  ) throws(Refusal) -> StateFolder {
    let git = TrackedFiles(around: root, upTo: repositoryRoot)
    try check(root, git)
    if let value = environment[StateKey.variable], !value.isEmpty {
      let key = StateKey(Array(value.utf8))
      var folder = StateFolder(
        root: root, key: key?.adding(userKey(repositoryRoot, environment, makes: makesKey)))
      if key == nil {
        folder.note =
          "Results of earlier runs are not used: \(StateKey.variable) has fewer than "
          + "\(StateKey.shortest) characters."
      }
      return folder
    }
    // The check above has shown that no commit contains the key.
    if isCI, git.isCheckout {
      if makesKey, (try? makeFolders("\(root)/.devtool/cache")) != nil {
        try? makeIgnored(root: root)
      }
      let path = "\(root)/.devtool/cache/key"
      let own = userKey(repositoryRoot, environment, makes: makesKey)
      let key = StateKey.file(path, isPrivate: false, makes: makesKey)
      return StateFolder(root: root, key: key.map { $0.adding(own) } ?? own)
    }
    return StateFolder(root: root, key: userKey(repositoryRoot, environment, makes: makesKey))
  }

  /// - Returns: The key; `nil` also when a commit may contain it, because a home folder may be a
  ///   checkout itself.
  private static func userKey(
    _ repositoryRoot: String, _ environment: [String: String], makes: Bool
  ) -> StateKey? {
    guard let folder = StateKey.userFolder(environment) else { return nil }
    // A link in the path may lead into the checkout.
    let path = realPathOfExisting("\(folder)/key")
    let top = realPathOfExisting(repositoryRoot)
    if path.path(below: top) != nil {
      let git = TrackedFiles(around: path, upTo: top)
      if !git.isCheckout || git.trackedPath(at: path.parentFolder) != nil { return nil }
    }
    return StateKey.ofUser(environment, makes: makes)
  }

  /// The entries of the folder. Deeper links are also rejected when they are opened (`OpenFile`).
  private static let entries = [
    "runs", "cache", "lock", ".gitignore", historyName, "\(historyName)-wal",
    "\(historyName)-shm", "\(historyName)-journal", sealName, otherHistoryName,
  ]

  private static func check(
    _ root: String, _ git: TrackedFiles
  ) throws(Refusal) {
    let path = "\(root)/\(CheckoutFile.stateFolder)"
    guard let status = FileStatus(path, followsLink: false) else { return }
    if status.isLink { throw .link(path) }
    if !status.isFolder { throw .noFolder(path) }
    try check(status, root, path)
    for name in entries where FileStatus("\(path)/\(name)", followsLink: false)?.isLink == true {
      throw .link("\(path)/\(name)")
    }
    if let (tracked, folder) = git.trackedPath(at: path) { throw .tracked(tracked, folder: folder) }
  }

  /// In a container, root works on a checkout of a user outside: the files of the checkout's owner
  /// are as trustworthy as the checkout.
  private static func check(
    _ status: FileStatus, _ root: String, _ path: String
  ) throws(Refusal) {
    if status.isOurs { return }
    if geteuid() == 0, FileStatus(root)?.owner == status.owner { return }
    throw .foreign(path, owner: status.owner)
  }

  /// Makes git ignore the folder, so that it is not committed by accident.
  package static func makeIgnored(root: String) throws(FileError) {
    let path = "\(root)/\(CheckoutFile.stateFolder)/.gitignore"
    if FileStatus(path) == nil { try writeFile(path, Array("*\n".utf8), isDurable: false) }
  }

  /// The folder with cached results and contents.
  package var cachePath: String { "\(root)/\(CheckoutFile.stateFolder)/cache" }

  // MARK: The history of tests

  private static let sealName = "history.seal"
  private static let historyName = "history.sqlite"
  /// A folder with the history of the key that was used before this one: of a container that has a
  /// home folder of its own, for example.
  private static let otherHistoryName = "other-history"

  package var historyPath: String { "\(root)/\(CheckoutFile.stateFolder)/\(Self.historyName)" }

  /// Checks whether devtool wrote the history.
  ///
  /// - Parameter claims: Whether to set a history without a valid seal aside, and to go on with the
  ///   one that this key set aside before, or to start a new one.
  /// - Returns: Whether the history may be used; never without a key.
  package func ownsHistory(claims: Bool) -> Bool {
    let folder = "\(root)/\(CheckoutFile.stateFolder)"
    let other = "\(folder)/\(Self.otherHistoryName)"
    if seal(in: folder).read(limit: 1 << 10) != nil { return true }
    guard claims, key != nil else { return false }
    let comesBack = seal(in: other).read(limit: 1 << 10) != nil
    let aside = comesBack ? "\(other).new" : other
    guard (try? makeFolders(aside)) != nil else { return false }
    Self.moveHistory(from: folder, to: aside)
    if !comesBack { return (try? seal(in: folder).write(Array("devtool.history\n".utf8))) != nil }
    Self.moveHistory(from: other, to: folder)
    removeTree(other)
    return (try? renameFile(aside, other)) != nil
  }

  private func seal(in folder: String) -> SealedFile {
    SealedFile(folder: folder, name: Self.sealName, key: key)
  }

  /// The seal goes first: without it no part of a history counts.
  private static func moveHistory(from old: String, to new: String) {
    for name in [sealName] + ["", "-journal", "-wal", "-shm"].map({ historyName + $0 }) {
      removeFile("\(new)/\(name)")
      try? renameFile("\(old)/\(name)", "\(new)/\(name)")
    }
  }
}

extension GitIndex {
  var isCheckout: Bool { fileExists("\(repositoryRoot)/.git") }
}

extension StateFolder.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .link(let path):
      "\(path) is a symbolic link; devtool stores its runs there and does not follow links"
    case .noFolder(let path):
      "\(path) is not a folder; devtool stores its runs there"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (\(owner))"
    case .tracked(let path, let folder):
      path == folder
        ? "git tracks \(path); devtool does not trust files of its own that come from a commit"
        : "git tracks \(path); devtool does not trust files below \(folder) that come from a "
          + "commit"
    }
  }

  /// How to solve the problem: one imperative sentence.
  package var help: String {
    switch self {
    case .link(let path): "Remove the link: rm '\(path)'"
    case .noFolder(let path): "Remove it: rm '\(path)'"
    case .foreign(let path, _): "Remove it, or run devtool as its owner: rm -r '\(path)'"
    case .tracked(_, let folder):
      "Remove it from git and commit that: git rm -r -q --cached '\(folder)' && rm -r '\(folder)'"
    }
  }
}
