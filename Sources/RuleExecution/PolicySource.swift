package import CoverageData
package import FileSystem
package import GitHistory
package import LocalState

/// Where the files come from that decide about a change: the configuration and what it includes or
/// extends, variables, programs of rules, lists of people, the quarantine, floors of coverage.
///
/// From the checkout, they are as the author of the change wrote them. From a commit (`--config-from`, and
/// by default for pull requests from forks) they are what the base branch says, and the change
/// decides nothing. docs/security.md tells what that is good for.
package struct PolicySource: Sendable {
  /// The full id of the commit that is trusted; `nil` trusts the checkout.
  package let commit: String?
  /// What the commit was found by, such as `origin/main`; empty for the checkout.
  package let name: String
  /// The top of the checkout; absolute.
  package let repositoryRoot: String
  /// The environment that devtool was started with.
  private let environment: [String: String]
  /// What the job made before the first step ran, by paths relative to the repository root.
  private var kept: [String: [UInt8]] = [:]

  /// More is no file that people write.
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

  /// The repository, read as far as it is trusted.
  package func repository() throws(GitError) -> GitRepository {
    try GitRepository.open(
      containing: repositoryRoot, environment: environment, judge: commit)
  }

  /// A file that decides.
  ///
  /// - Parameters:
  ///   - path: Absolute, or relative to the repository root.
  ///   - allowsJobFiles: Whether a file counts that neither the trusted commit nor the change has, so
  ///     that the job or one of its steps made it. Never for a file that judges the change: a step
  ///     runs the code of the change.
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
    // A link of the base is not followed: where it leads may be in the hands of the change.
    case .other: throw FileError(.read, shown, .tooManyLinks)
    case nil: break
    }
    if let bytes = kept[relative] { return Array(bytes.prefix(limit)) }
    guard allowsJobFiles, !isTracked else { throw FileError(.read, shown, .noSuchFile) }
    return try readFile("\(repositoryRoot)/\(relative)", limit: limit)
  }

  /// Files of the trusted commit that match a pattern, sorted by path; `nil` where the checkout is
  /// trusted.
  package func paths(where matches: (String) -> Bool) -> [String]? {
    guard let commit else { return nil }
    return (try? repository().storedPaths(in: commit))?.filter(matches) ?? []
  }

  /// Whether there is such a file.
  package func has(_ path: String) -> Bool { (try? read(path, limit: 1)) != nil }

  /// Remembers what the job made of these files, so that no step can change them: a list of tests that
  /// an earlier command downloaded, for example.
  package mutating func keepJobFiles(_ paths: [String]) {
    if commit == nil { return }
    for path in paths {
      let relative = path.relative(to: repositoryRoot)
      kept[relative] = try? read(path, allowsJobFiles: true)
    }
  }
}

extension CoverageReferenceReader {
  /// Reads floors and baselines where they can be trusted, and stored runs that are our own.
  /// - Parameter root: Where `.ci.yml` is; absolute.
  package init(root: String, policy: PolicySource, key: StateKey?) {
    self.init(
      root: root, readFile: { path in try? policy.read(path) },
      isOwnRecord: { SealedRecord.isOwn($0, id: $1, key) })
  }
}
