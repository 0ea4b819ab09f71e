import CIModel
internal import FileSystem
package import GitHistory

/// The `.ci.yml` of a commit other than the one that is checked out (`--config-from`), and the
/// source of all other files that judge the change.
///
/// It is read from git objects: nothing is checked out, and a file or link of that name in the
/// checkout is ignored.
package struct TrustedConfig: Sendable {
  /// The contents; `nil` when the commit has no `.ci.yml`, and then the default pipeline runs.
  package var bytes: [UInt8]?
  /// The path of the configuration, relative to the repository root.
  package var path: String
  /// The absolute path of the folder that the pipeline runs in; `nil` when the checkout decides.
  package var root: String?
  package var policy: PolicySource
  /// The origin of the configuration, as a sentence.
  package var note: String
  /// Whether the checkout is not trusted, although `--config-from` was not given.
  package var isImplied = false

  /// Which file to look for, and in which commit.
  package struct Search: Sendable {
    /// The commit is the base of this request.
    package var request: BaseRequest
    /// Candidate paths, relative to the repository root, the preferred one first.
    package var paths: [String]
    /// The name of the file in messages when none was given.
    package var fileName: String
    /// The path given with `--config`; the commit must contain it.
    package var named: String?
    /// Why the checkout is not trusted, if `--config-from` was not given: a fragment.
    package var distrust: String?
    /// The absolute path of the top of the checkout.
    package var repositoryRoot: String
    package var environment: [String: String]

    package init(
      _ request: BaseRequest, paths: [String], fileName: String, named: String?, distrust: String?,
      repositoryRoot: String, environment: [String: String]
    ) {
      (self.request, self.paths, self.fileName, self.named) = (request, paths, fileName, named)
      (self.distrust, self.repositoryRoot) = (distrust, repositoryRoot)
      self.environment = environment
    }
  }

  /// - Parameters:
  ///   - reader: May fetch missing commits.
  ///   - distrust: Returns why the remote of the repository is not that of the CI service; `nil`
  ///     when it is.
  /// - Throws: `GitError`, also when the remote is not trusted or the commit lacks the `--config`
  ///   file.
  package static func find(
    _ search: Search, _ reader: HistoryReader, distrust: (_ remote: String?) -> String?
  ) throws(GitError) -> TrustedConfig {
    try reader.read(search.request) { repository throws(GitError) in
      if let problem = distrust(repository.remoteURL) {
        throw .foreignRemote(reason: problem)
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
    let reason = search.distrust.map { ", because \($0)" } ?? ""
    for path in search.paths {
      switch try judge.storedFile(path, in: commit) {
      case .file(let bytes):
        let folder = path.lastIndex(of: "/").map { "/" + path[..<$0] } ?? ""
        return TrustedConfig(
          bytes: bytes, path: path,
          root: search.named == nil ? search.repositoryRoot + folder : nil, policy: policy,
          note: "The pipeline is from \(path) in \(name) (\(commit.prefix(10)))\(reason).",
          isImplied: search.distrust != nil)
      case .other:
        throw .failure(
          operation: "read \(path) in \(commit.prefix(10))", message: "it is not a regular file")
      case nil:
        continue
      }
    }
    if let named = search.named {
      throw .failure(operation: "read \(named) in \(name)", message: "there is no such file")
    }
    return TrustedConfig(
      path: search.fileName, policy: policy,
      note: "\(name) (\(commit.prefix(10))) has no \(search.fileName), so this is the "
        + "default pipeline\(reason).", isImplied: search.distrust != nil)
  }
}
