package import CIModel

/// Flags changes of files that only certain people may change.
package struct ProtectedFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "protected-files",
    summary: "Flags changes to protected files, unless certain people make them.",
    why:
      "A change to the licence, the schemes or the CI configuration in the middle of a "
      + "feature is an accident or needs a second look.",
    parameters: [
      .init(
        "authors", .optionalList(.text),
        "People who may change them: the login of the pull request's author, or the names or "
          + "addresses of all authors of commits; `*` matches anything."),
      .init("files", .list(.glob), "Protected files."),
      .init(
        "status", .list(.choice(["added", "deleted", "modified", "renamed", "typechanged"])),
        "Kinds of change that count; all by default."),
    ],
    isDefault: false, defaultLevel: .warning, suppression: .maintainers)

  private static let licence: [String: RuleSettings.Value] = ["files": .list([.text("LICENSE")])]
  private static let byAda = licence.merging(["authors": .list([.text("ada*")])]) { $1 }

  package static let examples: [RuleExample] = [
    .clean(
      "other files", licence, files: [FileChange(.modified, "README.md", additions: 1)]),
    .flagged(
      "a changed file, and a deleted one", as: .warning, .warning,
      values: ["files": .list([.text("LICENSE"), .text(".github/**")])],
      files: [
        FileChange(.deleted, ".github/ci.yml", deletions: 9, mode: nil),
        FileChange(.modified, "LICENSE", additions: 1),
      ]),
    .flagged(
      "a file that is moved away", as: .warning, values: licence,
      files: [FileChange(.renamed, "docs/LICENSE", oldPath: "LICENSE", similarity: 100)]),
    .flagged(
      "a link in place of a file, and a file in place of a link", as: .warning, .warning,
      values: [
        "files": .text("*"), "status": .list([.text("added"), .text("deleted")]),
      ],
      files: [
        FileChange(.typechanged, "A", additions: 1, oldMode: "120000"),
        FileChange(.typechanged, "LICENSE", additions: 1, mode: "120000"),
      ]),
    .flagged(
      "a link to a folder that may contain any file", as: .warning,
      values: ["files": .text("**/*.pem")],
      files: [FileChange(.added, "CLAUDE.md", additions: 1, mode: "120000", oldMode: nil)]),
    .clean(
      "a link to a file", ["files": .text("**/*.pem")],
      files: [
        FileChange(
          .added, "CLAUDE.md", additions: 1, mode: "120000", oldMode: nil, leadsToFile: true)
      ]),
    .clean(
      "a change that does not count",
      ["files": .text("Schemes/**"), "status": .list([.text("deleted")])],
      files: [FileChange(.modified, "Schemes/A.xcscheme", additions: 1)]),
    .clean(
      "an author who may change it", byAda, files: [FileChange(.modified, "LICENSE", additions: 1)],
      pullRequest: PullRequest(author: "ada-l")),
    .flagged(
      "an author who may not change it", as: .warning, values: byAda,
      files: [FileChange(.modified, "LICENSE", additions: 1)], commits: [.example("Relicense")],
      pullRequest: PullRequest(author: "eve")),
    .clean(
      "commits by allowed authors, without a known pull request", byAda,
      files: [FileChange(.modified, "LICENSE", additions: 1)], commits: [.example("Relicense")]),
  ]

  private let options: RuleOptions
  private let files: FileSelection
  private let twins: TwinSelection
  private let statuses: Set<String>
  private let authors: [Wildcard]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    files = options.globs("files")
    twins = TwinSelection(options.texts("files") ?? [])
    statuses = Set(options.texts("status") ?? [])
    authors = (options.texts("authors") ?? []).map { Wildcard($0) }
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    if authors.allow(changes, facts) { return [] }
    return changes.files.compactMap { file in
      guard let word = Self.events(of: file).lazy.compactMap({ word(of: $0) }).first else {
        return nil
      }
      return options.finding(
        word, at: SourceLocation(file.path),
        help: options.undoing("change", by: "authors"))
    }
  }

  /// A change at one path.
  private struct Event {
    var path: String
    var file: FileChange
    /// The statuses that the event counts as.
    var statuses: [FileChange.Status]
  }

  /// The events of a changed file. A moved file is deleted at its old path and added at the new
  /// one; a link in place of a file also counts as a deletion, and a file in place of a link as an
  /// addition.
  private static func events(of file: FileChange) -> [Event] {
    switch file.status {
    case .renamed:
      var gone = FileChange(
        .deleted, file.oldPath ?? file.path, mode: nil, oldMode: file.oldMode)
      gone.otherPaths = file.oldOtherPaths
      return [
        Event(path: file.path, file: file, statuses: [.added, .renamed]),
        Event(path: gone.path, file: gone, statuses: [.deleted, .renamed]),
      ]
    case .typechanged:
      let alike: [FileChange.Status] =
        file.replacesLink ? [.added] : file.isReplacedByLink ? [.deleted] : []
      return [Event(path: file.path, file: file, statuses: alike + [.modified, .typechanged])]
    case .added, .deleted, .modified:
      return [Event(path: file.path, file: file, statuses: [file.status])]
    }
  }

  /// The message for an event; `nil` when it does not concern the rule.
  private func word(of event: Event) -> String? {
    let counted = event.statuses.filter { statuses.isEmpty || statuses.contains($0.rawValue) }
    guard let status = counted.last, options.scope.contains(event.file) else { return nil }
    // A file that a build reads through a link is also protected at the path by which the build
    // reads it.
    let isFolder = event.file.matchesLikeFolder && event.file.leadsToFile != true
    if ([event.path] + (event.file.otherPaths ?? [])).contains(where: { path in
      files.contains(path) || (isFolder && files.reachesBelow(path))
    }) {
      return "is protected, but the change \(Self.words[status] ?? "modifies") it"
    }
    // On case-insensitive file systems, either of the two files may be checked out.
    let isNew = event.statuses.contains(.added)
    guard isNew || event.file.mayHoldFiles else { return nil }
    let path = twins.readings(of: event.path)
    let isTwin =
      isNew && twins.contains(path)
      // A file in place of a folder.
      || (event.file.mayHoldFiles || !files.reachesBelow(event.path)) && twins.reachesBelow(path)
    return isTwin ? "is the same file as a protected one on some systems" : nil
  }

  private static let words: [FileChange.Status: String] = [
    .added: "adds", .deleted: "deletes", .renamed: "renames",
  ]
}

extension [Wildcard] {
  /// Whether people on the list made the change: the author of the pull request, if known,
  /// otherwise the authors of all commits, unless the change is not trusted. A commit that
  /// was not read to its end has no known author.
  func allow(_ changes: ChangeSet, _ facts: Facts) -> Bool {
    if isEmpty { return false }
    if let author = facts.pullRequest?.author { return contains { $0.matches(author) } }
    return !changes.commits.isEmpty
      && changes.commits.allSatisfy { $0.isCut != true && includes($0, facts) }
  }

  /// Whether a person on the list made a commit. Authors choose the name in their commits, so in a
  /// change that is not trusted, the login that the service provides counts instead.
  func includes(_ commit: Commit, _ facts: Facts) -> Bool {
    if isEmpty { return false }
    guard facts.distrustsChange else {
      return contains { $0.matches(commit.author.name) || $0.matches(commit.author.email) }
    }
    return facts.pullRequest?.author.map { login in contains { $0.matches(login) } } ?? false
  }
}
