package import CIModel

/// Flags imports of mocking frameworks in tests.
package struct TestMocksRule: TestWordRule {
  package static let descriptor = RuleDescriptor(
    id: "test-mocks",
    summary: "Flags imports of mocking frameworks in added lines of tests.",
    why:
      "A mock repeats how the code is written, so the test breaks when the code improves and "
      + "passes when the thing that the mock replaces changes. Teams that agree can forbid "
      + "mocks with this rule.",
    parameters: [
      .init(
        "modules", .list(.text),
        "Forbidden modules; by default \(defaults.map { "`\($0)`" }.joined(separator: ", "))."
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
        AddedLine("Tests/A.swift", line: 4, text: "reimport(Cuckoo); include(Cuckoo)"),
        AddedLine("Tests/A.swift", line: 5, text: "import Foundation // what mocks import"),
        AddedLine("Tests/A.swift", line: 6, text: "Cuckoo.stub()"),
      ]),
    .flagged(
      "imports in every form that compilers accept", as: .warning, .warning, .warning, .warning,
      .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import\tCuckoo"),
        AddedLine("Tests/A.swift", line: 2, text: "import/**/Cuckoo; import"),
        AddedLine("Tests/A.swift", line: 3, text: "Cuckoo"),
        AddedLine("Tests/A.m", line: 4, text: "# include<OCMock/OCMock.h>"),
        AddedLine("Tests/A.swift", line: 5, text: "import struct Cuckoo.Stub // Cuckoo"),
      ]),
    .flagged(
      "imports, with and without attributes", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import Cuckoo"),
        AddedLine("Tests/A.swift", line: 2, text: "@testable import SwiftyMocky"),
        AddedLine("Tests/A.m", line: 3, text: "#import <OCMock/OCMock.h>"),
      ]),
    .flagged(
      "custom modules", as: .warning, values: ["modules": .list([.text("Nimble")])],
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import Nimble"),
        AddedLine("Tests/A.swift", line: 2, text: "import Cuckoo"),
      ]),
  ]

  let options: RuleOptions
  let tests: TestFiles
  let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
    finder = WordFinder(options.texts("modules") ?? Self.defaults)
  }

  package var id: String { options.id }

  func add(
    _ hits: [WordFinder.Hit], in text: AddedText, _ room: inout SearchRoom,
    to list: inout FindingList
  ) {
    let language = SourceLine.Language(path: text.path)
    var source: (line: Int, text: SourceLine)?
    for hit in hits {
      if source?.line != hit.line {
        source = (hit.line, SourceLine(text.bytes[text.range(ofLine: hit.line)], language))
      }
      let gap = room.gap
      var code = CodeBefore(
        hit.range.lowerBound, ofLine: hit.line, in: text, source?.text, room: gap)
      let isImported = Self.isImported(behind: &code)
      room.takeGap(gap, rest: code.room)
      guard isImported else { continue }
      list.add(options.level) {
        options.finding(
          "test imports the mocking framework \(hit.word)",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Pass in a value or a small fake of your own.")
      }
    }
  }

  /// Whether a module follows `import`, `import struct`, or `#import` or `#include` with `<` or `"`.
  private static func isImported(behind code: inout CodeBefore) -> Bool {
    _ = code.skipAtOnce(UInt8(ascii: "`"))
    if !code.skip(UInt8(ascii: "<")), !code.skip(UInt8(ascii: "\"")) {
      for kind in kinds where code.skip(keyword: kind) { break }
    }
    if code.skip(keyword: Array("import".utf8)) { return true }
    return ["include", "include_next"].contains { code.skip(keyword: Array($0.utf8)) }
      && code.skip(UInt8(ascii: "#"))
  }

  /// The kinds of declarations that an import can name ("Import Declaration" in The Swift
  /// Programming Language).
  private static let kinds = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ].map { Array($0.utf8) }
}
