import CIModel
import Testing

@testable import CIRules

/// A file that moves counts at its old path, too: no rule passes over a change because of where a file
/// moves to.
struct MovedFileTests {
  private func findings(
    _ rule: String, _ values: [String: RuleSettings.Value], _ files: [FileChange]
  ) -> [String] {
    let settings = RuleSettings(id: "a", rule: rule, values: values)
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: makeFacts(files))
      .map(\.message)
  }

  @Test func companionsOfAreas() {
    let values: [String: RuleSettings.Value] = [
      "areas": .text("Sources/*/**"), "with": .text("docs/**"), "alone": .text("db/**"),
    ]
    let other = FileChange(.modified, "Sources/B/B.swift", additions: 1)
    #expect(
      findings("areas", values, [.moved("Sources/A/A.swift", "docs/A.swift"), other])
        == ["changes 2 areas, limit is 1: Sources/A (1 file), Sources/B (1 file)"])
    #expect(
      findings("areas", values, [.moved("db/1.sql", "docs/1.sql"), other])
        == ["mixes db/1.sql with Sources/B/B.swift"])
    for (old, new) in [("Sources/B/1.sql", "db/1.sql"), ("db/1.sql", "Sources/B/1.sql")] {
      #expect(
        findings("areas", values, [.moved(old, new, similarity: 60, lines: 1)])
          == ["mixes db/1.sql with Sources/B/1.sql"])
    }
    #expect(findings("areas", values, [.moved("db/1.sql", "db/2.sql")]) == [])
    #expect(findings("areas", values, [.moved("docs/1.sql", "db/2.sql")]) == [])
    #expect(findings("areas", values, [.moved("docs/a.md", "docs/b.md"), other]) == [])
  }

  /// Names of areas are bytes.
  @Test func areasThatAreNotUTF8() {
    let files = [0xFE, 0xFF].map { byte in
      FileChange(
        .modified, "Sources/C\u{FFFD}/A.swift",
        pathBytes: Base64.encode(Array("Sources/C".utf8) + [byte] + Array("/A.swift".utf8)))
    }
    let area = "Sources/C\u{FFFD}"
    #expect(
      findings("areas", ["areas": .text("Sources/*/**")], files)
        == ["changes 2 areas, limit is 1: \(area) (1 file), \(area) (1 file)"])
    #expect(findings("areas", ["areas": .text("Sources/*/**")], [files[0]]) == [])
  }

  @Test(arguments: [
    (["added", "deleted"], "b", ["docs/a.md", "docs/b.md"]), (["deleted"], "b", ["docs/a.md"]),
    (["deleted"], "x/b", ["docs/a.md"]), (["renamed"], "b", ["docs/b.md"]),
  ])
  func missingCompanions(statuses: [String], new: String, expected: [String]) {
    let values: [String: RuleSettings.Value] = [
      "missing": .text("docs/$1.md"), "paths": .text("*"), "exclude": .text("x"),
      "status": .list(statuses.map { .text($0) }),
    ]
    let settings = RuleSettings(id: "a", rule: "missing", values: values)
    let changes = makeFacts([.moved("a", new)]).changes
    let sought = changes.map { changes in
      RuleSet(settings: [settings], includesDefaults: false).soughtGlobs(for: changes)
    }
    #expect(Set((sought ?? []).map(\.text)) == Set(expected))
  }

  @Test(arguments: [
    ("Sources/A.swift", "docs/yarn.lock", 1), ("a/yarn.lock", "docs/yarn.lock", 0),
    ("Sources/A.swift", "Tests/A.swift", 1), ("Tests/A.swift", "Tests/B.swift", 0),
  ])
  func size(old: String, new: String, count: Int) {
    var file = FileChange.moved(old, new)
    file.additions = 2_001
    #expect(findings("pr-size", ["ignore-tests": .boolean(true)], [file]).count == count)
  }

  /// `.gitattributes` of the base marks both paths of a generated file.
  @Test(arguments: [
    ("Sources/A.swift", "Gen/A.swift", 1), ("Gen/A.swift", "Sources/A.swift", 1),
    ("Gen/A.swift", "Gen/B.swift", 0), ("Generated/A.swift", "Gen/A.swift", 0),
  ])
  func generatedFiles(old: String, new: String, count: Int) {
    var file = FileChange.moved(old, new)
    file.additions = 2_001
    var facts = makeFacts([file])
    facts.generatedFiles = Set(
      [old, new].filter { $0.hasPrefix("Gen/") }.map { RepositoryPath($0) })
    let found = RuleSet(settings: [RuleSettings(id: "pr-size")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.count == count)
  }

  @Test(arguments: [
    (FileChange.moved("Sources/a", "docs/a"), ["Sources/a"]),
    (.moved("docs/a", "Sources/a"), ["Sources/a"]), (.moved("docs/a", "docs/b"), []),
    (.moved("Sources/a", "skip/a"), ["Sources/a"]), (.moved("skip/a", "docs/a"), []),
    (.moved("Sources/a", "Sources/b"), ["Sources/a", "Sources/b"]),
    (.gone("Sources/a"), ["Sources/a"]), (.gone("docs/a"), []), (.gone("skip/a"), []),
  ])
  func owners(file: FileChange, expected: [String]) {
    var facts = makeFacts([file])
    facts.contents = ["CODEOWNERS": FileContents(new: Array("/docs/ @ada\n".utf8))]
    let settings = RuleSettings(
      id: "codeowners", exclude: ["skip/**"], values: ["owned": .boolean(true)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.compactMap { $0.location?.file }.sorted() == expected)
  }
}
