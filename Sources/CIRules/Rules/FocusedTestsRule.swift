package import CIModel

/// Flags tests that keep all others from running.
package struct FocusedTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "focused-tests",
    summary: "Flags focused tests (`fit`, `fdescribe`, `.only`) in added lines of tests.",
    why:
      "A focused test is handy at the desk; committed, it silently switches off every other test.",
    parameters: [
      .init(
        "tests", .list(.glob),
        "Where tests are; `Tests/**` and `*Tests.swift`, `*Spec.swift` and the like by default."),
      .init(
        "words", .list(.text),
        "What focuses a test; Quick's `fit(`, `fdescribe(`, `fcontext(`, `fitBehavesLike(` and "
          + "`.only(` by default."),
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
      ]),
    .clean(
      "sources are no tests", addedLines: [AddedLine("Sources/A.swift", line: 1, text: "fit(size)")]
    ),
    .flagged(
      "focused examples", as: .warning, .warning,
      addedLines: [
        AddedLine("Tests/ASpec.swift", line: 4, text: "  fit(\"adds\") {"),
        AddedLine("Tests/ASpec.swift", line: 9, text: "fdescribe(\"a\") {"),
      ]),
    .flagged(
      "wherever tests are", as: .warning, values: ["tests": .list([.text("spec/**")])],
      addedLines: [AddedLine("spec/a.js", line: 1, text: "describe.only('a', () => {")]),
  ]

  private let options: RuleOptions
  private let tests: FileSelection
  private let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = options.globs("tests", default: TestPaths.globs)
    finder = WordFinder(
      options.texts("words") ?? ["fit(", "fdescribe(", "fcontext(", "fitBehavesLike(", ".only("])
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    tests.contains(file.path) && options.scope.contains(file)
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    options.texts(in: facts, changes).filter { tests.contains($0.path) }.flatMap { text in
      finder.hits(in: text, part: .code).filter { !$0.isDeclarationOrMember(in: text) }.map { hit in
        options.finding(
          "focused test: \(hit.word)…)",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Run all tests again: take the focus away.")
      }
    }
  }
}

/// Where tests are, unless a rule is told otherwise.
enum TestPaths {
  static let globs = [
    "Tests/**", "**/*Tests/**", "**/*{Test,Tests,Spec,Specs}.swift", "**/*{Tests,Spec}.m",
  ]
}

extension WordFinder.Hit {
  /// Whether the word is declared here (`func fit(`) or belongs to something else (`box.fit(`);
  /// words that begin with a `.` are members on purpose.
  func isDeclarationOrMember(in text: AddedText) -> Bool {
    if word.first == "." { return false }
    let before = text.before(range.lowerBound, inLine: line)
    if before.last == UInt8(ascii: ".") { return true }
    let words = before.split { !$0.isWordByte }
    return before.last == UInt8(ascii: " ") && words.last?.elementsEqual("func".utf8) == true
  }
}
