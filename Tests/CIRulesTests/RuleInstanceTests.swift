import CIModel
import CIRules
import TestSupport
import Testing

/// What holds for rules whatever they look for: several of a kind, levels that depend, conditions
/// for all.
@Suite struct RuleInstanceTests {
  /// What is read of a text or a path, and how often that is a finding.
  @Test(
    arguments: [
      // Editors end lines by a carriage return, too.
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\rb\r// Copyright", 1),
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\r// Copyright\r", 0),
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\r\n// Copyright\r\nb", 0),
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\u{2028}b\u{2029}// Copyright", 1),
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\u{85}b\u{B}// Copyright", 1),
      ("licence-header", ["lines": .integer(2)], "a.swift", "a\u{2028}// Copyright", 0),
      // What compilers take for a source or a header.
      ("licence-header", [:], "a.pch", "a", 1), ("licence-header", [:], "a.tcc", "a", 1),
      ("licence-header", [:], "a.txx", "a", 1), ("licence-header", [:], "a.ixx", "a", 1),
      ("licence-header", [:], "a.cppm", "a", 1), ("licence-header", [:], "a.icc", "a", 0),
      ("licence-header", [:], "a.cc", "a", 1), ("licence-header", [:], "a.cxx", "a", 1),
      ("licence-header", [:], "a.c++", "a", 1), ("licence-header", [:], "a.hpp", "a", 1),
      ("licence-header", [:], "a.hh", "a", 1), ("licence-header", [:], "a.hxx", "a", 1),
      ("licence-header", [:], "a.mm", "a", 1), ("licence-header", [:], "a.metal", "a", 1),
      ("licence-header", [:], "a.inc", "a", 1), ("licence-header", [:], "a.inl", "a", 1),
      ("licence-header", [:], "a.ipp", "a", 1), ("licence-header", [:], "a.tpp", "a", 1),
      ("licence-header", [:], "a.C", "a", 1), ("licence-header", [:], "a.S", "a", 1),
      ("licence-header", [:], "a.s", "a", 1), ("licence-header", [:], "a.Swift", "a", 0),
      ("licence-header", [:], "a.ccc", "a", 0), ("licence-header", [:], "ahh", "a", 0),
      // SwiftPM takes a manifest for a source where no package is.
      ("licence-header", [:], "Package.swift", "// Swift-Tools-Version: 6.1\na", 0),
      ("licence-header", [:], "Package.swift", "a", 1),
      ("licence-header", [:], "Kit/Package@swift-6.0.swift", "//swift-tools-version:6.0\na", 0),
      ("licence-header", [:], "Kit/Package@swift-6.0.swift", "a", 1),
      ("licence-header", [:], "Sources/Core/Package.swift", "a", 1),
      ("licence-header", [:], "Sources/Core/Sub/Package@swift-5.swift", "a", 1),
      ("licence-header", [:], "Sources/Core/Package.swift", "// Copyright 2026 Ada", 0),
      (
        "licence-header", [:], "Sources/Core/Sub/Package@swift-5.swift",
        "//swift-tools-version:5.9\na", 1
      ),
      ("licence-header", [:], "Kit/Package.swift", "// swift-tools-version:6.1\na", 0),
      // A word in an address is no work that is put off.
      ("todo-tickets", [:], "a.swift", "// See https://a.b/c#TODO-list", 0),
      ("todo-tickets", [:], "a.swift", "// See https://a.b/c TODO", 1),
      ("todo-tickets", [:], "a.swift", "let a = \"http://a.b\"//TODO", 1),
      ("todo-tickets", [:], "a.swift", "// a://TODO", 1),
      // A label says that a function is not that of libc.
      ("test-waits", [:], "Tests/A.swift", "let time = sleep(of: bear)", 0),
      ("test-waits", [:], "Tests/A.swift", "await sleep(for: .seconds(1))", 1),
      ("test-waits", [:], "Tests/A.swift", "sleep(isSlow ? 1 : 2)", 1),
      // A bug is a reason.
      (
        "disabled-tests", [:], "Tests/A.swift",
        "@Test(.bug(\"https://a/1\"), .disabled()) func d() {}", 0
      ),
      ("disabled-tests", [:], "Tests/A.swift", "@Test(.disabled(), .bug(id: 12)) func d() {}", 0),
      ("disabled-tests", [:], "Tests/A.swift", "@Test(.disabled(), .bug(\"\")) func d() {}", 1),
      (
        "disabled-tests", [:], "Tests/A.swift",
        "@Test(.disabled()) func a() {}; @Test(.bug(\"#1\")) func b() {}", 1
      ),
      (
        "disabled-tests", ["reason": .text("#[0-9]+")], "Tests/A.swift",
        "@Test(.disabled(), .bug(\"later\")) func d() {}", 1
      ),
      (
        "disabled-tests", ["reason": .text("#[0-9]+")], "Tests/A.swift",
        "@Test(.disabled(), .bug(id: 12)) func d() {}", 0
      ),
      // Swift is no changelog.
      ("pr-size", ["warn": .integer(1)], "Sources/ChangelogStore.swift", "a\nb\n", 1),
      ("pr-size", ["warn": .integer(1)], "CHANGELOG-2.md", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "a/CHANGELOG", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "a/Cargo.lock", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "poetry.lock", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "gems.locked", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "npm-shrinkwrap.json", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "uv.lock", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "go.sum", "a\nb\n", 0),
      ("pr-size", ["warn": .integer(1)], "Cargo.toml", "a\nb\n", 1),
      ("file-names", [:], "a\u{FFFD}", "a\n", 0),
    ] as [(String, [String: RuleSettings.Value], String, String, Int)])
  func whatIsRead(
    rule: String, values: [String: RuleSettings.Value], path: String, text: String, count: Int
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    var file = FileChange(.added, path, additions: lines.count, oldMode: nil)
    var facts = makeFacts([file])
    facts.addedLines = lines.enumerated().map {
      AddedLine(path, line: $0 + 1, text: String($1))
    }
    let rules = RuleSet(
      settings: [RuleSettings(id: rule, values: values)], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
    guard rule == "file-names" else { return }
    file.pathBytes = Base64.encode([0x61, 0xFF])
    #expect(
      rules.findings(in: makeFacts([file])).map(\.message)
        == ["has a part that is not UTF-8, which a Mac refuses"])
  }

  /// A file that was empty before is as new as one that is added.
  @Test(arguments: [
    (1...3, true, 0, 1), (1...3, false, 0, 0), (2...4, true, 0, 0), (1...3, true, 1, 0),
  ])
  func aFileThatWasEmpty(lines: ClosedRange<Int>, endsFile: Bool, deletions: Int, count: Int) {
    let file = FileChange(.modified, "a.swift", additions: 3, deletions: deletions)
    var facts = makeFacts([file])
    var text = AddedText(path: "a.swift")
    for number in lines {
      Array("a()".utf8).withUnsafeBytes { text.append($0, number: number) }
    }
    text.endsFile = endsFile
    facts.addedText = [text]
    let rules = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  @Test(arguments: [
    ("Bug fix: crash in parser", 1), ("bug-fix: crash", 1), ("core: Hot fixes", 1),
    ("Bugfix: crash", 1), ("APP-123 Fix crash", 1), ("[Bug fix] crash", 1), ("Bug: fix", 1),
    ("Bug prefix", 0),
    ("Bug  report", 0),
  ])
  func subjectsOfFixes(subject: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "Sources/A/a.swift", additions: 1)])
    facts.pullRequest = PullRequest(title: subject)
    let rules = RuleSet(settings: [RuleSettings(id: "fix-needs-test")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// git keeps an old line as the separator of a new conflict, such as the line below a heading.
  @Test(arguments: [
    ("<<<<<<<", 5, ">>>>>>>", 1), ("<<<<<<<", 3, ">>>>>>>", 0),
    ("<<<<<<<< HEAD", 5, ">>>>>>>> topic", 1), ("<<<<<<<< HEAD", 3, ">>>>>>>> topic", 0),
    ("<<< a", 5, ">>> b", 0), ("<<< HEAD", 5, ">>> b", 1), ("<<< HEAD", 3, ">>> b", 0),
    ("<<< Updated upstream", 5, ">>> Stashed changes", 1), ("<<< ours", 5, ">>> theirs", 1),
    ("<<< Updated", 5, ">>> Stashed changes", 0),
    ("<<<<< a", 5, ">>>>> b", 1), ("<<<<<", 5, ">>>>>", 0), ("<<<<< a", 5, ">>>>>", 0),
    ("<<<<<<<", 5, ">>>>>>>>", 0), (">>>>>>>", 5, "<<<<<<<", 0),
    ("<<<<<\n<<<<<\n<<<<< a", 5, ">>>>> b", 1), ("<<<<<\n<<<<< a", 3, ">>>>> b", 0),
    ("<<<\n<<< a\n<<< HEAD", 5, ">>> b", 1), ("<<<<<\n<<<<<", 5, ">>>>> b", 0),
  ])
  func conflictsAroundOldLines(opening: String, line: Int, closing: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "a.rst", additions: 2)])
    let openings = opening.split(separator: "\n")
    facts.addedLines =
      openings.enumerated().map {
        AddedLine("a.rst", line: 3 - openings.count + $0, text: String($1))
      } + [AddedLine("a.rst", line: line, text: closing)]
    let rules = RuleSet(settings: [RuleSettings(id: "conflict-markers")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A title is read as people see it.
  @Test(arguments: [
    ("WIP\u{200D}: x", 1), ("WI\u{200B}P: x", 1), ("WIP\u{E0100}: x", 1), ("\u{FEFF}Draft x", 1),
    ("WIPE\u{200D}: x", 0), ("WIP\u{301}: x", 0), ("WIP解析器", 1), ("【draft】解析器", 1),
    ("draft解析器", 1), ("WIPの実装", 1), ("WIP작업", 1), ("ＷＩＰ: x", 1), ("Draftд", 0), ("ＷＩＰＥ", 0),
  ])
  func drafts(title: String, count: Int) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(title: title, draft: false)
    let rules = RuleSet(settings: [RuleSettings(id: "pr-draft")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A manifest in the folder of a target needs no header if the change adds its package.
  @Test(arguments: [
    ("Tests/ATests/Kit/Sources/B.md", 0), ("Tests/ATests/Kit/Tests/B/B.md", 0),
    ("Tests/ATests/Kit/B.md", 1), ("Tests/ATests/Kit2/Sources/B.md", 1),
    ("Tests/ATests/Sources/B.md", 1), ("Sources/B.md", 1),
  ])
  func manifestOfNestedPackage(other: String, count: Int) {
    let path = "Tests/ATests/Kit/Package.swift"
    var facts = makeFacts([
      FileChange(.added, path, additions: 1, oldMode: nil),
      FileChange(.added, other, additions: 1, oldMode: nil),
    ])
    facts.addedLines = [AddedLine(path, line: 1, text: "// swift-tools-version:6.1")]
    let rules = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A file with the name of a manifest is a source in the folder of a target, whatever its name is.
  @Test(arguments: [("App/Package.swift", 1), ("Kit/Package.swift", 0), ("Package.swift", 0)])
  func manifestInTarget(path: String, count: Int) {
    var facts = makeFacts([FileChange(.added, path, additions: 1, oldMode: nil)])
    facts.addedLines = [AddedLine(path, line: 1, text: "// swift-tools-version:6.1")]
    let manifest =
      "let package = Package(name: \"a\", targets: [.target(name: \"App\", path: \"App\")])"
    facts.policyFiles = ["Package.swift": Array(manifest.utf8)]
    let rules = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  private static let change = [
    FileChange(.modified, "Sources/A.swift", additions: 159),
    FileChange(.modified, "App/B.swift", additions: 9),
  ]

  private func companion(_ id: String, _ when: String, _ require: String) -> RuleSettings {
    RuleSettings(
      id: id, rule: "companion-files", values: ["when": .text(when), "require": .text(require)])
  }

  @Test func severalOfAKindSpeakUnderTheirOwnIDs() {
    let rules = RuleSet(
      settings: [
        companion("docs", "Sources/**", "docs/**"), companion("shots", "App/**", "shots/**"),
      ],
      includesDefaults: false)
    let findings = rules.findings(in: makeFacts(Self.change))
    #expect(findings.map(\.ruleID) == ["shots", "docs"])
    #expect(rules.ids == ["docs", "shots"])
  }

  @Test func anInstanceIsExcusedAsTheRuleIs() {
    let rules = RuleSet(
      settings: [
        RuleSettings(id: "licence", rule: "protected-files", values: ["files": .text("LICENSE")]),
        RuleSettings(id: "keys", rule: "secrets"), companion("docs", "Sources/**", "docs/**"),
      ], includesDefaults: true)
    #expect(rules.suppressions["licence"] == .maintainers)
    #expect(rules.suppressions["keys"] == .maintainers)
    #expect(rules.suppressions["docs"] == .anyone)
    // The rule itself still runs by default.
    #expect(rules.ids.contains("secrets"))
  }

  @Test(
    arguments: [
      ([], nil, .warning), ([], .error, .error),
      ([("draft", .note)], .error, .note), ([("!draft", .note)], .error, .error),
      ([("draft", .error)], .note, .error), ([("!draft", .error)], nil, .warning),
      // The worst that holds.
      ([("draft", .error), ("os == \"linux\"", .note)], .warning, .error),
      ([("draft", .note), ("os == \"linux\"", .warning)], .error, .warning),
      // What is not known excuses nobody.
      ([("title == \"x\"", .note)], .error, .error), ([("title == \"x\"", .error)], .note, .error),
      ([("title == \"x\"", .note)], nil, .warning),
      ([("draft", .note), ("title == \"x\"", .error)], .warning, .error),
      ([("draft", .warning), ("title == \"x\"", .note)], .error, .warning),
    ] as [([(String, Severity)], Severity?, Severity)])
  func levelThatDepends(levels: [(String, Severity)], standard: Severity?, expected: Severity) {
    var settings = companion("docs", "Sources/**", "docs/**")
    settings.level = standard
    settings.levels = levels.map { RuleSettings.ConditionalLevel($1, if: $0) }
    var facts = makeFacts(Self.change)
    facts.pullRequest = PullRequest(draft: true)
    facts.surroundings.os = "linux"
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(rules.findings(in: facts).map(\.severity) == [expected])
    let isTold = rules.notes(in: facts).contains {
      $0.hasPrefix(
        "Rule 'docs' has its worst possible level, because these facts are unknown: title")
    }
    #expect(isTold == levels.contains { $0.0.hasPrefix("title") })
  }

  @Test func conditionsOfAllRulesHoldForThoseByDefaultToo() {
    func ids(_ conditions: RuleConditions) -> [String] {
      var facts = makeFacts(Self.change)
      facts.pullRequest = PullRequest(draft: true)
      let rules = RuleSet(
        settings: [companion("docs", "Sources/**", "docs/**")], includesDefaults: true,
        conditions: conditions)
      return rules.findings(in: facts).map(\.ruleID)
    }
    #expect(ids(RuleConditions()) == ["docs", "tests-with-sources"])
    #expect(ids(RuleConditions(when: ["draft"])) == ["docs", "tests-with-sources"])
    #expect(ids(RuleConditions(when: ["!draft"])) == [])
    #expect(ids(RuleConditions(unless: ["draft"])) == [])
    // Not known: the rules apply.
    #expect(ids(RuleConditions(when: [#"title == "x""#])) == ["docs", "tests-with-sources"])
  }

  /// `[]` is none, instead of the default.
  @Test func everyListThatCanBeEmptyMayBe() {
    for type in RuleRegistry.rules {
      let lists = type.descriptor.parameters.filter {
        if case .optionalList = $0.kind { true } else { false }
      }
      for list in lists {
        let rule = type.init(
          settings: RuleSettings(id: type.descriptor.id, values: [list.name: .list([])]))
        for example in type.examples { _ = rule.findings(in: example.facts) }
      }
    }
    let wip = RuleSettings(id: "commits", values: ["forbid": .list([])])
    var facts = makeFacts([])
    facts.changes?.commits = [commit("WIP: parse")]
    #expect(RuleSet(settings: [wip], includesDefaults: false).findings(in: facts) == [])
    #expect(
      RuleSet(settings: [RuleSettings(id: "commits")], includesDefaults: false)
        .findings(in: facts).count == 1)
  }
}
