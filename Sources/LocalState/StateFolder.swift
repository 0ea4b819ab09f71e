package import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `.devtool`, which belongs to devtool alone: every command that reads or writes below it opens it
/// first.
package struct StateFolder: Sendable {
  /// Where `.devtool` is; absolute.
  package let root: String
  /// What proves that entries are our own; `nil` when there is no place for a key: then nothing is
  /// believed, and nothing is kept that would have to be.
  package let key: StateKey?
  /// Why there is no key although somebody wanted one: a sentence.
  package var note: String?

  /// Why it is not used.
  package enum Refusal: Error, Hashable {
    case link(String)
    case noFolder(String)
    case foreign(String, owner: UInt32)
    /// The path in git, and that of the folder, both relative to the top of the checkout that tracks it.
    case tracked(String, folder: String)
  }

  package init(root: String, key: StateKey?) {
    self.root = root
    self.key = key
  }

  /// Checks that the folder is ours, as far as there is one, and finds the key.
  ///
  /// - Parameters:
  ///   - root: Where `.devtool` is or would be; absolute.
  ///   - repositoryRoot: The top of the outermost git checkout around it that counts; absolute.
  ///   - environment: What devtool was started with.
  ///   - isCI: Whether a CI service started it: then each machine is new, and what it kept comes with
  ///     `.devtool/cache`.
  ///   - makesKey: Whether one is made when there is none; who only reads has nothing to seal.
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
    // That no commit holds the key has just been seen.
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

  /// - Returns: `nil` also where a commit may hold it: a home may be a checkout itself.
  private static func userKey(
    _ repositoryRoot: String, _ environment: [String: String], makes: Bool
  ) -> StateKey? {
    guard let folder = StateKey.userFolder(environment) else { return nil }
    // A link on the way may lead into the checkout.
    let path = realPathOfExisting("\(folder)/key")
    let top = realPathOfExisting(repositoryRoot)
    if path.path(below: top) != nil {
      let git = TrackedFiles(around: path, upTo: top)
      if !git.isCheckout || git.trackedPath(at: path.parentFolder) != nil { return nil }
    }
    return StateKey.ofUser(environment, makes: makes)
  }

  /// What lies in the folder. Deeper links are refused where they are met, too (`OpenFile`).
  private static let entries = [
    "runs", "cache", "lock", ".gitignore", historyName, "\(historyName)-wal",
    "\(historyName)-shm", "\(historyName)-journal", sealName,
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

  /// In a container root works on a checkout of the user outside: what the owner of the checkout made is
  /// as good as the checkout.
  private static func check(
    _ status: FileStatus, _ root: String, _ path: String
  ) throws(Refusal) {
    if status.isOurs { return }
    if geteuid() == 0, FileStatus(root)?.owner == status.owner { return }
    throw .foreign(path, owner: status.owner)
  }

  /// Makes git ignore the folder, so that it is never committed by accident.
  package static func makeIgnored(root: String) throws(FileError) {
    let path = "\(root)/\(CheckoutFile.stateFolder)/.gitignore"
    if FileStatus(path) == nil { try writeFile(path, Array("*\n".utf8), isDurable: false) }
  }

  /// Results, contents and what else saves work.
  package var cachePath: String { "\(root)/\(CheckoutFile.stateFolder)/cache" }

  // MARK: The history of tests

  private static let sealName = "history.seal"
  private static let historyName = "history.sqlite"

  package var historyPath: String { "\(root)/\(CheckoutFile.stateFolder)/\(Self.historyName)" }

  /// Looks whether the history is our own.
  ///
  /// - Parameter claims: One that is not is removed, and the next one is ours.
  /// - Returns: Whether it may be used; without a key there is none.
  package func ownsHistory(claims: Bool) -> Bool {
    let folder = "\(root)/\(CheckoutFile.stateFolder)"
    let seal = SealedFile(folder: folder, name: Self.sealName, key: key)
    if seal.read(limit: 1 << 10) != nil { return true }
    guard claims, key != nil else { return false }
    for end in ["", "-journal", "-wal", "-shm"] { removeFile(historyPath + end) }
    return (try? seal.write(Array("devtool.history\n".utf8))) != nil
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

  /// What to do about it: one imperative sentence.
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
