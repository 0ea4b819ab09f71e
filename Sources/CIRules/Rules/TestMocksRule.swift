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
        AddedLine("Tests/A.swift", line: 4, text: "reimport(Cuckoo); include(Cuckoo)"),
      ]),
    .flagged(
      "imports, as compilers take them", as: .warning, .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "import\tCuckoo"),
        AddedLine("Tests/A.swift", line: 2, text: "import/**/Cuckoo; import"),
        AddedLine("Tests/A.swift", line: 3, text: "Cuckoo"),
        AddedLine("Tests/A.m", line: 4, text: "# include<OCMock/OCMock.h>"),
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

  func add(_ hits: [WordFinder.Hit], in text: AddedText, to list: inout FindingList) {
    // Where the first import of the line of the last hit ends; a line may hold any number of hits.
    var first: (line: Int, importEnd: Int?)?
    // One import can name a module twice: `#import <OCMock/OCMock.h>`.
    var flagged: Int?
    for hit in hits where hit.line != flagged {
      if first?.line != hit.line { first = (hit.line, importEnd(inLine: hit.line, of: text)) }
      guard let end = first?.importEnd, end <= hit.range.lowerBound else { continue }
      flagged = hit.line
      list.add(options.level) {
        options.finding(
          "test imports the mocking framework \(hit.word)",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Pass in a value or a small fake of your own.")
      }
    }
  }

  /// Where the first `import`, `#import` or `#include` of a line ends; the start of a line that goes on with
  /// one from the line before.
  private func importEnd(inLine line: Int, of text: AddedText) -> Int? {
    let range = text.range(ofLine: line)
    for (word, isDirective) in Self.words {
      var from = 0
      while let offset = text.bytes[range].withUnsafeBytes({
        ByteSearch.firstOffset(of: word, in: $0, from: from)
      }) {
        let start = range.lowerBound + offset
        let end = start + word.count
        let before = text.bytes[range.lowerBound..<start]
        let isWord =
          before.last?.isWordByte != true && !(end < range.upperBound && text.bytes[end].isWordByte)
        if isWord, !isDirective || before.withoutTrailingBlanks.last == UInt8(ascii: "#") {
          return end
        }
        from = offset + word.count
      }
    }
    guard line > 0, text.numbers[line] == text.numbers[line - 1] + 1 else { return nil }
    let previous = text.bytes[text.range(ofLine: line - 1)].withoutTrailingBlanks
    let word = previous.suffix("import".utf8.count + 1)
    return word.suffix("import".utf8.count).elementsEqual("import".utf8)
      && (word.count == "import".utf8.count || word.first?.isWordByte == false)
      ? range.lowerBound : nil
  }

  private static let words = [(Array("import".utf8), false), (Array("include".utf8), true)]
}
