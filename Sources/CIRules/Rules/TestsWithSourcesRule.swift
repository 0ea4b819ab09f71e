package import CIModel

/// Flags new code that came without any change of the tests.
package struct TestsWithSourcesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "tests-with-sources",
    summary: "Flags a change that adds to the sources and touches no test.",
    why:
      "Code without a test works by accident until somebody changes it. With `match`, each source file "
      + "needs a changed test of its own.",
    parameters: [
      .init(
        "match", .list(.text),
        "Which test belongs to which source, as `Sources/*/**/*.swift -> "
          + "Tests/$1Tests/**/$3Tests.swift`: `$1`, `$2`, … are what the wildcards stood for; any "
          + "test does by default."),
      .init(
        "min-lines", .integer(min: 1), "Fewer added lines than this need no test; 1 by default."),
      .init("sources", .list(.glob), "What needs tests; `Sources/**/*.swift` by default."),
      .init("tests", .list(.glob), "Where tests are; `Tests/**` by default."),
    ],
    isDefault: true, defaultLevel: .warning)

  private static let stem: [String: RuleSettings.Value] = [
    "match": .text("Sources/*/**/*.swift -> Tests/$1Tests/**/$3Tests.swift")
  ]

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
    .clean(
      "the test of the same stem", stem,
      files: [
        FileChange(.modified, "Sources/Core/Deep/A.swift", additions: 9),
        FileChange(.added, "Tests/CoreTests/ATests.swift", additions: 5, oldMode: nil),
      ]),
    .flagged(
      "the test of another file", as: .warning, values: stem,
      files: [
        FileChange(.added, "Sources/Core/B.swift", additions: 9, oldMode: nil),
        FileChange(.modified, "Tests/CoreTests/ATests.swift", additions: 5),
      ]),
  ]

  private let options: RuleOptions
  private let sources: FileSelection
  private let tests: FileSelection
  private let pairs: [(source: CapturingGlob, test: String)]
  private let minimumLines: Int

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    sources = options.globs("sources", default: ["Sources/**/*.swift"])
    tests = options.globs("tests", default: ["Tests/**"])
    minimumLines = options.integer("min-lines") ?? 1
    pairs = (options.texts("match") ?? []).compactMap { text in
      guard let arrow = text.firstRange(of: "->") else { return nil }
      let trim = { (part: Substring) in part.split(separator: " ").joined(separator: " ") }
      return (
        CapturingGlob(trim(text[..<arrow.lowerBound])), trim(text[arrow.upperBound...])
      )
    }
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let grown = changes.files.filter {
      $0.additions > 0 && sources.contains($0.path) && !tests.contains($0.path)
        && options.scope.contains($0)
    }
    let lines = grown.reduce(0) { $0 + $1.additions }
    guard lines >= minimumLines, !grown.isEmpty else { return [] }
    if !pairs.isEmpty { return pairFindings(grown, changes) }
    if changes.files.contains(where: { $0.status != .deleted && tests.contains($0.path) }) {
      return []
    }
    return [
      options.finding(
        "\(counted(lines, "new source line")), but no test changed in \(tests.text)",
        at: grown.count == 1 ? grown.first.map { SourceLocation($0.path) } : nil,
        help: "Add or change a test that fails without the change to "
          + "\(shortList(grown.map(\.path))).")
    ]
  }

  private func pairFindings(_ grown: [FileChange], _ changes: ChangeSet) -> [Finding] {
    let changed = changes.files.filter { $0.additions > 0 }.map(\.path)
    return grown.filter { $0.additions >= minimumLines }.compactMap { file in
      let wanted = pairs.compactMap { pair in
        pair.source.captures(of: file.path).map { CapturingGlob.fill(pair.test, $0) }
      }
      // No pair speaks of it.
      if wanted.isEmpty { return nil }
      let globs = wanted.map { PathGlob.choosingFiles($0) }
      if changed.contains(where: { path in globs.contains { $0.matches(path) } }) { return nil }
      return options.finding(
        "adds \(counted(file.additions, "line")) without a change of "
          + wanted.joined(separator: " or "),
        at: SourceLocation(file.path), help: "Test what is new in \(wanted[0]).")
    }
  }
}
