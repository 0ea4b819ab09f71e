package import CIModel

extension Schema {
  /// The section `rules:` with one key for each built-in rule.
  package static func ruleSection(_ rules: [RuleDescriptor]) -> Section {
    let keys = rules.map { (rule: $0, keys: ruleKeys($0)) }
    let instances = keys.map { ($0.rule.id, instance(of: $0.rule, $0.keys)) }
    let customRule = ValueKind.sections(
      by: "rule", Dictionary(instances) { first, _ in first }, else: customRule(rules))
    return Section(
      "'rules'", keyNoun: "rule",
      keys.map { rule, keys in
        KeySpec(
          rule.id,
          .shaped(
            scalar: .word(level), list: nil,
            mapping: .options(Section("rule '\(rule.id)'", keys))),
          rule.summary, example: "{ level: \(rule.defaultLevel.rawValue) }")
      } + [
        KeySpec(
          "custom", .list(customRule, atLeast: 0), "Adds custom rules.",
          example: "[{ id: no-print, added-lines: '\\bprint\\(' }]"),
        KeySpec(
          "extends",
          .oneOrMore(.shaped(scalar: .filledText, list: nil, mapping: .section(extendedFile))),
          "Rule files to start from; each has the keys of 'rules' at its top level.",
          example: "ci/rules.yml", synonyms: ["include", "import"]),
        .elsewhere("parameters", "write 'parameters' at the top level of the extended file"),
        KeySpec(
          "when", conditionKind,
          "Applies the rules only when the condition is true or one of these files changed.",
          example: "'!draft'", synonyms: ["if", "only-if"]),
        KeySpec(
          "unless", conditionKind,
          "Skips the rules when the condition is true or one of these files changed.",
          example: "'branch matches \"release/**\"'", synonyms: ["skip-if", "except-if"]),
        KeySpec(
          "examples", .list(.section(sharedExample), atLeast: 1),
          "Example changes with their expected findings; `devtool rules test` checks them.",
          example: "[{ title: docs alone, files: { README.md: modified }, expect: passes }]",
          synonyms: ["tests"]),
      ])
  }

  private static let extendedFile = Section(
    "'extends'",
    [
      KeySpec("file", .filledText, "Path of the file.", example: "ci/rules.yml"),
      KeySpec(
        "with", .map(.parameter, parameter, atLeast: 1),
        "Values for `${with.name}` in the file.", example: "{ max: 500 }",
        synonyms: ["parameters", "inputs"]),
    ])

  private static let parameter = ValueKind.shaped(
    scalar: .text, list: .list(.text, atLeast: 0), mapping: nil)

  /// The key `parameters` at the top of a file that is extended.
  static let parameters = KeySpec(
    "parameters", .map(.parameter, parameter, atLeast: 0),
    "Default values for `${with.name}`.", example: "{ max: 400 }")

  /// Keys below `rules` that are not built-in rules.
  static let sharedRuleKeys = [
    "custom", "examples", "extends", "parameters", "unless", "when",
  ]

  private static let commonRuleKeys = [
    KeySpec(
      "level", .shaped(scalar: .word(level), list: nil, mapping: .section(conditionalLevels)),
      "Level of the findings; 'ignore' turns the rule off.",
      example: "warning", synonyms: ["severity"]),
    KeySpec(
      "paths", .oneOrMore(.glob), "Checks only these files.", example: "[Sources/**]",
      synonyms: ["include", "files", "only"]),
    KeySpec(
      "exclude", .anyNumber(.glob), "Skips these files.",
      example: "[\"**/*.snap\"]", synonyms: ["ignore", "except"]),
    KeySpec(
      "suppress", .word(suppression),
      "Who may suppress its findings: 'anyone' in a commit or the pull request "
        + "description, 'maintainers' with a label, or no one with 'never'.",
      example: "maintainers",
      synonyms: ["suppressions", "ignorable"]),
    KeySpec(
      "examples", .list(.section(example), atLeast: 1),
      "Example changes with their expected findings; `devtool rules test` checks them.",
      example: "[{ title: docs alone, files: { README.md: modified }, expect: passes }]",
      synonyms: ["tests"]),
  ]

  /// `level: { error: true, warning: 'labels contains "bypass"' }`.
  private static let conditionalLevels = Section(
    "'level'", keyNoun: "level",
    [
      ("error", "fail"), ("warning", "warn"), ("note", "info"),
    ].map { name, synonym in
      KeySpec(
        name, conditionKind,
        "Makes a finding \(name == "error" ? "an" : "a") \(name) when the condition is "
          + "true or one of these files changed; with `true`, when no other condition is true.",
        example: "'labels contains \"bypass\"'", synonyms: [synonym])
    } + [.elsewhere("ignore", "write `unless` beside 'level' for when the rule does not apply")])

  private static func wordKeys(hasCaptures: Bool) -> [KeySpec] {
    [
      KeySpec(
        "message", .message(hasCaptures: hasCaptures),
        "Replaces the message of the finding: Markdown with placeholders such as `${title}`.",
        example: "Add a line to the change log.", synonyms: ["msg", "text", "title"]),
      KeySpec(
        "help", .message(hasCaptures: hasCaptures),
        "Replaces the help of the finding: Markdown with placeholders such as `${title}`.",
        example: "Ask in the release channel.",
        synonyms: ["hint", "advice", "fix"]),
    ]
  }

  private static let suppression = Vocabulary(
    SuppressionPolicy.allCases.map(\.rawValue),
    hints: [
      "author": "anyone", "authors": "anyone", "true": "anyone", "yes": "anyone",
      "maintainer": "maintainers", "owners": "maintainers", "false": "never", "no": "never",
      "none": "never",
    ])

  /// A condition, or globs as a short form of `changed(…)`.
  static let conditionKind = ValueKind.shaped(
    scalar: .condition, list: .list(.glob, atLeast: 1), mapping: nil)

  private static let conditionKeys = [
    KeySpec(
      "when", conditionKind,
      "Applies the rule only when the condition is true or one of these files changed.",
      example: "'!draft'"),
    KeySpec(
      "unless", conditionKind,
      "Skips the rule when the condition is true or one of these files changed.",
      example: "'labels contains \"trivial\"'", synonyms: ["skip-if", "except-if"]),
  ]

  /// The keys of one rule: its own parameters, and the common keys except those that it has a
  /// parameter for.
  private static func ruleKeys(_ rule: RuleDescriptor) -> [KeySpec] {
    let own = rule.parameters.map { parameter in
      parameter.kind == .unavailable
        ? KeySpec.later(parameter.name, parameter.summary)
        : KeySpec(
          parameter.name,
          // A rule's own trigger may also be a condition.
          parameter.isTrigger ? conditionKind : valueKind(parameter.kind), parameter.summary,
          example: example(parameter.kind))
    }
    let names = Set(own.map(\.name))
    let common =
      (commonRuleKeys + wordKeys(hasCaptures: rule.hasCaptures) + conditionKeys).filter {
        !names.contains($0.name)
      }
      + [.elsewhere("if", "write `when`; `if` belongs to custom rules")]
    return own + common
  }

  /// The section of a custom rule that is another instance of a built-in rule, with its own id and
  /// settings.
  private static func instance(of rule: RuleDescriptor, _ keys: [KeySpec]) -> Section {
    Section(
      "a custom rule",
      [
        customRuleID,
        KeySpec(
          "rule", .word(Vocabulary([rule.id])), "Built-in rule to apply.",
          example: rule.id),
      ] + keys)
  }

  private static func valueKind(_ kind: RuleDescriptor.Kind) -> ValueKind {
    switch kind {
    case .integer(let minimum): .integer(minimum...Int.max)
    case .boolean: .boolean
    case .byteSize: .byteSize
    case .duration: .duration
    case .percent: .percent
    case .text: .filledText
    case .pattern: .pattern
    case .glob: .glob
    case .choice(let words): .word(Vocabulary(words))
    case .list(let kind): .oneOrMore(valueKind(kind))
    case .optionalList(let kind): .anyNumber(valueKind(kind))
    case .limits(let limits):
      .shaped(
        scalar: .integer(0...Int.max), list: nil,
        mapping: .section(section(limits, "the limits", alone: tierKeys)))
    case .unavailable: .later
    }
  }

  private static func example(_ kind: RuleDescriptor.Kind) -> String {
    switch kind {
    case .integer(let minimum): String(max(minimum, 1))
    case .boolean: "true"
    case .byteSize: "5MB"
    case .duration: "500ms"
    case .percent: "80"
    case .text: "some words"
    case .pattern: "'^[A-Z]'"
    case .glob: "Sources/**"
    case .choice(let words): words.first ?? ""
    case .list(let kind), .optionalList(let kind): "[\(example(kind))]"
    case .limits: "{ fail: 0 }"
    case .unavailable: ""
    }
  }

  /// The families of custom rules: keys that define what to look for.
  static let customFamilies = [
    "if", "require", "forbid", "added-lines", "deleted-lines", "contains", "lacks", "exists",
    "missing", "limit", "command",
  ]

  /// Keys of custom rules that refine a family, with those families.
  static let familyKeys = [
    "env": ["command"], "timeout": ["command"],
    "in": ["added-lines", "contains", "lacks"],
    "status": ["forbid", "added-lines", "deleted-lines", "contains", "lacks", "missing"],
  ]

  private static let customRuleID = KeySpec(
    "id", .identifier, "Id of the rule.", example: "no-print", synonyms: ["name"])

  /// - Parameter rules: The rules that it can be an instance of; an instance has a section of its
  ///   own.
  package static func customRule(_ rules: [RuleDescriptor] = []) -> Section {
    Section(
      "a custom rule",
      [
        customRuleID,
        KeySpec(
          "rule",
          .word(Vocabulary(rules.map(\.id), summary: "the id of a built-in rule")),
          "Built-in rule to apply with an id and keys of its own.", example: "pr-size",
          synonyms: ["is", "uses", "type", "kind"]),
      ] + customRuleKeys)
  }

  private static let customRuleKeys =
    [
      KeySpec(
        "if", .condition,
        "Flags a change for which the condition is true; beside other keys, limits when "
          + "they apply.",
        example: "'changed(\"db/**\") && !only_changed(\"db/**\")'"),
      KeySpec(
        "require", .oneOrMore(.glob), "Requires one of these files in the change.",
        example: "[CHANGELOG.md]", synonyms: ["requires"]),
      KeySpec(
        "forbid", .oneOrMore(.glob), "Flags these files, unless they are deleted.",
        example: "[\"**/*.orig\"]", synonyms: ["forbids", "deny"]),
      KeySpec(
        "added-lines", .pattern, "Flags added lines that match this regular expression.",
        example: "'\\bprint\\('", synonyms: ["pattern", "regex", "match"]),
      KeySpec(
        "deleted-lines", .pattern, "Flags deleted lines that match this regular expression.",
        example: "'^public '", synonyms: ["removed-lines"]),
      KeySpec(
        "contains", .pattern,
        "Flags changed files with a line that matches this regular expression.",
        example: "'import UIKit'", synonyms: ["content", "has"]),
      KeySpec(
        "lacks", .pattern,
        "Flags changed files without a line that matches this regular expression.",
        example: "Copyright", synonyms: ["without", "not-contains"]),
      KeySpec(
        "exists", .oneOrMore(.glob), "Flags files of the repository that match.",
        example: "[Cartfile]"),
      KeySpec(
        "missing", .oneOrMore(.glob), "Requires a file in the repository that matches.",
        example: "\"Tests/$1Tests.swift\"", synonyms: ["requires-file"]),
      KeySpec(
        "status",
        .oneOrMore(.word(Vocabulary(["added", "modified", "deleted", "renamed", "typechanged"]))),
        "Kinds of file changes that count.", example: "[added]"),
      KeySpec(
        "in", .oneOrMore(.word(Vocabulary(["code", "comments", "strings"]))),
        "Parts of source files to search.", example: "code"),
      KeySpec(
        "limit", .section(limit), "Limits the size of the change.", example: "{ files: 20 }",
        synonyms: ["max", "limits"]),
      KeySpec(
        "command", .shaped(scalar: .filledText, list: .list(.text, atLeast: 1), mapping: nil),
        "Runs a program that reports findings.", example: "[ci/owners.py]",
        synonyms: ["run", "exec"]),
      KeySpec(
        "timeout", .duration, "Time limit of 'command'; 60s by default.", example: "10s"),
      KeySpec(
        "env", .oneOrMore(.filledText),
        "Secret variables that 'command' may read.", example: "[GITHUB_TOKEN]",
        synonyms: ["secrets"]),
    ] + commonRuleKeys + wordKeys(hasCaptures: true) + conditionKeys

  private static let limit = section(
    [
      .init("commits", "The change's own commits."), .init("files", "Changed files."),
      .init("lines", "Added and deleted lines."), .init("lines-added", "Added lines."),
      .init("lines-deleted", "Deleted lines."),
    ], "'limit'")

  /// - Parameter alone: Keys besides those of the limits.
  private static func section(
    _ limits: [RuleDescriptor.Limit], _ name: String, alone: [KeySpec] = []
  ) -> Section {
    Section(
      name,
      limits.map { limit in
        KeySpec(
          limit.name, .shaped(scalar: .integer(0...Int.max), list: nil, mapping: .section(tiers)),
          limit.summary, example: "20",
          synonyms: limit.name.contains("-") ? [limit.name.replacing("-", with: "_")] : [])
      } + alone)
  }

  private static let tiers = Section("a limit", tierKeys)

  private static let tierKeys = [
    KeySpec("warn", .integer(0...Int.max), "More than this is a warning.", example: "400"),
    KeySpec("fail", .integer(0...Int.max), "More than this is an error.", example: "1000"),
  ]
}

extension RuleDescriptor.Parameter {
  /// Whether it names the changed files that make the rule apply.
  var isTrigger: Bool { name == "when" && kind == .list(.glob) }
}
