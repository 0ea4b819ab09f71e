package import CIModel

/// Flags a change of one file without a change of its companion file.
package struct CompanionFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "companion-files",
    summary: "Flags changed files whose companion files do not change.",
    why:
      "Files that must change together are forgotten one at a time: a translation, a schema "
      + "and its documentation, a migration and its rollback.",
    parameters: [
      .init(
        "any", .boolean, "Accept one of `require`; all of them are needed by default."),
      .init(
        "files", .list(.glob),
        "Files that need a companion; those of `when`, or every file, by default."),
      .init(
        "require", .list(.text),
        "Companion files, as path patterns in which `$1`, `$2`, … stand for the text that "
          + "the wildcards of `files` matched, each `*` and `**` counted from the left. The "
          + "name of a folder needs a `/` behind it."),
      .init(
        "require-status",
        .list(.choice(["added", "deleted", "modified", "renamed", "typechanged"])),
        "How a companion must change; in any way except deletion by default."),
      .init(
        "status", .list(.choice(["added", "deleted", "modified", "renamed", "typechanged"])),
        "Kinds of change that need a companion; all by default."),
      .init(
        "when", .list(.glob),
        "Condition under which a companion is needed, or files whose change needs one."),
    ],
    isDefault: false, defaultLevel: .warning, hasCaptures: true)

  private static let translations: [String: RuleSettings.Value] = [
    "when": .text("docs/en/**"), "require": .text("docs/de/$1"),
  ]
  private static let tests: [String: RuleSettings.Value] = [
    "when": .text("Sources/*/**/*.swift"), "require": .text("Tests/$1Tests/**/$3Tests.swift"),
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "both translations", translations,
      files: [
        FileChange(.modified, "docs/de/a/b.md", additions: 1),
        FileChange(.modified, "docs/en/a/b.md", additions: 1),
      ]),
    .flagged(
      "another file in the same folder is not a companion", as: .warning, values: translations,
      files: [
        FileChange(.modified, "docs/de/c.md", additions: 1),
        FileChange(.modified, "docs/en/b.md", additions: 1),
      ]),
    .clean(
      "a test with the same stem, in any folder", tests,
      files: [
        FileChange(.modified, "Sources/Core/Deep/A.swift", additions: 1),
        FileChange(.added, "Tests/CoreTests/ATests.swift", additions: 1, oldMode: nil),
      ]),
    .flagged(
      "a test of another module", as: .warning, values: tests,
      files: [
        FileChange(.added, "Sources/Core/A.swift", additions: 1, oldMode: nil),
        FileChange(.modified, "Tests/UITests/ATests.swift", additions: 1),
      ]),
    .clean(
      "one of several",
      [
        "when": .text("a"), "require": .list([.text("b"), .text("c")]), "any": .boolean(true),
      ],
      files: [FileChange(.modified, "a", additions: 1), FileChange(.modified, "c", additions: 1)]),
    .flagged(
      "a deleted companion does not count", as: .warning,
      values: ["when": .text("a"), "require": .text("b")],
      files: [
        FileChange(.modified, "a", additions: 1),
        FileChange(.deleted, "b", deletions: 1, mode: nil),
      ]),
    .flagged(
      "a file at the top level, where `$1` is empty", as: .warning,
      values: ["when": .text("**/*.gyb"), "require": .text("$1/GENERATED-$2")],
      files: [FileChange(.modified, "b.gyb", additions: 1)]),
    .clean(
      "a companion at the top level",
      ["when": .text("**/*.gyb"), "require": .text("$1/GENERATED-$2")],
      files: [
        FileChange(.modified, "GENERATED-b", additions: 1),
        FileChange(.modified, "b.gyb", additions: 1),
      ]),
    .flagged(
      "new files belong in the project file", as: .warning,
      values: [
        "when": .text("Sources/**"), "status": .list([.text("added"), .text("deleted")]),
        "require": .text("*.xcodeproj/project.pbxproj"),
      ],
      files: [
        FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil),
        FileChange(.modified, "Sources/B.swift", additions: 1),
      ]),
  ]

  private let options: RuleOptions
  private let sources: [CapturingGlob]
  private let trigger: FileSelection?
  private let required: [String]
  private let statuses: StatusFilter
  private let requiredStatuses: Set<String>

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    let trigger = options.texts("when")
    sources = (options.texts("files") ?? trigger ?? ["**"]).map { CapturingGlob($0) }
    self.trigger = trigger.map { FileSelection($0) }
    required = options.texts("require") ?? []
    statuses = StatusFilter(options.texts("status"), default: .all)
    requiredStatuses = Set(
      options.texts("require-status") ?? ["added", "modified", "renamed", "typechanged"])
  }

  package var id: String { options.id }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(\.mayChangeModeOnly).map(\.exactPath))
  }

  /// A file that is too large to be read does not count as a companion.
  package var needsWholeFiles: Bool { false }

  /// A path for which a file needs companions; a moved file has two, its old and its new one.
  private struct Place {
    var file: FileChange
    var path: String
    var captures: [String]
  }

  private func places(of file: FileChange) -> [Place] {
    statuses.places(of: file).compactMap { path in
      let gone = FileChange(.deleted, path, mode: nil, oldMode: file.oldMode)
      let view = path == file.path ? file : gone
      guard options.scope.contains(view),
        let captures = sources.lazy.compactMap({ $0.captures(of: view, at: path) }).first
      else { return nil }
      return Place(file: file, path: path, captures: captures)
    }
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    if let trigger, !changes.files.contains(where: { trigger.isTouched(by: $0) }) { return [] }
    var candidates = PathIndex(
      changes.files.filter {
        requiredStatuses.contains($0.status.rawValue) && !facts.changesModeOnly($0)
          && !$0.isNewLink
      }.map(\.path), choosesFolders: false)
    // A companion that moves together with its file is gone from its old path.
    var moved = PathIndex(
      changes.files.filter { requiredStatuses.contains($0.status.rawValue) }.compactMap(\.oldPath),
      choosesFolders: false)
    // One finding for all files that lack the same companion.
    var lacking: [RepositoryPath: (files: [String], captures: [String])] = [:]
    var isUnknown = false
    let askers = changes.files.flatMap { places(of: $0) }
    let arrived = Set(askers.lazy.filter { $0.path == $0.file.path }.map(\.file.exactPath))
    for place in askers {
      let (file, path, captures) = (place.file, place.path, place.captures)
      let isLeft = path != file.path && arrived.contains(file.exactPath)
      let missing = required.filter { template in
        let glob = CapturingGlob.glob(template, captures)
        // A file is not its own companion.
        var isThere = candidates.matches(glob, besides: file.path)
        if isThere == false, isLeft { isThere = moved.matches(glob, besides: path) }
        if isThere == nil { isUnknown = true }
        return isThere == false
      }.map { CapturingGlob.fill($0, captures) }
      if options.flag("any") {
        if missing.count == required.count, !missing.isEmpty {
          let text = missing.joined(separator: " or ")
          lacking[RepositoryPath(text), default: ([], captures)].files.append(path)
        }
      } else {
        for text in missing {
          lacking[RepositoryPath(text), default: ([], captures)].files.append(path)
        }
      }
    }
    let unknown = options.finding(
      "the change has too many files to find the companions of each",
      help: "Make the change smaller, or write `require` without `*` after its last slash.")
    return (isUnknown ? [unknown] : [])
      + lacking.sorted { $0.key < $1.key }.map { key, lack in
        let companion = key.text
        let files = lack.files
        return options.finding(
          "\(shortList(files)) \(files.count == 1 ? "changes" : "change") without \(companion)",
          at: files.count == 1 ? files.first.map { SourceLocation($0) } : nil,
          help: "Change \(companion), too, or say why it need not change.",
          captures: lack.captures)
      }
  }
}
