import CIModel
import CIRules
import TestSupport
import Testing

struct RuleSetTests {
  private static let big = [FileChange(.modified, "Sources/A.swift", additions: 2900)]

  @Test func defaultsRunUnlessNamedOrLeftOut() {
    let facts = makeFacts(Self.big)
    func ids(_ settings: [RuleSettings], defaults: Bool) -> [String] {
      RuleSet(settings: settings, includesDefaults: defaults).findings(in: facts).map(\.ruleID)
    }
    #expect(ids([], defaults: true) == ["tests-with-sources", "pr-size"])
    #expect(ids([], defaults: false) == [])
    var ignored = RuleSettings(id: "pr-size")
    ignored.isIgnored = true
    #expect(ids([ignored], defaults: true) == ["tests-with-sources"])
    let raised = RuleSettings(id: "pr-size", values: ["warn": .integer(3000)])
    #expect(ids([raised], defaults: true) == ["tests-with-sources"])
    #expect(ids([RuleSettings(id: "changelog")], defaults: false) == ["changelog"])
  }

  @Test func saysNothingWithoutAChange() {
    let rules = RuleSet(settings: [RuleSettings(id: "changelog")], includesDefaults: true)
    #expect(rules.findings(in: Facts()) == [])
    #expect(rules.findings(in: makeFacts([])) == [])
  }

  @Test func unknownRulesAreToldNotIgnored() {
    let rules = RuleSet(settings: [RuleSettings(id: "nope")], includesDefaults: false)
    #expect(rules.findings(in: Facts()).map(\.message) == ["there is no rule 'nope'"])
  }

  @Test func asksForTheLinesOfFilesInScopeOnly() {
    let custom = RuleSettings(
      id: "no-print", rule: "added-lines", paths: ["Sources/**"], exclude: ["**/Log.swift"],
      values: ["added-lines": .text("print")])
    let rules = RuleSet(settings: [custom], includesDefaults: false)
    let wanted = ["Sources/A.swift", "Sources/Log.swift", "Tests/A.swift"].filter {
      rules.needsAddedLines(FileChange(.modified, $0, additions: 1))
    }
    #expect(wanted == ["Sources/A.swift"])
  }

  /// Comparing two versions takes longer than looking for a few bytes in one.
  @Test(arguments: [
    ("let a = 1\n", false), ("print(1)\n", true), ("<<<<<<< HEAD\n", true), ("fit(1)\n", false),
    ("key = ghp_0123\n", false),
  ])
  func asksForTheLinesOfFilesThatCouldMatter(content: String, isWanted: Bool) {
    let custom = RuleSettings(
      id: "no-print", rule: "added-lines", values: ["added-lines": .text(#"\bprint\("#)])
    let rules = RuleSet(settings: [custom], includesDefaults: true)
    let file = FileChange(.modified, "Sources/A.swift", additions: 1)
    let mayConcern = Array(content.utf8).withUnsafeBytes { rules.mayConcern(file, $0) }
    #expect(mayConcern == isWanted)
  }

  @Test func levelAndMessageOfTheSettingsCount() {
    let settings = RuleSettings(id: "changelog", level: .error, message: "Tell our users.")
    let findings = RuleSet(settings: [settings], includesDefaults: false)
      .findings(in: makeFacts(Self.big))
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.map(\.message) == ["Tell our users."])
  }

  @Test func pathsAndExcludeNarrowTheSize() {
    let settings = RuleSettings(id: "pr-size", paths: ["Sources/**"], exclude: ["**/*.gen.swift"])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let files = [
      FileChange(.modified, "Sources/A.swift", additions: 400),
      FileChange(.modified, "Sources/B.gen.swift", additions: 400),
      FileChange(.modified, "docs/B.md", additions: 400),
    ]
    #expect(rules.findings(in: makeFacts(files)) == [])
  }

  @Test func findingsSayWhatWhereAndWhatNext() {
    let custom = RuleSettings(
      id: "no-print", rule: "added-lines", values: ["added-lines": .text(#"\bprint\("#)])
    var facts = makeFacts([
      FileChange(.modified, "Sources/A.swift", additions: 2380, deletions: 21),
      FileChange(.modified, "Sources/B.swift", additions: 9),
    ])
    facts.addedLines = [AddedLine("Sources/B.swift", line: 7, text: "  print(x)")]
    facts.changes?.commits = [
      commit("fixup! Add a parser"), commit("Réparer l'été 👩‍👩‍👧", blank: false),
    ]
    let settings = [custom, RuleSettings(id: "changelog")]
    let findings = RuleSet(settings: settings, includesDefaults: true).findings(in: facts)
    expectGolden(describe(findings), "rules.txt")
  }

  @Test func mergesAreCommitsOnlyWhereTheyAreForbidden() {
    var facts = makeFacts(Self.big)
    facts.changes?.commits = [commit("Merge branch 'main'", parents: 2)]
    func messages(_ forbid: RuleSettings.Value) -> [String] {
      RuleSet(
        settings: [RuleSettings(id: "commits", values: ["forbid": forbid])],
        includesDefaults: false
      ).findings(in: facts).map(\.message)
    }
    #expect(messages(.list([.text("fixup")])) == [])
    #expect(messages(.text("merge")).count == 1)
  }

  @Test(arguments: [
    ("WIP", true), ("wip: parser", true), ("[WIP] parser", true), ("Wip parser", true),
    ("(wip) parser", true), ("Wipe it", false), ("wip_cache: clear", false),
    ("Handle wip", false), ("FIXUP! x", true), ("fixup the parser", false), ("squash! x", true),
    ("Squash bugs", false), ("amend! x", true), ("WIP解析器", true), ("wipの実装", true),
    ("WIP작업", true), ("ＷＩＰ: x", true), ("wipдела", false), ("WIP2", false), ("解析器wip", false),
  ])
  func unfinishedSubjects(subject: String, isFlagged: Bool) {
    var facts = makeFacts([])
    facts.changes?.commits = [commit(subject)]
    let rules = RuleSet(settings: [RuleSettings(id: "commits")], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == !isFlagged)
  }

  @Test(arguments: [
    (#"\bprint\("#, "print(1)", true), (#"\bprint\("#, "Swift.print(1)", true),
    (#"\bprint\("#, "blueprint(1)", false), ("TODO|FIXME", "// FIXME", true),
    ("colou?r", "color", true), ("ab{0}c", "xac", true), ("[Tt]odo", "todo", true),
    ("(?i)todo", "TODO", true), ("x+y", "xxy", true), (#"a\.b"#, "axb", false),
    (#"a\x62c"#, "abc", true), ("é", "e\u{301}x é", true), ("a.*z", "a--z", true),
    (#"end$"#, "the end", true), (#"^start"#, "not start", false),
  ])
  func patterns(pattern: String, line: String, isFlagged: Bool) {
    let custom = RuleSettings(
      id: "x", rule: "added-lines", values: ["added-lines": .text(pattern)])
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.addedLines = [AddedLine("a", line: 1, text: line)]
    let findings = RuleSet(settings: [custom], includesDefaults: false).findings(in: facts)
    #expect(findings.map(\.severity) == (isFlagged ? [.warning] : []))
  }
}

func commit(
  _ subject: String, blank: Bool = true, parents: Int = 1, author: String = "Ada"
) -> Commit {
  let author = Commit.Signature(
    name: author, email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
  return Commit(
    id: String(repeating: "c", count: 40), parents: Array(repeating: "p", count: parents),
    subject: subject, body: "body", author: author, committer: author, hasBlankSecondLine: blank)
}

func makeFacts(_ files: [FileChange]) -> Facts {
  var facts = Facts()
  facts.changes = ChangeSet(
    base: "b", head: "h", mergeBase: String(repeating: "b", count: 40), files: files, commits: [])
  return facts
}

/// As the terminal prints them, near enough to be read in a golden file.
func describe(_ findings: [Finding]) -> String {
  findings.map { finding in
    let place = finding.location.map { location in
      location.file + (location.line.map { ":\($0)" } ?? "") + ": "
    }
    return "\(place ?? "")\(finding.severity): \(finding.message) [\(finding.ruleID)]\n"
      + "  help: \(finding.help ?? "")\n"
  }.joined()
}
