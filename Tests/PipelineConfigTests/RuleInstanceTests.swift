import CIModel
import PipelineConfig
import Testing

/// Built-in rules with ids of their own, levels that depend, and what holds for all rules.
@Suite struct RuleInstanceTests {
  @Test func anyRuleAnyNumberOfTimes() throws {
    let pipeline = try read(
      """
      rules:
        pr-size: { warn: 400 }
        custom:
          - { id: docs-size, rule: pr-size, level: note, warn: 900, paths: docs/**, message: Long. }
          - { id: news, rule: changelog, when: [App/**], require: NEWS, suppress: never }
          - { id: history, rule: changelog, when: draft }
      """)
    var size = RuleSettings(
      id: "docs-size", rule: "pr-size", level: .note, paths: ["docs/**"], message: "Long.",
      values: ["warn": .integer(900)])
    var news = RuleSettings(
      id: "news", rule: "changelog",
      values: ["require": .list([.text("NEWS")]), "when": .list([.text("App/**")])])
    news.suppression = .never
    var history = RuleSettings(id: "history", rule: "changelog")
    history.when = ["draft"]
    size.exclude = nil
    #expect(
      pipeline.rules == [
        size, history, news, RuleSettings(id: "pr-size", values: ["warn": .integer(400)]),
      ])
  }

  @Test(
    arguments: [
      ("7", .integer(7)), ("{ fail: 0 }", .mapping(["fail": .integer(0)])),
      ("{ errors: 0 }", .mapping(["errors": .integer(0)])),
      (
        "{ results: { warn: 1, fail: 2 } }",
        .mapping(["results": .mapping(["warn": .integer(1), "fail": .integer(2)])])
      ),
    ] as [(String, RuleSettings.Value)])
  func limits(text: String, expected: RuleSettings.Value) throws {
    let pipeline = try read("rules: { linter-reports: { limit: \(text) } }\n")
    #expect(pipeline.rules.map(\.values) == [["limit": expected]])
  }

  @Test(
    arguments: [
      ("error", .error, []),
      ("{ error: true }", .error, []),
      (
        "{ error: true, warning: 'labels contains \"bypass\"' }", .error,
        [.init(.warning, if: "labels contains \"bypass\"")]
      ),
      (
        "{ note: docs/**, error: [Sources/**, ci/**] }", nil,
        [
          .init(.error, if: #"changed("Sources/**", "ci/**")"#),
          .init(.note, if: #"changed("docs/**")"#),
        ]
      ),
    ] as [(String, Severity?, [RuleSettings.ConditionalLevel])])
  func levels(
    text: String, standard: Severity?, conditional: [RuleSettings.ConditionalLevel]
  ) throws {
    var expected = RuleSettings(id: "pr-size", level: standard)
    expected.levels = conditional
    #expect(try read("rules: { pr-size: { level: \(text) } }").rules == [expected])
    expected = RuleSettings(
      id: "own", rule: "forbid", level: standard, values: ["forbid": .list([.text("a")])])
    expected.levels = conditional
    #expect(
      try read("rules: { custom: [{ id: own, forbid: a, level: \(text) }] }").rules == [expected])
  }

  @Test func conditionsOfAllRules() throws {
    let pipeline = try read("rules: { when: '!draft', unless: [docs/**, '*.md'] }")
    #expect(pipeline.rules == [])
    #expect(
      pipeline.ruleConditions
        == RuleConditions(when: ["!draft"], unless: [#"changed("docs/**", "*.md")"#]))
  }

  @Test func listsCanBeEmptied() throws {
    let pipeline = try read(
      "rules: { commits: { forbid: [], exclude: [] }, pr-size: { exclude: a } }")
    #expect(
      pipeline.rules == [
        RuleSettings(id: "commits", exclude: [], values: ["forbid": .list([])]),
        RuleSettings(id: "pr-size", exclude: ["a"]),
      ])
  }
}
