package import CIModel

extension Schema {
  /// `rules:` with one key for each rule that this program knows.
  package static func ruleSection(_ rules: [RuleDescriptor]) -> Section {
    Section(
      "'rules'", keyNoun: "rule",
      rules.map { rule in
        KeySpec(
          rule.id,
          .shaped(scalar: .word(level), list: nil, mapping: .options(ruleKeys(rule))),
          rule.summary, example: "{ level: \(rule.defaultLevel.rawValue) }")
      } + [
        KeySpec(
          "custom", .list(.section(customRule), atLeast: 0), "Adds rules of your own.",
          example: "[{ id: no-print, added-lines: '\\bprint\\(' }]"),
        .later("extends", "Starts from the rules of another file."),
      ])
  }

  private static let commonRuleKeys = [
    KeySpec(
      "level", .word(level), "Says what a finding of the rule is; 'ignore' switches it off.",
      example: "warning", synonyms: ["severity"]),
    KeySpec(
      "paths", .oneOrMore(.glob), "Looks only at these files.", example: "[Sources/**]",
      synonyms: ["include", "files", "only"]),
    KeySpec(
      "exclude", .oneOrMore(.glob), "Does not look at these files.",
      example: "[\"**/*.snap\"]", synonyms: ["ignore", "except"]),
    KeySpec(
      "message", .filledText, "Replaces the words of the finding.",
      example: "Add a line to the change log."),
  ]

  private static let laterRuleKeys: [KeySpec] = [
    .later("if", "Applies the rule only when a condition holds."),
    .later("unless", "Does not apply the rule when a condition holds."),
    .later("when", "Applies the rule only when a condition holds."),
  ]

  /// What one rule takes: its own parameters, the common keys, and the common ones to come unless
  /// it has a parameter of that name.
  private static func ruleKeys(_ rule: RuleDescriptor) -> Section {
    let own = rule.parameters.map { parameter in
      parameter.kind == .unavailable
        ? KeySpec.later(parameter.name, parameter.summary)
        : KeySpec(
          parameter.name, valueKind(parameter.kind), parameter.summary,
          example: example(parameter.kind))
    }
    let names = Set(own.map(\.name))
    let common = (commonRuleKeys + laterRuleKeys).filter { !names.contains($0.name) }
    return Section("rule '\(rule.id)'", own + common)
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
    case .list(let kind): "[\(example(kind))]"
    case .unavailable: ""
    }
  }

  package static let customRule = Section(
    "a custom rule",
    [
      KeySpec("id", .identifier, "Names the rule.", example: "no-print", synonyms: ["name"]),
      KeySpec(
        "added-lines", .pattern, "Flags added lines in which this is found.",
        example: "'\\bprint\\('", synonyms: ["pattern", "regex", "match"]),
    ] + commonRuleKeys + laterRuleKeys + [
      .later("command", "Asks a program of your own for findings."),
      .later("require", "Requires files of these patterns in the change."),
      .later("forbid", "Forbids files of these patterns in the change."),
      .later("limit", "Limits the size of the change."),
    ])
}
