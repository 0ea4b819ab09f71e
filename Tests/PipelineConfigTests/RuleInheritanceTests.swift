import CIModel
import PipelineConfig
import TestSupport
import Testing

@Suite struct RuleInheritanceTests {
  private func read(_ files: [String: String]) throws(ConfigError) -> [RuleSettings] {
    try pipeline(files).rules
  }

  private func pipeline(_ files: [String: String]) throws(ConfigError) -> Pipeline {
    let reader = ConfigReader(
      fileName: ".ci.yml", rules: RuleDescriptor.samples,
      files: FileAccess(read: { path in files[path].map { Array($0.utf8) } }))
    return try reader.read(Array((files[".ci.yml"] ?? "").utf8))
  }

  @Test func ownValuesGoFirstKeyByKey() throws {
    let rules = try read([
      ".ci.yml": """
      rules:
        extends: [ci/base.yml, ci/more.yml]
        pr-size: { warn: 500, unless: ci }
        commits: warning
        custom: [{ id: own, forbid: a }]
      """,
      "ci/base.yml": """
      pr-size: { warn: 100, fail: 900, when: draft, message: Base. }
      commits: ignore
      custom: [{ id: own, added-lines: x }, { id: theirs, forbid: b }]
      """,
      "ci/more.yml": "extends: deeper/x.yml\npr-size: { message: More. }\n",
      "ci/deeper/x.yml": "extends: ../../top.yml\nchangelog: { level: error }\n",
      "top.yml": "changelog: { require: NEWS }\n",
    ])
    var size = RuleSettings(
      id: "pr-size", message: "More.", values: ["warn": .integer(500), "fail": .integer(900)])
    size.when = ["draft"]
    size.unless = ["ci"]
    #expect(
      rules == [
        RuleSettings(id: "changelog", level: .error, values: ["require": .list([.text("NEWS")])]),
        RuleSettings(id: "commits", level: .warning),
        RuleSettings(id: "own", rule: "forbid", values: ["forbid": .list([.text("a")])]),
        size,
        RuleSettings(id: "theirs", rule: "forbid", values: ["forbid": .list([.text("b")])]),
      ])
  }

  @Test func levelsListsAndSharedConditionsGoFirst() throws {
    let pipeline = try pipeline([
      ".ci.yml": """
      rules:
        extends: base.yml
        unless: ci
        pr-size: { exclude: [], level: { error: draft } }
        custom: [{ id: news, rule: changelog, require: NEWS }]
      """,
      "base.yml": """
      when: '!draft'
      unless: draft
      pr-size: { exclude: docs/**, level: note }
      changelog: { level: { error: true, note: draft } }
      custom: [{ id: news, rule: changelog, level: error }]
      """,
    ])
    var size = RuleSettings(id: "pr-size", exclude: [])
    size.levels = [.init(.error, if: "draft")]
    var changelog = RuleSettings(id: "changelog", level: .error)
    changelog.levels = [.init(.note, if: "draft")]
    let news = RuleSettings(
      id: "news", rule: "changelog", values: ["require": .list([.text("NEWS")])])
    #expect(pipeline.rules == [changelog, news, size])
    #expect(pipeline.ruleConditions == RuleConditions(when: ["!draft"], unless: ["ci"]))
  }

  @Test func mistakesAreToldWhereTheyAre() throws {
    let error = try #require(throws: ConfigError.self) {
      try read([
        ".ci.yml": "rules:\n  extends: [ci/a.yml, ci/none.yml]\n",
        "ci/a.yml": "extends: b.yml\npr-size: { wran: 5, unless: 'titel == \"x\"' }\n",
        "ci/b.yml": "extends: [../.ci.yml, a.yml]\n",
      ])
    }
    expectGolden(error.rendered(color: false), "extends.txt")
  }

  @Test func filesTakeParameters() throws {
    let rules = try read([
      ".ci.yml": """
      rules:
        extends:
          - { file: ci/size.yml, with: { max: 500, folders: [App, Core], who: ada } }
          - ci/size2.yml
      """,
      "ci/size.yml": """
      parameters: { max: 400, level: note, folders: Sources/** }
      pr-size: { warn: "${with.max}", level: "${with.level}", exclude: "${with.folders}" }
      custom:
        - id: own-${with.who}
          forbid: [a, "${with.folders}", b]
          when: 'author == "${with.who}"'
          message: "${with.who}, not ${file}."
      """,
      "ci/size2.yml": """
      parameters: { none: [] }
      extends: { file: deep.yml, with: { warn: 9 } }
      commits: { exclude: "${with.none}" }
      """,
      "ci/deep.yml": "large-files: { warn: '${with.warn}MB' }\n",
    ])
    var own = RuleSettings(
      id: "own-ada", rule: "forbid", message: "ada, not ${file}.",
      values: ["forbid": .list(["a", "App", "Core", "b"].map { .text($0) })])
    own.when = [#"author == "ada""#]
    #expect(
      rules == [
        RuleSettings(id: "commits", exclude: []),
        RuleSettings(id: "large-files", values: ["warn": .integer(9 << 20)]), own,
        RuleSettings(
          id: "pr-size", level: .note, exclude: ["App", "Core"], values: ["warn": .integer(500)]),
      ])
  }

  @Test func mistakesInParametersAreToldWhereTheyAre() throws {
    let error = try #require(throws: ConfigError.self) {
      try read([
        ".ci.yml": """
        rules:
          parameters: { max: 3 }
          extends:
            - { file: a.yml, with: { mx: 5, list: [a] } }
            - { with: { max: 5 } }
            - { file: b.yml, with: { x: 1 } }
        """,
        "a.yml": """
        parameters: { max: 4 }
        pr-size: { warn: "${with.maxx}", message: "Not ${with.list}, ${with.other}." }
        """,
        "b.yml": "pr-size: error\n",
      ])
    }
    expectGolden(error.rendered(color: false), "extends-with.txt")
  }

  @Test func aMistakeInAnExtendedFileAloneIsOne() throws {
    let error = try #require(throws: ConfigError.self) {
      try read([".ci.yml": "rules: { extends: a.yml }\n", "a.yml": "[]\n"])
    }
    #expect(error.fileName == "a.yml")
    #expect(error.problems.map(\.message) == ["a rule file must be a mapping"])
  }
}
