package import CIModel

/// Flags a change of the sources without an entry in the changelog.
///
/// Off by default, because a change does not show whether the package keeps a changelog.
package struct ChangelogRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "changelog",
    summary: "Flags a change to the sources without a changelog entry.",
    why:
      "Users read the changelog, not the commits. The author of the change can write the "
      + "entry most easily, while it is fresh. An entry is a new line with words. Blank lines, "
      + "lines that only move or change their line ending, and text that Markdown or "
      + "reStructuredText does not show, such as a comment, do not count. In a folder of "
      + "entries, every file is an entry. A source file in which only comments change needs no "
      + "entry, nor does a Swift file in which only white space and line breaks change, nor a "
      + "page in a DocC catalogue.",
    parameters: [
      .init(
        "require", .list(.glob),
        "Files that hold the entries; `CHANGELOG.md` and the like by default."),
      .init(
        "sources", .list(.glob),
        "Files whose change needs an entry; the files of `when`, or `Sources/**` and the sources of "
          + "targets elsewhere, by default."),
      .init(
        "when", .list(.glob),
        "Condition under which an entry is needed, or files whose change needs one."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let both = [
    FileChange(.modified, "CHANGELOG.md", additions: 1),
    FileChange(.modified, "Sources/A.swift", additions: 1),
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "sources and changelog change together", files: both,
      contents: [
        "CHANGELOG.md": FileContents(
          old: Array("# Changes\n- One.\n".utf8), new: Array("# Changes\n- Two.\n- One.\n".utf8))
      ]),
    .clean(
      "an entry with the same words as an older one", files: both,
      contents: [
        "CHANGELOG.md": FileContents(
          old: Array("# 2\n- One.\n# 1\n- Two.\n".utf8),
          new: Array("# 2\n- One.\n- Two.\n# 1\n- Two.\n".utf8))
      ]),
    .clean(
      "a page in a DocC catalogue",
      files: [FileChange(.modified, "Sources/Kit/Kit.docc/Start.md", additions: 1)]),
    .flagged(
      "a source that moves into a DocC catalogue", as: .warning,
      files: [FileChange(.renamed, "Sources/Kit/Kit.docc/A.swift", oldPath: "Sources/Kit/A.swift")]),
    .flagged(
      "a blank line is not an entry", as: .warning, files: both,
      contents: [
        "CHANGELOG.md": FileContents(
          old: Array("# Changes\n- One.\n".utf8), new: Array("# Changes\n\n- One.\n".utf8))
      ]),
    .flagged(
      "reordered lines are not an entry", as: .warning, files: both,
      contents: [
        "CHANGELOG.md": FileContents(
          old: Array("- One.\n- Two.\n".utf8), new: Array("- Two.\r\n- One.\r\n".utf8))
      ]),
    .flagged(
      "a comment or the address of a link is not an entry", as: .warning, files: both,
      contents: [
        "CHANGELOG.md": FileContents(
          old: Array("# Changes\n".utf8),
          new: Array("# Changes\n<!-- One. -->\n1.\n\n[one]: https://example.com\n".utf8))
      ]),
    .clean(
      "reformatted code needs no entry",
      files: [FileChange(.modified, "Sources/A.swift", additions: 3, deletions: 1)],
      contents: [
        "Sources/A.swift": FileContents(
          old: Array("let a = [b.c(1),2]\n".utf8),
          new: Array("let a = [\n  b\n    .c(1), 2\n]\n".utf8))
      ]),
    .clean(
      "a folder with one file per entry is a changelog, too",
      files: [
        FileChange(.added, "CHANGELOG/unreleased/fix.md", additions: 3, oldMode: nil),
        FileChange(.modified, "Sources/A.swift", additions: 1),
      ]),
    .clean(
      "tests need no entry", files: [FileChange(.modified, "Tests/ATests.swift", additions: 1)]),
    .flagged(
      "a modified source file needs an entry", as: .warning,
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)]),
    .flagged(
      "a new source file needs an entry", as: .warning,
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)]),
    .flagged(
      "a source file that was moved away needs an entry", as: .warning,
      files: [FileChange(.renamed, "Old/A.swift", oldPath: "Sources/A.swift", similarity: 100)]),
    .flagged(
      "custom source paths", as: .warning, values: ["sources": .text("App")],
      files: [FileChange(.modified, "App/A.swift", additions: 1)]),
    .flagged(
      "deleting the changelog is not an entry", as: .warning,
      files: [
        FileChange(.deleted, "CHANGELOG.md", deletions: 9, mode: nil),
        FileChange(.deleted, "Sources/A.swift", deletions: 1, mode: nil),
      ]),
  ]

  private static let usualPlaces = [
    "{CHANGELOG,Changelog,ChangeLog,changelog,CHANGES,HISTORY,History}{,.md,.txt,.rst}",
    "{CHANGELOG,Changelog,changelog,changelog.d,changelogs,.changeset,.changes}/**",
  ]

  private let options: RuleOptions
  private let sources: SourceFiles
  private let trigger: FileSelection?
  private let required: FileSelection
  private let place: String

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    let trigger = settings.texts("when")
    sources = SourceFiles(settings.texts("sources") ?? trigger, usual: "Sources/**")
    self.trigger = trigger.map { FileSelection($0) }
    let places = settings.texts("require")
    required = FileSelection(places ?? Self.usualPlaces)
    place = places?.joined(separator: " or ") ?? "CHANGELOG.md"
  }

  package var id: String { options.id }

  package var policyFiles: Set<RepositoryPath> { sources.policyFiles }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(mayHoldEntry).map(\.exactPath)).union(
      CodeChange.needed(
        changes.files.compactMap { options.scope.view(of: $0) }
          .filter { sources.mayBeTouched(by: $0) }))
  }

  /// A changelog that is too large to be read has no entry; a source file that is too large counts
  /// as changed.
  package var needsWholeFiles: Bool { false }

  private func mayHoldEntry(_ file: FileChange) -> Bool {
    file.additions > 0 && !file.standsForFolder && required.contains(file.path)
  }

  private func holdsEntry(_ file: FileChange, _ facts: Facts) -> Bool {
    guard mayHoldEntry(file) else { return false }
    guard let contents = facts.contents[file.exactPath] else { return true }
    guard let new = contents.new else { return !contents.isUnread }
    return NewWords.occur(
      in: ShownText.of(new, at: file.path),
      besides: ShownText.of(contents.old ?? [], at: file.oldPath ?? file.path))
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    if let trigger, !changes.files.contains(where: { trigger.isTouched(by: $0) }) { return [] }
    let layout = SourceLayout(facts, changes)
    let files = changes.files.compactMap { options.scope.view(of: $0) }
      .filter { sources.areTouched(by: $0, layout) && !CodeChange.keepsCode($0, facts) }
    guard !files.isEmpty, !changes.files.contains(where: { holdsEntry($0, facts) }) else {
      return []
    }
    let folder = sources.text(files).map { " in \($0)" } ?? ""
    return [
      options.finding(
        "changes \(counted(files.count, "file"))\(folder) without an entry in \(place)",
        help: "Tell users in \(place) what changed in \(shortList(files.map(\.path))).")
    ]
  }
}
