import CIModel
import CIRules
import Testing

@Suite struct CustomRuleTests {
  @Test func familiesAreSortedAndDocumented() {
    let ids = CustomRuleRegistry.families.map { $0.descriptor.id }
    #expect(ids == Set(ids).sorted())
    for family in CustomRuleRegistry.families {
      #expect(family.descriptor.summary.last == ".")
      #expect(family.examples.contains { $0.expected.isEmpty })
      #expect(family.examples.contains { !$0.expected.isEmpty })
    }
  }

  @Test func everyExampleHolds() {
    for family in CustomRuleRegistry.families {
      let id = family.descriptor.id
      for example in family.examples {
        let rules = RuleSet(
          settings: [RuleSettings(id: "own", rule: id, values: example.values)],
          includesDefaults: false)
        let findings = rules.findings(in: example.facts)
        #expect(findings.map(\.severity) == example.expected, "\(id): \(example.title)")
        #expect(findings.allSatisfy { $0.ruleID == "own" && $0.help?.last == "." })
      }
    }
  }

  /// `when`, `unless`, `level`, `message`, `paths` and `exclude` mean the same in every rule.
  @Test func commonKeysWorkOnEveryRule() {
    for type in RuleRegistry.rules + CustomRuleRegistry.families {
      let id = type.descriptor.id
      for example in type.examples where !example.expected.isEmpty {
        var facts = example.facts
        facts.surroundings.os = "linux"
        func findings(_ change: (inout RuleSettings) -> Void) -> [Finding] {
          var settings = RuleSettings(id: "own", rule: id, values: example.values)
          change(&settings)
          return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
        }
        let title = "\(id): \(example.title)"
        #expect(findings { $0.when = [#"os == "macos""#] } == [], "\(title)")
        #expect(findings { $0.when = [#"os == "linux""#] } == findings { _ in }, "\(title)")
        #expect(findings { $0.unless = [#"os == "linux""#] } == [], "\(title)")
        #expect(findings { $0.unless = [#"os == "macos""#] } == findings { _ in }, "\(title)")
        #expect(findings { $0.isIgnored = true } == [], "\(title)")
        #expect(findings { _ in }.allSatisfy { $0.ruleID == "own" }, "\(title)")
      }
    }
  }

  @Test(arguments: [
    (["ci"], [], false), ([], ["ci"], true), (["!ci"], [], true), (["!ci", "ci"], [], false),
    ([], [#"title contains "x""#], true), ([#"title contains "x""#], [], true),
    (["ci", #"title contains "x""#], [], false), ([], ["!ci", #"title contains "x""#], false),
  ])
  func whatIsNotKnownExcusesNobody(when: [String], unless: [String], applies: Bool) {
    var settings = RuleSettings(id: "own", rule: "forbid", values: ["forbid": .text("a")])
    settings.when = when
    settings.unless = unless
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let facts = makeFacts([FileChange(.modified, "a")])
    #expect(rules.findings(in: facts).isEmpty == !applies)
    let isUnsure = applies && (when + unless).contains { $0.contains("title") }
    #expect(
      rules.notes(in: facts)
        == (isUnsure
          ? [
            "Rule 'own' applies, because these facts are unknown: "
              + "title (there is no pull request)."
          ] : []))
  }

  /// The request was held against its rules before it came to the queue.
  @Test(
    arguments: [
      ("forbid", [#"labels contains "x""#], []), ("forbid", [], [#"title contains "x""#]),
      ("if", [], []),
    ] as [(String, [String], [String])])
  func aMergeQueueLeavesTheRequestToItself(rule: String, when: [String], unless: [String]) {
    var settings = RuleSettings(
      id: "own", rule: rule, level: .error,
      values: ["forbid": .text("a"), "if": .text(#"!(labels contains "ready")"#)])
    settings.when = when
    settings.unless = unless
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    var facts = makeFacts([FileChange(.modified, "a")])
    facts.pullRequest = PullRequest(number: 7)
    #expect(rules.findings(in: facts).map(\.severity) == [.error])
    facts.surroundings.event = .mergeQueue
    #expect(rules.findings(in: facts) == [])
    #expect(
      rules.notes(in: facts) == [
        "Rule 'own' was not checked, because these facts are unknown: "
          + "\(unless.isEmpty ? "labels" : "title") (a merge queue does not provide it)."
      ])
  }

  @Test func brokenConditionsAreTold() {
    var settings = RuleSettings(id: "own", rule: "forbid", values: ["forbid": .text("a")])
    settings.unless = ["nonsense("]
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(
      rules.findings(in: Facts()).map(\.message) == ["'nonsense(' is not a valid condition"])
  }

  @Test func conditionsThatNobodyCanJudgeAreNotPassedInAPullRequest() {
    let settings = RuleSettings(
      id: "own", rule: "if", level: .error, values: ["if": .text(#"title == """#)])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    var facts = makeFacts([FileChange(.modified, "a")])
    #expect(rules.findings(in: facts) == [])
    #expect(
      rules.notes(in: facts)
        == [
          "Rule 'own' was not checked, because these facts are unknown: "
            + "title (there is no pull request)."
        ])
    facts.pullRequest = PullRequest(labels: [])
    #expect(
      rules.findings(in: facts).map(\.message)
        == ["cannot be evaluated, unknown: title (the CI service does not provide it)"])
    #expect(rules.findings(in: facts).map(\.severity) == [.error])
    facts.pullRequest?.title = ""
    #expect(rules.findings(in: facts).map(\.message) == [#"`title == ""` is true"#])
  }

  @Test(
    arguments: [
      (["Sources/**"], nil, ["Sources/A.swift", "docs/a.md"], "1: Sources/A.swift"),
      (["Sources/**"], nil, ["docs/a.md"], nil),
      ([], ["docs/**"], ["docs/a.md"], nil),
      ([], ["docs/**"], ["docs/a.md", "README.md"], "1: README.md"),
      // Without either, a change of no file is judged, too.
      ([], nil, [], "0: "),
    ] as [([String], [String]?, [String], String?)])
  func conditionsAreJudgedWhereAFileConcernsTheRule(
    paths: [String], exclude: [String]?, files: [String], expected: String?
  ) {
    var settings = RuleSettings(
      id: "own", rule: "if", values: ["if": .text("count(commits) == 0")])
    settings.paths = paths
    settings.exclude = exclude
    settings.message = "${count}: ${files}"
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let found = rules.findings(in: makeFacts(files.map { FileChange(.modified, $0) }))
    #expect(found.map(\.message) == (expected.map { [$0] } ?? []))
  }
}

@Suite struct SuppressionTests {
  private static let here = Finding(.error, "no-print", "x", at: SourceLocation("Sources/A.swift"))
  private static let rules = ["no-print", "pr-size"]

  @Test(arguments: [
    ("Devtool-Ignore: no-print The console.", "The console. (commit ccccccc)", nil),
    (
      "Text.\n\nDevtool-Ignore: no-print The console.\nSigned-off-by: A",
      "The console. (commit ccccccc)", nil
    ),
    ("devtool-ignore:no-print   because", "because (commit ccccccc)", nil),
    ("Devtool-Ignore: no-print:Sources/** because", "because (commit ccccccc)", nil),
    (
      "Devtool-Ignore: no-print:Tests/** because", nil,
      "suppresses 'no-print', which has no findings"
    ),
    ("Devtool-Ignore: no-print", nil, "suppresses 'no-print' without a reason"),
    ("Devtool-Ignore: no-print \u{2800}\u{3164}", nil, "suppresses 'no-print' without a reason"),
    ("Devtool-Ignore: no-print \u{13441}\u{13442}", nil, "suppresses 'no-print' without a reason"),
    ("Devtool-Ignore: no-prnt because", nil, "suppresses 'no-prnt', but no rule with that name"),
    ("Devtool-Ignore:", nil, "suppresses nothing: the rule is missing"),
    (
      "Devtool-Ignore: pr-size because", nil,
      "suppresses 'pr-size', which has no findings to suppress"
    ),
    ("Not-Devtool-Ignore: no-print because", nil, nil), ("", nil, nil),
  ])
  func trailers(body: String, suppressed: String?, problem: String?) {
    var facts = makeFacts([])
    let someone = Commit.Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
    facts.changes?.commits = [
      Commit(
        id: String(repeating: "c", count: 40), subject: "Change", body: body, author: someone,
        committer: someone)
    ]
    let result = Suppressions(facts).applied(to: [Self.here], rules: Self.rules)
    #expect(result.first?.suppressed == suppressed)
    let problems = result.filter { $0.ruleID == Suppressions.ruleID }
    #expect(problems.count == (problem == nil ? 0 : 1))
    if let problem { #expect(problems.first?.message.contains(problem) ?? false) }
    #expect(problems.allSatisfy { $0.help?.last == "." || $0.help?.last == "?" || $0.help != nil })
  }

  @Test(arguments: [
    "<!-- devtool-ignore: no-print The console. -->", "Devtool-Ignore: no-print The console.",
    "Some words.\r\n<!--devtool-ignore: no-print The console.-->\r\nMore.",
  ])
  func descriptions(body: String) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(body: body)
    let result = Suppressions(facts).applied(to: [Self.here], rules: Self.rules)
    #expect(result.map(\.suppressed) == ["The console. (the pull request)"])
  }

  /// Who may suppress what, and what is said of those who may not.
  @Test(arguments: [
    (SuppressionPolicy.anyone, "Devtool-Ignore: no-print Because.", nil as String?, true),
    (.maintainers, "Devtool-Ignore: no-print Because.", nil, false),
    (.maintainers, "", "devtool-ignore: no-print", true),
    (.maintainers, "", "Devtool-Ignore: no-print:Sources/A.swift", true),
    (.maintainers, "", "no-print", false),
    (.never, "", "devtool-ignore: no-print", false),
  ])
  func policies(policy: SuppressionPolicy, body: String, label: String?, isSuppressed: Bool) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(body: body, labels: label.map { [$0] })
    let result = Suppressions(facts).applied(
      to: [Self.here], rules: Self.rules, policies: ["no-print": policy])
    #expect((result.first?.suppressed != nil) == isSuppressed)
    let isRefused = !isSuppressed && label != "no-print"
    #expect(result.contains { $0.ruleID == Suppressions.ruleID } == isRefused)
  }

  /// What the author of a change writes is held against every finding, so it is bounded.
  @Test(arguments: [
    (String(repeating: "**/a/", count: 5) + "b", "has more than 8 stars"),
    (String(repeating: "a", count: 2_000), "is longer than 1024 bytes"),
    ("{a,b}{a,b}{a,b}{a,b}{a,b}", "stands for more than 16 patterns"),
  ])
  func costlyGlobs(glob: String, problem: String) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(body: "Devtool-Ignore: no-print:\(glob) Because.")
    let result = Suppressions(facts).applied(to: [Self.here], rules: Self.rules)
    #expect(result.first?.suppressed == nil)
    #expect(result.last?.message.contains(problem) == true)
  }

  @Test func onlySoManyCount() {
    var facts = makeFacts([])
    let line = "Devtool-Ignore: no-print:x Because.\n"
    facts.pullRequest = PullRequest(
      body: String(repeating: line, count: 100) + "Devtool-Ignore: no-print Because.")
    let result = Suppressions(facts).applied(to: [Self.here], rules: Self.rules)
    #expect(result.first?.suppressed == nil)
    #expect(result.last?.message.contains("exceeds the limit of 100 suppressions") == true)
  }

  @Test func duplicatesBecomeOne() {
    let other = Finding(.error, "no-print", "x", at: SourceLocation("Sources/B.swift"))
    let result = Suppressions(Facts()).applied(
      to: [Self.here, other, Self.here], rules: Self.rules)
    #expect(result == [Self.here, other])
  }
}
