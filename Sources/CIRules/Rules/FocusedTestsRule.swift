package import CIModel

/// Flags focused tests, which keep all other tests from running.
package struct FocusedTestsRule: TestWordRule {
  package static let descriptor = RuleDescriptor(
    id: "focused-tests",
    summary: "Flags focused tests (`fit`, `fdescribe`, `.only`) in added lines of tests.",
    why:
      "A focused test is handy while you work on it; once committed, it silently disables "
      + "every other test.",
    parameters: [
      TestFiles.parameter,
      .init(
        "words", .list(.text),
        "Words that focus a test; Quick's `fit(`, `fdescribe(`, `fcontext(`, "
          + "`fitBehavesLike(`, and `.only(` by default, also with modifiers of Jest and Vitest "
          + "such as `.only.each(`."),
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "part of another word, a method, a declaration, a comment, a string",
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "profit(1)"),
        AddedLine("Tests/A.swift", line: 2, text: "box.fit(size)"),
        AddedLine("Tests/A.swift", line: 3, text: "func fit(_ size: Int) {}"),
        AddedLine("Tests/A.swift", line: 4, text: "// fit(\"adds\") {"),
        AddedLine("Tests/A.swift", line: 5, text: "name == \"fit(\""),
        AddedLine("Tests/A.swift", line: 6, text: "let line = fit([0, 1], degree: 1)"),
      ]),
    .clean(
      "sources are not tests",
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "fit(size)")]
    ),
    .flagged(
      "focused examples", as: .warning, .warning,
      addedLines: [
        AddedLine("Tests/ASpec.swift", line: 4, text: "  fit(\"adds\") {"),
        AddedLine("Tests/ASpec.swift", line: 9, text: "fdescribe(\"a\") {"),
      ]),
    .flagged(
      "custom test paths", as: .warning, .warning, values: ["tests": .list([.text("spec/**")])],
      addedLines: [
        AddedLine("spec/a.js", line: 1, text: "describe.only('a', () => {"),
        AddedLine("spec/a.js", line: 9, text: "it.only.each([1, 2])('a', () => {"),
      ]),
  ]

  /// Other functions have the same name.
  private static let ambiguous = "fit("
  /// Counts only with modifiers and a call behind it.
  private static let bare = ".only"

  let options: RuleOptions
  let tests: TestFiles
  let finder: WordFinder
  /// Whether the settings define the words.
  private let isOwnList: Bool

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
    isOwnList = options.texts("words") != nil
    finder = WordFinder(
      options.texts("words") ?? [
        "fit(", "fdescribe(", "fcontext(", "fitBehavesLike(", ".only(", Self.bare, "fit.each(",
        "fit.each`", "fit.failing(", "fdescribe.each(", "fdescribe.each`",
      ])
  }

  package var id: String { options.id }

  func add(
    _ hits: [WordFinder.Hit], in text: AddedText, _ room: inout SearchRoom,
    to list: inout FindingList
  ) {
    for hit in hits where !hit.isDeclarationOrMember {
      // A Swift value may have an ordinary method of this name.
      if hit.word.hasPrefix(".only"), text.path.hasSuffix(".swift"), !isOwnList { continue }
      if hit.word == Self.ambiguous, !CallArguments.areQuicks(hit, in: text, room: &room) {
        continue
      }
      var word = hit.word
      if word == Self.bare, !isOwnList {
        guard let call = TestModifiers.call(behind: hit, in: text) else { continue }
        word += call
      }
      list.add(options.level) {
        options.finding(
          "focused test: \(word)…\(word.hasSuffix("`") ? "`" : ")")",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Remove the focus, so that all tests run.")
      }
    }
  }
}
