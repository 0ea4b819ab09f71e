import CIModel
import PipelineConfig
import TestSupport
import Testing

/// Files of examples: what each key becomes of the facts that a rule is asked about.
@Suite struct RuleCaseReaderTests {
  private func cases(_ text: String) throws -> [RuleCase] {
    try RuleCaseReader(fileName: "rules.yml").read(Array(text.utf8))
  }

  private func only(_ keys: String) throws -> RuleCase {
    let cases = try cases("examples:\n  - title: a\n    expect: passes\n\(keys)")
    try #require(cases.count == 1)
    return cases[0]
  }

  @Test func readsTheChange() throws {
    let facts = try only(
      """
          files:
            A.swift: { added: 12 }
            B.swift: added
            C.swift: deleted
            D.swift: { from: Old.swift }
            E.png: { status: added, binary: true, size: 7KB }
          added-lines: { A.swift: "one\\n\\nthree\\n", F.swift: last }
          deleted-lines: { D.swift: "gone\\n", G.swift: "" }
      """
    ).facts
    let changes = try #require(facts.changes)
    #expect(
      changes.files == [
        FileChange(.modified, "A.swift", additions: 12),
        FileChange(.added, "B.swift", additions: 1, oldMode: nil),
        FileChange(.deleted, "C.swift", deletions: 1, mode: nil),
        FileChange(
          .renamed, "D.swift", oldPath: "Old.swift", similarity: 100, deletions: 1),
        FileChange(.added, "E.png", isBinary: true, oldMode: nil, size: 7 << 10),
        FileChange(.modified, "F.swift", additions: 1),
        FileChange(.modified, "G.swift"),
      ])
    // A line break at the end begins no further line.
    #expect(
      facts.addedLines == [
        AddedLine("A.swift", line: 1, text: "one"), AddedLine("A.swift", line: 2, text: ""),
        AddedLine("A.swift", line: 3, text: "three"), AddedLine("F.swift", line: 1, text: "last"),
      ])
    #expect(facts.deletedLines == [DeletedLine("Old.swift", line: 1, text: "gone")])
    #expect(changes.commits == [])
  }

  @Test func aNewFileHoldsWhatItGains() throws {
    let facts = try only(
      """
          files: { A.swift: added, B.swift: added, C.swift: modified, D.swift: { status: added, added: 9 } }
          added-lines: { A.swift: "one\\ntwo\\n", C.swift: three }
          contents: { B.swift: "four\\nfive\\n", C.swift: six, D.swift: { new: seven } }
      """
    ).facts
    #expect(facts.changes?.files.map(\.additions) == [2, 2, 1, 9])
    #expect(
      facts.addedLines == [
        AddedLine("A.swift", line: 1, text: "one"), AddedLine("A.swift", line: 2, text: "two"),
        AddedLine("C.swift", line: 1, text: "three"),
        AddedLine("B.swift", line: 1, text: "four"), AddedLine("B.swift", line: 2, text: "five"),
        AddedLine("D.swift", line: 1, text: "seven"),
      ])
    #expect(
      facts.contents == [
        "A.swift": FileContents(new: Array("one\ntwo".utf8)),
        "B.swift": FileContents(new: Array("four\nfive\n".utf8)),
        "C.swift": FileContents(new: Array("six".utf8)),
        "D.swift": FileContents(new: Array("seven".utf8)),
      ])
  }

  @Test func readsTheCommits() throws {
    let changes = try #require(
      only(
        """
            commits:
              - Add a parser
              - "Fix it\\n\\nIt was slow.\\nVery.\\n\\n"
              - { message: "Run on\\nhere", author: Bob, email: b@x, merge: true }
        """
      ).facts.changes)
    #expect(changes.commits.map(\.subject) == ["Add a parser", "Fix it", "Run on"])
    #expect(changes.commits.map(\.body) == ["", "It was slow.\nVery.", "here"])
    #expect(changes.commits.map(\.hasBlankSecondLine) == [true, true, false])
    #expect(changes.commits.map(\.author.name) == ["Ada Lovelace", "Ada Lovelace", "Bob"])
    #expect(changes.commits.map(\.author.email) == ["ada@lovelace.org", "ada@lovelace.org", "b@x"])
    #expect(changes.commits.map(\.parents.count) == [1, 1, 2])
    #expect(Set(changes.commits.map(\.id)).count == 3)
    #expect(changes.commits.allSatisfy { $0.id.utf8.count == 40 })
    #expect(changes.head == changes.commits.last?.id)
  }

  @Test func readsWhatElseIsKnown() throws {
    let facts = try only(
      """
          pull-request: { title: T, draft: true, labels: [a, b] }
          contents: { A: new, B: { old: "1", new: "2" } }
          reports: { lint.json: "[]" }
          base-reports: { base/lint.json: "[]" }
          coverage: { A.swift: 87.31, B.swift: 100 }
          tests: [{ name: slow, outcome: failed, duration: 2500ms, file: T.swift }, { name: t }]
          steps: { build: passed, lint: failed }
          run: { service: github, event: push, os: macos, branch: main }
      """
    ).facts
    #expect(facts.pullRequest == PullRequest(title: "T", labels: ["a", "b"], draft: true))
    #expect(
      facts.contents == [
        "A": FileContents(new: Array("new".utf8)),
        "B": FileContents(old: Array("1".utf8), new: Array("2".utf8)),
      ])
    #expect(facts.reports.map(\.path) == ["lint.json"])
    #expect(facts.baseReports.map(\.path) == ["base/lint.json"])
    let files = facts.coverage?.files ?? []
    #expect(files.map(\.path) == ["A.swift", "B.swift"])
    #expect(files.map(\.lines.hundredthsOfPercent) == [8_731, 10_000])
    #expect(files.map(\.uncoveredLines) == [[[8_732, 10_000]], []])
    #expect(facts.coverage?.totals.lines == .init(covered: 18_731, count: 20_000))
    #expect(facts.tests.map(\.outcome) == [.failed, .passed])
    #expect(facts.tests.map(\.durationSeconds) == [2.5, nil])
    #expect(facts.tests.map(\.runs.count) == [1, 1])
    #expect(facts.steps.map(\.id) == ["build", "lint"])
    #expect(facts.steps.map(\.status) == [.passed, .failed])
    #expect(facts.surroundings.service == "github")
    #expect(facts.surroundings.event == .push)
    #expect(facts.surroundings.os == "macos")
    #expect(facts.surroundings.architecture == "x86_64")
    #expect(facts.surroundings.branch == "main")
  }

  @Test(
    arguments: [
      ("passes", []), ("error", [.init(.error)]),
      ("[warning, note]", [.init(.warning), .init(.note)]),
      (
        "{ level: error, rule: r, message: m, file: a, line: 3 }",
        [.init(.error, rule: "r", message: "m", file: "a", line: 3)]
      ), ("[{ rule: r }]", [.init(rule: "r")]),
    ] as [(String, [RuleCase.Expectation])])
  func readsWhatIsExpected(text: String, expected: [RuleCase.Expectation]) throws {
    let cases = try cases("examples:\n\n  - { title: a, rule: r, expect: \(text) }\n")
    #expect(cases.map(\.expected) == [expected])
    #expect(cases.map(\.rule) == ["r"])
    #expect(cases.map(\.location) == [SourceLocation("rules.yml", line: 3)])
  }

  @Test(arguments: [
    ("[]", "a file of examples must be a mapping, not a list"),
    ("examples: [{ expect: passes }]", "an example needs 'title'"),
    ("examples: [{ title: a }]", "an example needs 'expect'"),
    (
      "examples: [{ title: a, expect: passes, files: { A: deleted }, added-lines: { A: x } }]",
      "'A' has lines in this example, but its status or line count allows none"
    ),
    (
      "examples: [{ title: a, expect: passes, files: { A: added }, deleted-lines: { A: x } }]",
      "'A' has lines in this example, but its status or line count allows none"
    ),
  ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: ConfigError.self) { try cases(text) }
    #expect(error?.problems.map(\.message) == [message])
  }

  @Test func anEmptyFileHasNone() throws {
    #expect(try cases("") == [])
  }
}
