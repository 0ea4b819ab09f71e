package import CIModel

/// Flags files that must not be in the repository, whether or not the change adds them: custom
/// rules with `exists:`.
package struct ExistsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "exists", summary: "Flags path patterns that match a file of the repository.",
    parameters: [
      .init("exists", .list(.glob), "Path patterns that no file may match after the change.")
    ],
    isDefault: false, defaultLevel: .warning)

  private static let touched = [FileChange(.modified, "Podfile", additions: 1)]

  package static let examples: [RuleExample] = [
    .clean(
      "no such file", ["exists": .text("Cartfile")], files: touched,
      unmatchedGlobs: ["Cartfile"]),
    .flagged(
      "a file that the change does not touch", as: .warning, values: ["exists": .text("Cartfile")],
      files: touched),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  private var globs: [String] { options.texts("exists") ?? [] }

  package func soughtGlobs(for changes: ChangeSet) -> [String] { globs }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    guard changes.files.contains(where: { options.scope.view(of: $0) != nil }) else { return [] }
    return globs.compactMap { glob in
      let path = RepositoryPath(glob)
      let isOpen = facts.unmatchedGlobs.contains(path)
      if isOpen, !facts.linkedGlobs.contains(path) { return nil }
      let message =
        isOpen
        ? "a link or submodule could be or contain a file that matches `\(glob)`"
        : "a file matches `\(glob)`"
      return options.finding(message, help: "Remove it, or change rule '\(id)'.")
    }
  }
}

/// Flags required files that are missing from the repository, whether or not the change deletes
/// them: custom rules with `missing:`.
package struct MissingRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "missing",
    summary:
      "Flags path patterns that match no file of the repository, for changed files that need "
      + "one.",
    parameters: [
      .init(
        "missing", .list(.text),
        "Path patterns of required files, in which `$1`, `$2`, … stand for the text that the "
          + "wildcards of `paths` matched in a changed file. The name of a folder needs a `/` "
          + "behind it."),
      .status,
    ],
    isDefault: false, defaultLevel: .warning, hasCaptures: true)

  private static let touched = [FileChange(.modified, "Sources/Core/A.swift", additions: 1)]

  package static let examples: [RuleExample] = [
    .clean("the file exists", ["missing": .text("LICENSE")], files: touched),
    .flagged(
      "the file is missing", as: .warning, values: ["missing": .text("LICENSE")], files: touched,
      unmatchedGlobs: ["LICENSE"]),
    .clean(
      "a deleted file needs no companion", ["missing": .text("$1.md")],
      files: [FileChange(.deleted, "a", deletions: 1, mode: nil)], unmatchedGlobs: ["a.md"]),
    .flagged(
      "the required file is deleted", as: .warning, values: ["missing": .text("LICENSE")],
      files: [FileChange(.deleted, "LICENSE", deletions: 1, mode: nil)],
      unmatchedGlobs: ["LICENSE"]),
  ]

  private let options: RuleOptions
  private let sources: [CapturingGlob]
  private let statuses: StatusFilter

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    sources = (settings.paths.isEmpty ? ["**"] : settings.paths).map { CapturingGlob($0) }
    statuses = StatusFilter(options.texts("status"), default: .present)
  }

  package var id: String { options.id }

  package func soughtGlobs(for changes: ChangeSet) -> [String] { needs(changes).map(\.glob.text) }

  private struct Need {
    var glob: RepositoryPath
    var template: String
    var files: [String] = []
    var captures: [String]

    /// The glob for messages, without escapes.
    var text: String { CapturingGlob.fill(template, captures) }
  }

  /// The required globs and the files that require them, sorted.
  private func needs(_ changes: ChangeSet) -> [Need] {
    // Keys are bytes, because two names may differ only in their Unicode normalization.
    var needs: [RepositoryPath: Need] = [:]
    let templates = options.texts("missing") ?? []
    let isAnyChange = options.texts("status") == nil
    for (file, asking) in changes.files.flatMap(views) where options.scope.contains(file) {
      let path = asking ?? file.path
      let captures = sources.lazy.compactMap { $0.captures(of: file, at: path) }.first ?? []
      // A template without captures applies to any change, including one that only deletes files.
      for template in templates
      where asking != nil || isAnyChange && !Self.namesCaptures(template) {
        let glob = RepositoryPath(CapturingGlob.glob(template, captures))
        needs[glob, default: Need(glob: glob, template: template, captures: captures)].files
          .append(path)
      }
    }
    return needs.values.sorted { $0.glob < $1.glob }
  }

  /// A change, and the path at which it asks for files; a moved file also as the deletion of its old
  /// path, if deletions count.
  private func views(of file: FileChange) -> [(FileChange, asking: String?)] {
    guard file.status == .renamed, let loss = statuses.loss(by: file) else {
      return [(file, statuses.path(of: file))]
    }
    return [(file, statuses.contains(file) ? file.path : nil), (loss, loss.path)]
  }

  /// Whether a path depends on the captures of wildcards.
  private static func namesCaptures(_ template: String) -> Bool {
    let bytes = Array(template.utf8)
    return zip(bytes, bytes.dropFirst()).contains { mark, digit in
      mark == UInt8(ascii: "$") && (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit)
    }
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let needs = needs(changes)
    let isUnknown = needs.contains { facts.unsearchedGlobs.contains($0.glob) }
    let unknown = options.finding(
      "the repository has too many files to search for missing ones",
      help: "Make the change smaller, or narrow `missing` of rule '\(id)' to a folder.")
    return (isUnknown ? [unknown] : [])
      + needs.filter {
        facts.unmatchedGlobs.contains($0.glob) || facts.folderGlobs.contains($0.glob)
      }.map { need in
        options.finding(
          "no file matches `\(need.text)`, which \(shortList(need.files)) "
            + "\(need.files.count == 1 ? "needs" : "need")",
          at: need.files.count == 1 ? need.files.first.map { SourceLocation($0) } : nil,
          help: "Add it, or change rule '\(id)'.", captures: need.captures)
      }
  }
}
