package import CIModel

/// Flags mocking frameworks in tests.
package struct TestMocksRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "test-mocks",
    summary: "Flags imports of mocking frameworks in added lines of tests.",
    why:
      "A mock repeats how the code is written, so that the test breaks when the code gets better and "
      + "passes when the thing that it stands for changes. Teams who agree on that keep them out.",
    parameters: [
      .init(
        "modules", .list(.text),
        "Modules that are not wanted; by default \(defaults.map { "`\($0)`" }.joined(separator: ", "))."
      ),
      .init(
        "tests", .list(.glob),
        "Where tests are; `Tests/**` and `*Tests.swift`, `*Spec.swift` and the like by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let defaults = [
    "Cuckoo", "InstantMock", "MockSwift", "Mockable", "Mocker", "Mocking", "Mockingbird", "Mockito",
    "Mockolo", "OCMock", "OCMockito", "SwiftMock", "SwiftyMocky",
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "other modules, and words in comments",
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import Mockups"),
        AddedLine("Tests/A.swift", line: 2, text: "// import Cuckoo"),
        AddedLine("Tests/A.swift", line: 3, text: "let Cuckoo = 1"),
      ]),
    .flagged(
      "imports, with and without attributes", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import Cuckoo"),
        AddedLine("Tests/A.swift", line: 2, text: "@testable import SwiftyMocky"),
        AddedLine("Tests/A.m", line: 3, text: "#import <OCMock/OCMock.h>"),
      ]),
    .flagged(
      "modules of a team's choice", as: .warning, values: ["modules": .list([.text("Nimble")])],
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import Nimble"),
        AddedLine("Tests/A.swift", line: 2, text: "import Cuckoo"),
      ]),
  ]

  private let options: RuleOptions
  private let tests: FileSelection
  private let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = options.globs("tests", default: TestPaths.globs)
    finder = WordFinder(options.texts("modules") ?? Self.defaults)
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    tests.contains(file.path) && options.scope.contains(file)
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    options.texts(in: facts, changes).filter { tests.contains($0.path) }.flatMap {
      text -> [Finding] in
      var lines: Set<Int> = []
      return finder.hits(in: text, part: .code).compactMap { hit in
        let before = String(
          decoding: text.before(hit.range.lowerBound, inLine: hit.line), as: UTF8.self)
        guard before.contains("import "), lines.insert(hit.line).inserted else { return nil }
        return options.finding(
          "test imports the mocking framework \(hit.word)",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Pass in a value or a small fake of your own.")
      }
    }
  }
}
