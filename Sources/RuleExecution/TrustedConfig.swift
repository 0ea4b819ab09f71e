import CIModel
internal import FileSystem
package import GitHistory

/// The `.ci.yml` of another commit than the one that is checked out (`--config-from`), and where
/// everything else comes from that judges.
///
/// It is read from git's objects: nothing is checked out, and what lies in the checkout under that
/// name, a link out of it for example, is not looked at.
package struct TrustedConfig: Sendable {
  /// `nil` when the commit has no `.ci.yml`: the default pipeline runs.
  package var bytes: [UInt8]?
  /// Of the configuration, relative to the repository root.
  package var path: String
  /// The folder that the pipeline runs in; absolute, `nil` where the checkout decides.
  package var root: String?
  package var policy: PolicySource
  /// Where it comes from, as a sentence.
  package var note: String
  /// The pull request comes from a fork, and `--config-from` was not given.
  package var isImplied = false

  /// Which file of which commit is looked for.
  package struct Search: Sendable {
    /// Whose base is the commit.
    package var request: BaseRequest
    /// Where the file may be, relative to the repository root: the best place first.
    package var paths: [String]
    /// What the file is called where none was named.
    package var fileName: String
    /// `--config`: the commit has to have that file.
    package var named: String?
    package var isImplied: Bool
    /// The top of the checkout; absolute.
    package var repositoryRoot: String
    package var environment: [String: String]

    package init(
      _ request: BaseRequest, paths: [String], fileName: String, named: String?, isImplied: Bool,
      repositoryRoot: String, environment: [String: String]
    ) {
      (self.request, self.paths, self.fileName, self.named) = (request, paths, fileName, named)
      (self.isImplied, self.repositoryRoot) = (isImplied, repositoryRoot)
      self.environment = environment
    }
  }

  /// - Parameters:
  ///   - reader: May fetch what is missing.
  ///   - distrust: Why the remote of a repository is not that of the service; `nil` when it is.
  /// - Throws: Also when the commit has no such file.
  package static func find(
    _ search: Search, _ reader: HistoryReader, distrust: (_ remote: String?) -> String?
  ) throws(GitError) -> TrustedConfig {
    try reader.read(search.request) { repository throws(GitError) in
      if let problem = distrust(repository.remoteURL) {
        throw .failure(operation: "trust the base", message: problem)
      }
      return try read(search, in: repository)
    }
  }

  private static func read(
    _ search: Search, in repository: GitRepository
  ) throws(GitError) -> TrustedConfig {
    let (name, commit) = try repository.judge(of: search.request)
    let policy = PolicySource(
      commit: commit, name: name, repositoryRoot: search.repositoryRoot,
      environment: search.environment)
    let judge = try policy.repository()
    let reason = search.isImplied ? ", because the pull request comes from a fork" : ""
    for path in search.paths {
      switch try judge.storedFile(path, in: commit) {
      case .file(let bytes):
        let folder = path.lastIndex(of: "/").map { "/" + path[..<$0] } ?? ""
        return TrustedConfig(
          bytes: bytes, path: path,
          root: search.named == nil ? search.repositoryRoot + folder : nil, policy: policy,
          note: "The pipeline is that of \(path) in \(name) (\(commit.prefix(10)))\(reason).",
          isImplied: search.isImplied)
      case .other:
        throw .failure(
          operation: "read \(path) in \(commit.prefix(10))", message: "it is no plain file")
      case nil:
        continue
      }
    }
    if let named = search.named {
      throw .failure(operation: "read \(named) in \(name)", message: "there is no such file")
    }
    return TrustedConfig(
      path: search.fileName, policy: policy,
      note: "\(name) (\(commit.prefix(10))) has no \(search.fileName): this is the "
        + "default pipeline\(reason).", isImplied: search.isImplied)
  }
}
