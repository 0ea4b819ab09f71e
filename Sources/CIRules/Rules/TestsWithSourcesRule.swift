package import CIModel

/// Flags new code that came without any change of the tests.
package struct TestsWithSourcesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "tests-with-sources",
    summary: "Flags a change that adds to the sources and touches no test.",
    why: "Code without a test works by accident until somebody changes it.",
    parameters: [
      .init(
        "min-lines", .integer(min: 1), "Fewer added lines than this need no test; 1 by default."),
      .init("sources", .list(.glob), "What needs tests; `Sources/**/*.swift` by default."),
      .init("tests", .list(.glob), "Where tests are; `Tests/**` by default."),
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a test changed with the source",
      files: [
        FileChange(.modified, "Sources/A.swift", additions: 9),
        FileChange(.modified, "Tests/ATests.swift", additions: 5),
      ]),
    .clean(
      "code that only goes away needs no new test",
      files: [FileChange(.modified, "Sources/A.swift", deletions: 9)]),
    .clean(
      "a file that only moves needs none, either",
      files: [FileChange(.renamed, "Sources/B.swift", oldPath: "Sources/A.swift", similarity: 100)]),
    .clean(
      "documentation needs no test", files: [FileChange(.modified, "Sources/A.md", additions: 9)]),
    .clean(
      "small changes can be let through", ["min-lines": .integer(10)],
      files: [FileChange(.modified, "Sources/A.swift", additions: 9)]),
    .flagged(
      "new lines without any test", as: .warning,
      files: [FileChange(.modified, "Sources/A.swift", additions: 9)]),
    .flagged(
      "a new file without any test", as: .warning,
      files: [FileChange(.added, "Sources/A/B.swift", additions: 9, oldMode: nil)]),
    .flagged(
      "deleting a test is no test", as: .warning,
      files: [
        FileChange(.modified, "Sources/A.swift", additions: 9),
        FileChange(.deleted, "Tests/ATests.swift", deletions: 5, mode: nil),
      ]),
  ]

  package let id: String
  private let level: Severity
  private let message: String?
  private let scope: FileScope
  private let sources: FileSelection
  private let tests: FileSelection
  private let minimumLines: Int

  package init(settings: RuleSettings) {
    id = settings.id
    level = settings.level ?? Self.descriptor.defaultLevel
    message = settings.message
    scope = FileScope(settings)
    sources = FileSelection(settings.texts("sources") ?? ["Sources/**/*.swift"])
    tests = FileSelection(settings.texts("tests") ?? ["Tests/**"])
    minimumLines = settings.integer("min-lines") ?? 1
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let grown = changes.files.filter {
      $0.additions > 0 && sources.contains($0.path) && !tests.contains($0.path)
        && scope.contains($0)
    }
    let lines = grown.reduce(0) { $0 + $1.additions }
    guard lines >= minimumLines, !grown.isEmpty,
      !changes.files.contains(where: { $0.status != .deleted && tests.contains($0.path) })
    else { return [] }
    return [
      Finding(
        level, id,
        message ?? "adds \(counted(lines, "line")) to \(counted(grown.count, "source file")) "
          + "and changes no test in \(tests.text)",
        at: grown.count == 1 ? grown.first.map { SourceLocation($0.path) } : nil,
        help: "Add or change a test that fails without the change to "
          + "\(shortList(grown.map(\.path))).")
    ]
  }
}
