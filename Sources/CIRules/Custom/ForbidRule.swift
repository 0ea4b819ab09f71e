package import CIModel

/// Flags files that do not belong in a change: custom rules with `forbid:`.
package struct ForbidRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "forbid", summary: "Flags every file of the change that matches, unless it is deleted.",
    parameters: [.init("forbid", .list(.glob), "What must not be in the change.")],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "another file", ["forbid": .text("**/*.orig")],
      files: [FileChange(.added, "Sources/original.swift", additions: 1)]),
    .clean(
      "removing one is welcome", ["forbid": .text("**/*.orig")],
      files: [FileChange(.deleted, "a.orig", deletions: 1, mode: nil)]),
    .flagged(
      "each file that matches", as: .warning, .warning, values: ["forbid": .text("**/*.orig")],
      files: [
        FileChange(.added, "a.orig", additions: 1),
        FileChange(.renamed, "b/c.orig", oldPath: "b/c", similarity: 100),
      ]),
  ]

  private let options: RuleOptions
  private let forbidden: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    forbidden = options.globs("forbid")
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    changes.files.compactMap { file in
      guard file.status != .deleted, forbidden.concerns(file), options.scope.contains(file)
      else { return nil }
      return options.finding(
        "\(file.status == .added ? "adds" : "changes") a file that matches \(forbidden.text)",
        at: SourceLocation(file.path), help: "Take the file out of the change.")
    }
  }
}
