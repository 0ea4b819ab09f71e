package import CIModel

/// Flags a change without a change of certain files: custom rules with `require:`.
package struct RequireRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "require",
    summary: "Flags a change that does not add or change any of these files.",
    parameters: [
      .init("require", .list(.glob), "Path patterns, one of which a file of the change must match.")
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "one of the files is there", ["require": .list([.text("docs/**"), .text("README.md")])],
      files: [
        FileChange(.modified, "README.md", additions: 1),
        FileChange(.modified, "Sources/A.swift", additions: 1),
      ]),
    .flagged(
      "none of the files is there", as: .warning, values: ["require": .text("docs/**")],
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)]),
    .flagged(
      "another mode is not enough", as: .warning, values: ["require": .text("docs/**")],
      files: [FileChange(.modified, "docs/a.sh", mode: "100755")]),
    .flagged(
      "nor is a link in its place", as: .warning, values: ["require": .text("docs/**")],
      files: [
        FileChange(.typechanged, "docs/a.md", additions: 1, deletions: 9, mode: "120000")
      ]),
    .flagged(
      "deleting one is not enough", as: .warning, values: ["require": .text("docs/**")],
      files: [FileChange(.deleted, "docs/a.md", deletions: 1, mode: nil)]),
  ]

  private let options: RuleOptions
  private let required: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    required = options.globs("require")
  }

  package var id: String { options.id }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(
      changes.files.filter { $0.mayChangeModeOnly && required.contains($0.path) }.map(\.exactPath))
  }

  /// A file that is too large to be read does not satisfy the rule.
  package var needsWholeFiles: Bool { false }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let triggers = changes.files.compactMap { options.scope.view(of: $0) }
    let isThere = changes.files.contains { file in
      file.status != .deleted && required.contains(file.path) && !file.isNewLink
        && !facts.changesModeOnly(file)
    }
    guard !triggers.isEmpty, !isThere else { return [] }
    // Without `paths`, no file is the reason: the rule applies to every change, or by a condition.
    let reason =
      options.scope.namesFiles ? ", because of \(shortList(triggers.map(\.path)))" : ""
    return [
      options.finding(
        "changes \(counted(triggers.count, "file")) without \(required.text)",
        help: "Change a file that matches \(required.text), too\(reason).")
    ]
  }
}
