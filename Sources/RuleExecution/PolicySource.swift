package import CoverageData
package import FileSystem
package import GitHistory
package import LocalState

/// The source of the files that decide about a change: the configuration and the files that it
/// includes or extends, variables, programs of rules, lists of people, the quarantine, coverage
/// floors.
///
/// In the checkout, the author of the change may have edited them. A trusted commit
/// (`--config-from`, and the default for pull requests from forks) provides them as they are on the
/// base branch, so the change cannot alter them. docs/security.md explains the purpose.
package struct PolicySource: Sendable {
  /// The full id of the trusted commit; `nil` trusts the checkout.
  package let commit: String?
  /// The name that the commit was found by, such as `origin/main`; empty for the checkout.
  package let name: String
  /// The absolute path of the top of the checkout.
  package let repositoryRoot: String
  /// The environment that devtool was started with.
  private let environment: [String: String]
  /// Files that the job made before the first step ran, by path relative to the repository root.
  private var kept: [String: [UInt8]] = [:]

  /// The maximum size of a file in bytes; no file written by hand is larger.
  private static let largest = 16 << 20

  package static func checkout(
    repositoryRoot: String, environment: [String: String]
  ) -> PolicySource {
    PolicySource(
      commit: nil, name: "", repositoryRoot: repositoryRoot, environment: environment)
  }

  package init(
    commit: String?, name: String, repositoryRoot: String, environment: [String: String]
  ) {
    self.commit = commit
    self.name = name
    self.repositoryRoot = repositoryRoot
    self.environment = environment
  }

  /// Opens the repository and limits its use to the trusted commit.
  package func repository() throws(GitError) -> GitRepository {
    try GitRepository.open(
      containing: repositoryRoot, environment: environment, judge: commit)
  }

  /// The first of some files and folders that git tracks, so that the change may have written it in
  /// place of a tool; `nil` when there is none, or the checkout is trusted.
  ///
  /// - Parameter paths: Absolute.
  package func tracked(among paths: [String]) throws(GitError) -> String? {
    if commit == nil { return nil }
    let repository = try repository()
    for path in paths {
      let relative = path.normalizedPath.relative(to: repositoryRoot)
      if !relative.hasPrefix("/"), try repository.isTracked(relative) { return relative }
    }
    return nil
  }

  /// Reads a file that decides about a change.
  ///
  /// - Parameters:
  ///   - path: Absolute, or relative to the repository root.
  ///   - allowsJobFiles: Whether to read a file that is neither in the trusted commit nor in the
  ///     change, so that the job or one of its steps made it. Never for a file that judges the
  ///     change: a step runs the code of the change.
  package func read(
    _ path: String, limit: Int = PolicySource.largest, allowsJobFiles: Bool = false
  ) throws(FileError) -> [UInt8] {
    let relative = path.relative(to: repositoryRoot)
    guard let commit else { return try readFile("\(repositoryRoot)/\(relative)", limit: limit) }
    let shown = "\(name):\(relative)"
    let stored: GitRepository.StoredFile?
    let isTracked: Bool
    do throws(GitError) {
      let repository = try repository()
      stored = try repository.storedFile(relative, in: commit)
      isTracked = try repository.isTracked(relative)
    } catch {
      throw FileError(.read, shown, .brokenDevice)
    }
    switch stored {
    case .file(let bytes): return Array(bytes.prefix(limit))
    // Links of the base are not followed: the change may control the target.
    case .other: throw FileError(.read, shown, .tooManyLinks)
    case nil: break
    }
    if let bytes = kept[relative] { return Array(bytes.prefix(limit)) }
    guard allowsJobFiles, !isTracked else { throw FileError(.read, shown, .noSuchFile) }
    return try readFile("\(repositoryRoot)/\(relative)", limit: limit)
  }

  /// Lists the files of the trusted commit that match a pattern, sorted by path; `nil` when the
  /// checkout is trusted.
  package func paths(where matches: (String) -> Bool) -> [String]? {
    guard let commit else { return nil }
    return (try? repository().storedPaths(in: commit))?.filter(matches) ?? []
  }

  /// Whether the file exists.
  package func has(_ path: String) -> Bool { (try? read(path, limit: 1)) != nil }

  /// Stores the current contents of files that the job made, so that no step can change them: a
  /// list of tests that an earlier command downloaded, for example.
  package mutating func keepJobFiles(_ paths: [String]) {
    if commit == nil { return }
    for path in paths {
      let relative = path.relative(to: repositoryRoot)
      kept[relative] = try? read(path, allowsJobFiles: true)
    }
  }
}

extension CoverageReferenceReader {
  /// Reads floors and baselines from the policy source, and accepts only stored runs that this
  /// devtool sealed.
  /// - Parameter root: The absolute path of the folder of `.ci.yml`.
  package init(root: String, policy: PolicySource, key: StateKey?) {
    self.init(
      root: root, readFile: { path in try? policy.read(path) },
      isOwnRecord: { SealedRecord.isOwn($0, id: $1, key) })
  }
}
