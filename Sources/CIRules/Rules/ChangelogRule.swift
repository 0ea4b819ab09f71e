package import CIModel

/// Flags a change of the sources that users cannot read about in the changelog.
///
/// Not a default rule: whether a package keeps a changelog cannot be seen in a change.
package struct ChangelogRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "changelog",
    summary: "Flags a change of the sources without an entry in the changelog.",
    why:
      "Users read the changelog, not the commits. An entry is easiest to write by whoever made the "
      + "change, while it is fresh.",
    parameters: [
      .init("require", .list(.glob), "Where entries are written; `CHANGELOG.md` and the like."),
      .init("when", .list(.glob), "What needs an entry; `Sources/**` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "sources and changelog change together",
      files: [
        FileChange(.modified, "CHANGELOG.md", additions: 1),
        FileChange(.modified, "Sources/A.swift", additions: 1),
      ]),
    .clean(
      "one file per entry is a changelog, too",
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
      "so does a new one", as: .warning,
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)]),
    .flagged(
      "so does one that was moved away", as: .warning,
      files: [FileChange(.renamed, "Old/A.swift", oldPath: "Sources/A.swift", similarity: 100)]),
    .flagged(
      "deleting the changelog is no entry", as: .warning,
      files: [
        FileChange(.deleted, "CHANGELOG.md", deletions: 9, mode: nil),
        FileChange(.deleted, "Sources/A.swift", deletions: 1, mode: nil),
      ]),
  ]

  private static let usualPlaces = [
    "{CHANGELOG,Changelog,ChangeLog,changelog,CHANGES,HISTORY,History}{,.md,.txt,.rst}",
    "{CHANGELOG,Changelog,changelog,changelog.d,changelogs,.changeset,.changes}/**",
  ]

  package let id: String
  private let level: Severity
  private let message: String?
  private let scope: FileScope
  private let trigger: FileSelection
  private let required: FileSelection
  private let place: String

  package init(settings: RuleSettings) {
    id = settings.id
    level = settings.level ?? Self.descriptor.defaultLevel
    message = settings.message
    scope = FileScope(settings)
    trigger = FileSelection(settings.texts("when") ?? ["Sources/**"])
    let places = settings.texts("require")
    required = FileSelection(places ?? Self.usualPlaces)
    place = places?.joined(separator: " or ") ?? "CHANGELOG.md"
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let triggers = changes.files.filter { scope.contains($0) && trigger.contains($0) }
    guard !triggers.isEmpty,
      !changes.files.contains(where: { $0.additions > 0 && required.contains($0.path) })
    else { return [] }
    return [
      Finding(
        level, id,
        message ?? "changes \(counted(triggers.count, "file")) in \(trigger.text) "
          + "without an entry in \(place)",
        help: "Tell users in \(place) what changed in \(shortList(triggers.map(\.path))).")
    ]
  }
}
