package import CIModel

/// Flags changes of files that only some people may change.
package struct ProtectedFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "protected-files",
    summary: "Flags a change of files that are to be left alone, unless certain people make it.",
    why:
      "The licence, the schemes, the configuration of CI: a change of them in the middle of a feature "
      + "is an accident or needs a second look.",
    parameters: [
      .init(
        "authors", .list(.text),
        "Who may change them, `*` for anything: the login of the pull request's author, or the names "
          + "or addresses of all authors of commits."),
      .init("files", .list(.glob), "What is protected."),
      .init(
        "status", .list(.choice(["added", "deleted", "modified", "renamed", "typechanged"])),
        "Which changes count; all by default."),
    ],
    isDefault: false, defaultLevel: .warning, suppression: .maintainers)

  private static let licence: [String: RuleSettings.Value] = ["files": .list([.text("LICENSE")])]
  private static let byAda = licence.merging(["authors": .list([.text("ada*")])]) { $1 }

  package static let examples: [RuleExample] = [
    .clean(
      "other files", licence, files: [FileChange(.modified, "README.md", additions: 1)]),
    .flagged(
      "a change, and one that goes away", as: .warning, .warning,
      values: ["files": .list([.text("LICENSE"), .text(".github/**")])],
      files: [
        FileChange(.deleted, ".github/ci.yml", deletions: 9, mode: nil),
        FileChange(.modified, "LICENSE", additions: 1),
      ]),
    .flagged(
      "one that is moved away", as: .warning, values: licence,
      files: [FileChange(.renamed, "docs/LICENSE", oldPath: "LICENSE", similarity: 100)]),
    .clean(
      "a change that does not count",
      ["files": .text("Schemes/**"), "status": .list([.text("deleted")])],
      files: [FileChange(.modified, "Schemes/A.xcscheme", additions: 1)]),
    .clean(
      "somebody who may", byAda, files: [FileChange(.modified, "LICENSE", additions: 1)],
      pullRequest: PullRequest(author: "ada-l")),
    .flagged(
      "somebody who may not", as: .warning, values: byAda,
      files: [FileChange(.modified, "LICENSE", additions: 1)], commits: [.example("Relicense")],
      pullRequest: PullRequest(author: "eve")),
    .clean(
      "commits of those who may, where the pull request is not known", byAda,
      files: [FileChange(.modified, "LICENSE", additions: 1)], commits: [.example("Relicense")]),
  ]

  private let options: RuleOptions
  private let files: FileSelection
  private let statuses: Set<String>
  private let authors: [Wildcard]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    files = options.globs("files")
    statuses = Set(options.texts("status") ?? [])
    authors = (options.texts("authors") ?? []).map { Wildcard($0) }
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    if authors.allow(changes, facts) { return [] }
    return changes.files.filter { file in
      isProtected(file) && (statuses.isEmpty || statuses.contains(file.status.rawValue))
    }.map { file in
      options.finding(
        "is protected and \(Self.words[file.status] ?? "changes")", at: SourceLocation(file.path),
        help: "Take the change back, or ask those who may make it.")
    }
  }

  private func isProtected(_ file: FileChange) -> Bool {
    if files.contains(file), options.scope.contains(file) { return true }
    // A file that is moved away is gone, wherever it goes.
    if let old = file.oldPath, files.contains(old),
      options.scope.contains(FileChange(.deleted, old))
    {
      return true
    }
    // A link or a submodule stands for everything below it.
    let isFolder = file.mode == "120000" || file.mode == "160000"
    return isFolder && files.reachesBelow(file.path) && options.scope.contains(file)
  }

  private static let words: [FileChange.Status: String] = [
    .added: "comes", .deleted: "is deleted", .renamed: "is renamed",
  ]
}

extension [Wildcard] {
  /// Whether the change was made by people on a list: the author of the pull request where that is
  /// known, else the authors of all commits, unless the change is not trusted.
  func allow(_ changes: ChangeSet, _ facts: Facts) -> Bool {
    if isEmpty { return false }
    if let author = facts.pullRequest?.author { return contains { $0.matches(author) } }
    return !changes.commits.isEmpty && changes.commits.allSatisfy { includes($0, facts) }
  }

  /// Whether a commit was made by somebody on a list. What a commit says of its author is what its
  /// author wrote; where the change is not trusted, the login that the service tells counts.
  func includes(_ commit: Commit, _ facts: Facts) -> Bool {
    if isEmpty { return false }
    guard facts.distrustsChange else {
      return contains { $0.matches(commit.author.name) || $0.matches(commit.author.email) }
    }
    return facts.pullRequest?.author.map { login in contains { $0.matches(login) } } ?? false
  }
}
