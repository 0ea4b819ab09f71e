package import CIModel

/// Flags mocking frameworks in tests.
package struct TestMocksRule: TestWordRule {
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
      TestFiles.parameter,
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
  let tests: TestFiles
  let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
    finder = WordFinder(options.texts("modules") ?? Self.defaults)
  }

  package var id: String { options.id }

  func findings(on hits: [WordFinder.Hit], in text: AddedText) -> [Finding] {
    // One import can name a module twice: `#import <OCMock/OCMock.h>`.
    var lines: Set<Int> = []
    return hits.compactMap { hit in
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
