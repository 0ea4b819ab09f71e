package import CIModel

/// Flags changes of forbidden files: custom rules with `forbid:`.
package struct ForbidRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "forbid",
    summary: "Flags every changed file that matches a path pattern, unless it is deleted.",
    parameters: [.init("forbid", .list(.glob), "Path patterns of forbidden files."), .status],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "another file", ["forbid": .text("**/*.orig")],
      files: [FileChange(.added, "Sources/original.swift", additions: 1)]),
    .clean(
      "removing a forbidden file is fine", ["forbid": .text("**/*.orig")],
      files: [FileChange(.deleted, "a.orig", deletions: 1, mode: nil)]),
    .flagged(
      "a deleted file, when deletions count", as: .warning,
      values: ["forbid": .text("**/*.orig"), "status": .text("deleted")],
      files: [
        FileChange(.deleted, "a.orig", deletions: 1, mode: nil),
        FileChange(.added, "b.orig", additions: 1),
      ]),
    .flagged(
      "a file that moves away", as: .warning,
      values: ["forbid": .text("db/**"), "status": .text("deleted")],
      files: [FileChange(.renamed, "old/1.sql", oldPath: "db/1.sql", similarity: 100)]),
    .flagged(
      "new files, also by moving them", as: .warning, .warning,
      values: ["forbid": .text("**/*.orig"), "status": .text("added")],
      files: [
        FileChange(.added, "a.orig", additions: 1),
        FileChange(.modified, "b.orig", additions: 1),
        FileChange(.renamed, "c.orig", oldPath: "c", similarity: 100),
      ]),
    .flagged(
      "a file that becomes a link", as: .warning,
      values: ["forbid": .text("LICENSE"), "status": .text("deleted")],
      files: [FileChange(.typechanged, "LICENSE", deletions: 9, mode: "120000")]),
    .flagged(
      "a file in place of a link", as: .warning,
      values: ["forbid": .text("**/*.orig"), "status": .text("added")],
      files: [
        FileChange(.typechanged, "a.orig", additions: 9, oldMode: "120000"),
        FileChange(.typechanged, "b.orig", additions: 1, mode: "120000"),
      ]),
    .flagged(
      "each file that matches", as: .warning, .warning, values: ["forbid": .text("**/*.orig")],
      files: [
        FileChange(.added, "a.orig", additions: 1),
        FileChange(.renamed, "b/c.orig", oldPath: "b/c", similarity: 100),
      ]),
  ]

  private let options: RuleOptions
  private let forbidden: FileSelection
  private let statuses: StatusFilter

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    forbidden = options.globs("forbid")
    statuses = StatusFilter(options.texts("status"), default: .present)
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    changes.files.flatMap { file -> [Finding] in
      let isHere =
        statuses.contains(file) && forbidden.concerns(file) && options.scope.contains(file)
      var findings = isHere ? [finding(file)] : []
      // A file that moves or becomes a link is lost at its old path.
      if file.status == .renamed || !isHere && file.isReplacedByLink,
        let loss = statuses.loss(by: file), forbidden.concerns(loss),
        options.scope.contains(loss)
      {
        findings.append(finding(loss))
      }
      return findings
    }
  }

  private func finding(_ file: FileChange) -> Finding {
    options.finding(
      "\(Self.verb(file.status)) a file that matches \(forbidden.text)",
      at: SourceLocation(file.path),
      help: file.status == .deleted ? "Restore the file." : "Remove the file from the change.")
  }

  private static func verb(_ status: FileChange.Status) -> String {
    switch status {
    case .added: "adds"
    case .deleted: "deletes"
    case .modified, .renamed, .typechanged: "changes"
    }
  }
}
