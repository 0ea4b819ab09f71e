package import CIModel

/// Flags new code without a change of the tests.
package struct TestsWithSourcesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "tests-with-sources",
    summary: "Flags a change that adds code to the sources but changes no test.",
    why:
      "Code without a test works by accident until somebody changes it. By default, the rule "
      + "reports a change only if the sources grow by \(defaultGrowth) lines of code and "
      + "\(defaultFunctions) functions. Moved, rewritten or reformatted code and comments do "
      + "not count, nor do targets that no test depends on. With `match`, each source file "
      + "needs a changed test of its own.",
    parameters: [
      .init(
        "match", .list(.text),
        "Source files and their tests, written as `Sources/*/**/*.swift -> "
          + "Tests/$1Tests/**/$3Tests.swift`; `$1`, `$2`, … stand for the text that the "
          + "wildcards matched; any test counts by default."),
      .init(
        "min-lines", .integer(min: 1),
        "Number of added lines that need a test, whatever they contain; with `match`, 1 by "
          + "default."),
      .init(
        "sources", .list(.glob),
        "Files that need tests; by default the Swift files of the targets in the base's "
          + "`Package.swift`, or of `Sources` and `Source`."),
      .init(
        "tests", .list(.glob),
        "Test files; by default the test targets of the base's `Package.swift`, `Tests/**` "
          + "and `*Tests.swift`, `*Spec.swift` and the like."),
    ],
    isDefault: true, defaultLevel: .warning)

  /// Lines of code: our own choice, based on changes that maintainers of large packages merge
  /// without a test.
  private static let defaultGrowth = 100
  /// Minimum number of new functions: a single one often comes from splitting a longer function.
  private static let defaultFunctions = 2

  private static let stem: [String: RuleSettings.Value] = [
    "match": .text("Sources/*/**/*.swift -> Tests/$1Tests/**/$3Tests.swift")
  ]
  private static let any: [String: RuleSettings.Value] = ["min-lines": .integer(1)]

  package static let examples: [RuleExample] = [
    .clean(
      "a test changed with the source", any,
      files: [
        FileChange(.modified, "Sources/A.swift", additions: 9),
        FileChange(.modified, "Tests/ATests.swift", additions: 5),
      ]),
    .clean(
      "code that only goes away needs no new test", any,
      files: [FileChange(.modified, "Sources/A.swift", deletions: 9)]),
    .clean(
      "a file that only moves needs no new test", any,
      files: [FileChange(.renamed, "Sources/B.swift", oldPath: "Sources/A.swift", similarity: 100)]),
    .clean(
      "documentation needs no test", any,
      files: [FileChange(.modified, "Sources/A.md", additions: 9)]),
    .clean(
      "small changes can be let through", ["min-lines": .integer(10)],
      files: [FileChange(.modified, "Sources/A.swift", additions: 9)]),
    .clean(
      "99 more lines are too few", files: [FileChange(.modified, "Sources/A.swift", additions: 99)]),
    .clean(
      "many lines that were there before",
      files: [FileChange(.modified, "Sources/A.swift", additions: 250, deletions: 151)]),
    .flagged(
      "100 more lines without any test", as: .warning,
      files: [FileChange(.modified, "Sources/A.swift", additions: 120, deletions: 20)]),
    .flagged(
      "new lines without any test", as: .warning, values: any,
      files: [FileChange(.modified, "Sources/A.swift", additions: 9)]),
    .flagged(
      "a new file without any test", as: .warning, values: any,
      files: [FileChange(.added, "Source/A/B.swift", additions: 9, oldMode: nil)]),
    .flagged(
      "deleting a test does not count", as: .warning, values: any,
      files: [
        FileChange(.modified, "Sources/A.swift", additions: 9),
        FileChange(.deleted, "Tests/ATests.swift", deletions: 5, mode: nil),
      ]),
    .flagged(
      "a test that only changes its mode or moves does not count", as: .warning,
      values: any,
      files: [
        FileChange(.modified, "Sources/A.swift", additions: 9),
        FileChange(.modified, "Tests/ATests.swift", mode: "100755", oldMode: "100644"),
        FileChange(.renamed, "Tests/CTests.swift", oldPath: "Tests/BTests.swift", similarity: 100),
      ]),
    .clean(
      "the test with the same stem", stem,
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
  /// `nil` when the manifest determines the files.
  private let sources: FileSelection?
  private let tests: FileSelection?
  private let pairs: [(source: CapturingGlob, test: String)]
  private let minimumLines: Int?

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    sources = options.has("sources") ? options.globs("sources") : nil
    tests = options.has("tests") ? options.globs("tests") : nil
    minimumLines = options.integer("min-lines")
    pairs = (options.texts("match") ?? []).compactMap { text in
      guard let arrow = text.firstRange(of: "->") else { return nil }
      let trim = { (part: Substring) in part.split(separator: " ").joined(separator: " ") }
      return (
        CapturingGlob(trim(text[..<arrow.lowerBound])), trim(text[arrow.upperBound...])
      )
    }
  }

  package var id: String { options.id }

  package var policyFiles: Set<RepositoryPath> {
    sources == nil || tests == nil ? [SourceLayout.manifestPath] : []
  }

  package var details: ChangeDetails { .generatedFiles }

  package func readsAddedLines(of file: FileChange) -> Bool {
    Self.mayBeTest(file)
      && (!pairs.isEmpty || tests?.contains(file.path) ?? SourceLayout.isNamedTest(file.path))
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    guard minimumLines == nil, pairs.isEmpty else { return [] }
    var lines = 0
    var wanted: Set<RepositoryPath> = []
    for file in changes.files {
      let isTest = tests?.contains(file.path) ?? SourceLayout.isNamedTest(file.path)
      if isTest, Self.mayBeTest(file), file.additions > 0 { return [] }
      if file.changedLines > 0, options.scope.contains(file), mayBeSource(file) {
        lines += file.additions
        wanted.insert(file.exactPath)
      }
    }
    return lines < Self.defaultGrowth || wanted.count > SourceGrowth.mostFiles ? [] : wanted
  }

  /// Whether a file may contain tests; links and submodules do not.
  private static func mayBeTest(_ file: FileChange) -> Bool {
    file.status != .deleted && !file.standsForFolder
  }

  /// Whether a file may be a source, before the manifest is known.
  private func mayBeSource(_ file: FileChange) -> Bool {
    sources?.contains(file)
      ?? [file.path, file.oldPath].contains {
        $0?.utf8.suffix(6).elementsEqual(".swift".utf8) == true
      }
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let layout = SourceLayout(facts, changes)
    let generated = GeneratedFiles(facts)
    let isTest = { (path: String) in tests?.contains(path) ?? layout.isTest(path) }
    let isSource = { (path: String) in
      (sources?.contains(path) ?? layout.isTestable(path)) && !isTest(path)
    }
    // A link or a submodule may expose sources below its path.
    let mayHold = { (file: FileChange) in
      guard file.standsForFolder, !isTest(file.path) else { return false }
      return sources?.concerns(file)
        ?? (file.isNewLink && layout.isTestable(file.path + "/A.swift"))
    }
    let scoped = changes.files.filter {
      options.scope.contains($0) && (sources != nil || !generated.contains($0))
    }
    let grown = scoped.filter {
      $0.countedLines.additions > 0 && isSource($0.path) || mayHold($0)
    }
    if grown.isEmpty { return [] }
    let blank = Set(facts.addedText.filter { !NewWords.occur(in: $0) }.map(\.exactPath))
    // Blank lines, a changed mode and a new path do not count as a change of a test.
    let isChanged = { (file: FileChange) in
      Self.mayBeTest(file) && file.additions > 0 && !blank.contains(file.exactPath)
    }
    if !pairs.isEmpty { return pairFindings(grown, changes.files.filter(isChanged)) }
    if changes.files.contains(where: { isTest($0.path) && isChanged($0) }) { return [] }
    guard let text = growth(grown, scoped, facts, isSource) else { return [] }
    return [
      options.finding(
        "\(text), but no test changed\(tests.map { " in \($0.text)" } ?? "")",
        at: grown.count == 1 ? grown.first.map { SourceLocation($0.path) } : nil,
        help: "Add or change a test that fails without the change to "
          + "\(shortList(grown.map(\.path))).")
    ]
  }

  /// A description of the new code; `nil` when there is too little.
  private func growth(
    _ grown: [FileChange], _ scoped: [FileChange], _ facts: Facts, _ isSource: (String) -> Bool
  ) -> String? {
    if let minimumLines {
      if let text = Self.unknownGrowth(grown) { return text }
      let lines = grown.reduce(0) { $0 + $1.countedLines.additions }
      return lines < minimumLines ? nil : counted(lines, "new source line")
    }
    if let text = Self.unknownGrowth(grown) { return text }
    let growth = SourceGrowth(of: scoped, in: facts, where: isSource)
    guard growth.lines >= Self.defaultGrowth,
      !growth.isCounted || growth.functions >= Self.defaultFunctions
    else { return nil }
    return "the sources grow by \(counted(growth.lines, "line"))"
  }

  /// A description of links and submodules, whose lines cannot be counted; `nil` when there are
  /// none.
  private static func unknownGrowth(_ grown: [FileChange]) -> String? {
    let links = grown.filter(\.standsForFolder).map(\.path)
    return links.isEmpty ? nil : "\(shortList(links)) may lead to any number of source lines"
  }

  private func pairFindings(_ grown: [FileChange], _ touched: [FileChange]) -> [Finding] {
    var changed = PathIndex(touched.map(\.path))
    return grown.filter {
      $0.standsForFolder || $0.countedLines.additions >= minimumLines ?? 1
    }.compactMap { file in
      let wanted = pairs.compactMap { pair in
        pair.source.captures(of: file, at: file.path).map { captures in
          (CapturingGlob.glob(pair.test, captures), CapturingGlob.fill(pair.test, captures))
        }
      }
      // No pair matches the file.
      guard let first = wanted.first else { return nil }
      // An unknown match, because of too many files, counts as missing.
      if wanted.contains(where: { changed.matches($0.0) == true }) { return nil }
      return options.finding(
        (file.standsForFolder
          ? "may lead to sources" : "adds \(counted(file.countedLines.additions, "line"))")
          + " without a change of "
          + wanted.map(\.1).joined(separator: " or "),
        at: SourceLocation(file.path), help: "Test the new code in \(first.1).")
    }
  }
}
