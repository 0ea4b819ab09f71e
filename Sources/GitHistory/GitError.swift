import CIModel

/// An error that prevents the repository from determining the change.
package enum GitError: Error, Hashable, Sendable {
  /// No repository in this directory or above it.
  case notARepository(directory: String)
  /// A repository that libgit2 cannot read, such as one with SHA-256 object names.
  case unsupportedRepository(directory: String, reason: String)
  /// `HEAD` refers to a branch without a commit.
  case noCommits
  case missingReference(name: String, fetch: FetchAdvice)
  /// A short object id that is the prefix of several ids.
  case ambiguousReference(name: String)
  /// A branch and a tag of this name point to different commits.
  case branchAndTag(name: String)
  /// The name refers to a tree or a file.
  case notACommit(name: String)
  /// No tag marks the start of the release.
  case noTag(before: String)
  /// No base was given, and none of the usual default branches exists.
  case noDefaultBranch(tried: [String], fetch: FetchAdvice)
  /// There is no merge base of `base` and `head`, which are requested names such as `origin/main`
  /// and `HEAD`.
  case noMergeBase(base: String, head: String, reason: NoMergeBaseReason)
  /// The change is not trusted, and none of several merge bases shows all of it.
  case severalMergeBases(base: String, head: String)
  /// The change is not trusted, and the base has moved so many files since the merge base that it is
  /// not known where those of the change land.
  case unknownLanding(base: String, head: String)
  /// The repository lacks an object that its history refers to.
  case missingObject(id: String, fetch: FetchAdvice)
  /// The object stored under this id has different content.
  case wrongObject(id: String)
  /// A commit object in a form that git does not write.
  case malformedCommit(id: String)
  /// A bare repository has no index, so nothing can be staged in it.
  case bareRepository
  /// The index contains a path in several versions: a merge is in progress.
  case unmergedPath(String)
  /// An index that libgit2 cannot read, such as a sparse or a split one.
  case unreadableIndex(reason: String)
  /// The remote is not the repository of the CI job; `reason` is a fragment.
  case foreignRemote(reason: String)
  /// `git fetch` failed with `message`.
  case fetchFailed(command: String, message: String)
  /// A change exceeds a limit; `message` describes which one.
  case tooLarge(operation: String, message: String)
  /// Another error of libgit2; `operation` completes the sentence "cannot …".
  case failure(operation: String, message: String)

  package enum NoMergeBaseReason: Hashable, Sendable {
    /// The walk ended at the boundary of a shallow clone before the two histories met.
    case shallow(fetch: FetchAdvice)
    /// Both histories are complete and share no commit.
    case unrelated
  }
}

/// How to fetch missing history.
package struct FetchAdvice: Hashable, Sendable {
  /// `origin`, else the only remote; `nil` when there is none.
  package var remote: String?
  package var isShallow: Bool
  /// Whether objects are fetched on demand (`git clone --filter=…`).
  package var isPartial: Bool

  package init(remote: String?, isShallow: Bool, isPartial: Bool = false) {
    self.remote = remote
    self.isShallow = isShallow
    self.isPartial = isPartial
  }
}

extension GitError: CustomStringConvertible {
  /// The problem: a lowercase fragment, no full stop.
  package var description: String {
    switch self {
    case .notARepository(let directory):
      "no git repository at \(directory) or above it"
    case .unsupportedRepository(let directory, let reason):
      "the git repository at \(directory) cannot be read: \(reason)"
    case .noCommits:
      "the repository has no commits yet"
    case .missingReference(let name, let fetch):
      "'\(name)' does not name a commit in this "
        + (fetch.isShallow ? "shallow clone" : "repository")
    case .ambiguousReference(let name):
      "'\(name)' is the beginning of several object ids"
    case .branchAndTag(let name):
      "'\(name)' is a branch and a tag, at different commits"
    case .notACommit(let name):
      "'\(name)' is not a commit"
    case .noTag(let name):
      "no tag comes before \(name) in this shallow clone"
    case .noDefaultBranch(let tried, _):
      "no base to compare with: none of \(tried.joined(separator: ", ")) exists"
    case .noMergeBase(let base, let head, .shallow):
      "no merge base of \(base) and \(head) can be determined: the history ends at the boundary of "
        + "a shallow clone"
    case .noMergeBase(let base, let head, .unrelated):
      "no merge base of \(base) and \(head): their histories have no commit in common"
    case .severalMergeBases(let base, let head):
      "\(base) and \(head) have several merge bases, so the result of merging into \(base) "
        + "cannot be determined"
    case .unknownLanding(let base, let head):
      "\(base) has moved too many files since \(head) began to find out where those of the change "
        + "land"
    case .missingObject(let id, let fetch):
      "object \(id) is missing from this "
        + (fetch.isPartial ? "partial clone" : fetch.isShallow ? "shallow clone" : "repository")
    case .wrongObject(let id):
      "the object stored as \(id) has another id"
    case .malformedCommit(let id):
      "commit \(id) is malformed"
    case .bareRepository:
      "a bare repository has no staged changes"
    case .unmergedPath(let path):
      "\(path) is not merged yet"
    case .unreadableIndex(let reason):
      "the index cannot be read: \(reason)"
    case .foreignRemote(let reason):
      "the base cannot be trusted: \(reason)"
    case .fetchFailed(let command, let message):
      "`\(command)` failed: \(message)"
    case .tooLarge(let operation, let message), .failure(let operation, let message):
      "cannot \(operation): \(message)"
    }
  }

  /// How to solve it: one imperative sentence, with a command if there is one.
  package var help: String {
    switch self {
    case .notARepository:
      "Run inside a git checkout, or start one with `git init`."
    case .unsupportedRepository:
      "Clone it with SHA-1 object names and the files reference format."
    case .noCommits:
      "Commit something first."
    case .missingReference(let name, let fetch):
      Self.fetchHelp(reference: name, fetch)
    case .ambiguousReference:
      "Write more digits of the id."
    case .branchAndTag(let name):
      "Write the full name: `refs/heads/\(name)` or `refs/tags/\(name)`."
    case .notACommit:
      "Name a branch, a tag or a commit."
    case .noTag:
      "Fetch the history and its tags with `git fetch --unshallow --tags`, or name the first commit with `--since`."
    case .noDefaultBranch(_, let fetch):
      Self.defaultBranchHelp(fetch)
    case .noMergeBase(_, _, .shallow(let fetch)):
      Self.unshallowHelp(fetch)
    case .noMergeBase(let base, _, .unrelated):
      "Check that \(base) is the target branch of the change; `--base BRANCH` names another, and "
        + "`--base-mode tree` compares the files without a merge base."
    case .severalMergeBases(let base, _), .unknownLanding(let base, _):
      "Merge the base branch into yours: `git merge \(shellQuoted(base))`, then push."
    case .missingObject(_, let fetch):
      fetch.isPartial
        ? "Run `git fetch --refetch --no-filter \(fetch.remote ?? "origin")`."
        : fetch.isShallow
          ? Self.unshallowHelp(fetch)
          : "Run `git fsck` to find the damage, then clone again."
    case .bareRepository:
      "Run it in a checkout, or omit `--staged`."
    case .unmergedPath:
      "Resolve the conflict and `git add` the file."
    case .unreadableIndex:
      "Run `git update-index --no-split-index` and, in a sparse checkout, "
        + "`git sparse-checkout reapply --no-sparse-index`."
    case .foreignRemote:
      "Clone the repository of the job, or correct its remote: `git remote set-url`."
    case .fetchFailed:
      "Check that the remote can be reached, or have the CI service check out the whole history."
    case .tooLarge:
      "Make the change smaller, or split it into several."
    case .malformedCommit, .wrongObject, .failure:
      "Run `git fsck` to see whether the repository is damaged."
    }
  }

  private static func unshallowHelp(_ fetch: FetchAdvice) -> String {
    "Run `git fetch --unshallow \(fetch.remote ?? "origin")`, pass `--fetch` to `devtool check`, or "
      + "have the CI service check out the whole history (GitHub `fetch-depth: 0`, GitLab "
      + "`GIT_DEPTH: 0`)."
  }

  private static func fetchHelp(reference name: String, _ fetch: FetchAdvice) -> String {
    guard let remote = fetch.remote, let source = fetchable(name, from: remote) else {
      return "Check the name; `git branch --all` and `git tag` list the existing ones."
    }
    return fetchCommand(source, from: remote, fetch) + "."
  }

  private static func defaultBranchHelp(_ fetch: FetchAdvice) -> String {
    guard let remote = fetch.remote else {
      return "Name the target branch of the change with `--base BRANCH`."
    }
    return fetchCommand(defaultBranch(of: remote), from: remote, fetch)
      + ", or name the target branch of the change with `--base BRANCH`."
  }

  private static func fetchCommand(
    _ source: String, from remote: String, _ fetch: FetchAdvice
  ) -> String {
    let depth = fetch.isShallow ? "--unshallow " : ""
    return "Run `git fetch \(depth)\(shellQuoted(remote)) \(shellQuoted(source))`"
  }

  /// The argument of `git fetch` for the remote's default branch, whatever its name. A
  /// single-branch clone would not fetch it without this argument.
  static func defaultBranch(of remote: String) -> String { "HEAD:refs/remotes/\(remote)/HEAD" }

  /// The argument of `git fetch` for a reference; `nil` for an expression such as `a~2`.
  static func fetchable(_ name: String, from remote: String) -> String? {
    if ObjectID(hex: name) != nil { return name }
    if name.isEmpty || name == "HEAD" || name.contains(where: { "~^:@{}?*[\\ ".contains($0) }) {
      return nil
    }
    if name.hasPrefix("refs/tags/") { return "\(name):\(name)" }
    let branch = branchName(name, remote: remote)
    return branch.hasPrefix("refs/") ? nil : "\(branch):refs/remotes/\(remote)/\(branch)"
  }

  /// The branch name without remote and `refs/`: `main` for `main`, `origin/main`,
  /// `refs/heads/main` and `refs/remotes/origin/main`.
  static func branchName(_ name: String, remote: String?) -> String {
    var prefixes = ["refs/heads/"]
    if let remote { prefixes += ["refs/remotes/\(remote)/", "remotes/\(remote)/", "\(remote)/"] }
    for prefix in prefixes where name.hasPrefix(prefix) && name != prefix {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }
}
