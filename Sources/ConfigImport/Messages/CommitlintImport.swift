internal import YAMLDocument

/// Imports the rules of a commitlint configuration.
///
/// Source: https://commitlint.js.org/reference/rules.html
struct CommitlintImport {
  private var config: ImportedConfig
  private var rules = ["commits", "commit-subject", "commit-body", "commit-footers"].map {
    ImportedRule($0)
  }
  /// The commitlint rules that are on, each once, in their order.
  private var requirements: [Requirement] = []

  private struct Requirement {
    var name: String
    var level: Int
    /// 0 for a rule of a shared configuration.
    var line: Int
    var option: Option
    /// The value of the option as YAML.
    var text: String
  }

  private init(_ config: ImportedConfig) { self.config = config }

  static func read(
    _ file: SourceFile, _ config: inout ImportedConfig
  ) throws(UnreadableSource) {
    var root = try file.document(&config)
    if file.name == "package.json" {
      guard let part = root["commitlint"] else {
        throw UnreadableSource(file: file.name, line: 1, message: "it has no `commitlint`")
      }
      root = part
    }
    var importer = CommitlintImport(config)
    importer.read(root)
    config = importer.config
  }

  private mutating func read(_ root: Node) {
    if let bases = root["extends"] { extend(bases) }
    for entry in root.entries {
      switch entry.key {
      case "rules": for rule in entry.value.entries { read(rule) }
      case "extends", "$schema": break
      case "formatter", "help", "helpUrl", "prompt":
        config.leave(
          entry.key, at: entry.keyRange.start.line,
          because: "it controls how commitlint itself runs"
        )
      case "parserPreset":
        config.leave(
          entry.key, at: entry.keyRange.start.line,
          because: "subjects are read as `type(scope): description`")
      case "defaultIgnores", "ignores":
        config.leave(
          entry.key, at: entry.keyRange.start.line,
          because: "`skip-subjects` and `skip-bodies` exclude commits")
      default:
        config.leave(
          entry.key, at: entry.keyRange.start.line,
          because: "an npm program: a `command:` rule runs any program")
      }
    }
    finish()
  }

  // MARK: Shared configurations

  /// The rules of `@commitlint/config-conventional` 19; its types equal those of devtool.
  private static let conventional:
    [(name: String, level: Int, applicable: String, values: [String])] = [
      ("body-max-line-length", 2, "always", ["100"]),
      ("footer-max-line-length", 2, "always", ["100"]), ("header-max-length", 2, "always", ["100"]),
      (
        "subject-case", 2, "never",
        ["sentence-case", "start-case", "pascal-case", "upper-case"]
      ),
      ("subject-full-stop", 2, "never", ["."]), ("type-case", 2, "always", ["lower-case"]),
      (
        "type-enum", 2, "always",
        [
          "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style",
          "test",
        ]
      ),
    ]

  private mutating func extend(_ bases: Node) {
    for base in bases.elements {
      guard let name = base.text,
        name == "@commitlint/config-conventional" || name == "conventional"
      else {
        config.leave(
          "extends: \(base.text ?? "…")", at: base.line,
          because: "a configuration from npm: `devtool init` reads only files of the repository")
        continue
      }
      for rule in Self.conventional {
        apply(rule.name, rule.level, rule.applicable, rule.values, at: nil)
      }
    }
  }

  // MARK: Rules

  private mutating func read(_ rule: Entry) {
    let line = rule.keyRange.start.line
    let parts = rule.value.elements
    guard let level = parts.first?.text.flatMap(Int.init), (0...2).contains(level) else {
      return config.leave(rule.key, at: line, because: "it has no level of 0, 1 or 2")
    }
    let applicable = parts.count > 1 ? parts[1].text ?? "always" : "always"
    let values = parts.count > 2 ? parts[2].elements.map(\.text) : []
    guard ["always", "never"].contains(applicable) else {
      return config.leave(rule.key, at: line, because: "it is neither `always` nor `never`")
    }
    guard !values.contains(nil) else {
      return config.leave(rule.key, at: line, because: "its value is neither a text nor a list")
    }
    apply(rule.key, level, applicable, values.compactMap { $0 }, at: line)
  }

  /// - Parameter line: `nil` for a rule of a shared configuration.
  private mutating func apply(
    _ name: String, _ level: Int, _ applicable: String, _ values: [String], at line: Int?
  ) {
    guard let option = Self.options[name] else {
      if level > 0 {
        config.leave(name, at: line ?? 1, because: "`devtool rules list` shows the available rules")
      }
      return
    }
    // The requirement of a shared configuration is replaced.
    requirements.removeAll { $0.name == name }
    if level == 0 {
      if let line, option.key == nil || option.kind == .format {
        config.leave(
          name, at: line, because: "`\(rules[option.rule].id)` checks it while it is on")
      }
    } else if let text = Self.text(name, option, applicable, values) {
      requirements.append(
        Requirement(name: name, level: level, line: line ?? 0, option: option, text: text))
    } else {
      config.leave(
        "\(name): \(applicable)", at: line ?? 1,
        because: "`\(option.key ?? rules[option.rule].id)` cannot express it")
    }
  }

  /// - Parameter key: `nil` for a check that the rule always performs.
  private typealias Option = (rule: Int, key: String?, kind: Kind)

  private enum Kind {
    case always, cases, choice, format, fullStop, list, number, trailers, references
  }

  private static let options: [String: Option] = [
    "type-empty": (0, "style", .format), "subject-empty": (0, "style", .format),
    "body-leading-blank": (0, nil, .always), "header-trim": (1, nil, .always),
    "footer-leading-blank": (3, nil, .always),
    "type-enum": (0, "types", .list), "type-case": (0, "type-case", .cases),
    "type-min-length": (0, "type-min", .number), "type-max-length": (0, "type-max", .number),
    "scope-enum": (0, "scopes", .list), "scope-case": (0, "scope-case", .cases),
    "scope-empty": (0, "scope-required", .choice), "scope-min-length": (0, "scope-min", .number),
    "scope-max-length": (0, "scope-max", .number),
    "subject-min-length": (0, "description-min", .number),
    "subject-max-length": (0, "description-max", .number),
    "header-max-length": (0, "subject-max", .number),
    "header-min-length": (1, "min", .number), "subject-case": (1, "case", .cases),
    "header-case": (1, "case", .cases), "subject-full-stop": (1, "full-stop", .fullStop),
    "header-full-stop": (1, "full-stop", .fullStop), "body-empty": (2, "required", .choice),
    "body-min-length": (2, "min", .number), "body-max-length": (2, "max", .number),
    "body-max-line-length": (2, "line-max", .number), "body-case": (2, "case", .cases),
    "body-full-stop": (2, "full-stop", .fullStop),
    "footer-min-length": (3, "min", .number), "footer-max-length": (3, "max", .number),
    "footer-max-line-length": (3, "line-max", .number),
    "trailer-exists": (3, "require", .trailers), "signed-off-by": (3, "require", .trailers),
    "references-empty": (3, "references", .references),
  ]

  /// The option's value as YAML; `nil` when no value expresses the rule.
  private static func text(
    _ name: String, _ option: Option, _ applicable: String,
    _ values: [String]
  ) -> String? {
    let isAlways = applicable == "always"
    switch option.kind {
    case .number:
      guard isAlways, let number = values.first.flatMap(Int.init), (1...100_000).contains(number)
      else { return nil }
      return String(number)
    case .list:
      let words = values.filter { !$0.allSatisfy(\.isWhitespace) }
      return isAlways && !words.isEmpty ? YAMLText.list(words) : nil
    // `never` empty means that the part is always required.
    case .choice: return isAlways ? "never" : "always"
    case .always: return isAlways ? "" : nil
    case .format: return isAlways ? nil : "conventional"
    case .fullStop:
      return values.isEmpty || values == ["."] ? applicable : nil
    case .trailers:
      let names = values.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      guard isAlways, !names.isEmpty, !names.contains("") else { return nil }
      return names.map(YAMLText.scalar).joined(separator: ", ")
    case .references: return isAlways ? nil : YAMLText.scalar("#[0-9]+")
    case .cases: return cases(name, isAlways, values)
    }
  }

  private static let caseNames = [
    "lower-case": "lower", "lowercase": "lower", "upper-case": "upper", "uppercase": "upper",
    "camel-case": "camel", "kebab-case": "kebab", "pascal-case": "pascal",
    "sentence-case": "sentence", "sentencecase": "sentence", "snake-case": "snake",
    "start-case": "start",
  ]

  private static func cases(_ name: String, _ isAlways: Bool, _ values: [String]) -> String? {
    let names = values.compactMap { caseNames[$0] }
    guard names.count == values.count, !names.isEmpty else { return nil }
    if isAlways { return "[\(names.joined(separator: ", "))]" }
    // A capital first letter is forbidden, whatever follows it.
    let isCapital = Set(names).isSubset(of: ["sentence", "start", "pascal", "upper"])
    return isCapital && names.contains("sentence") ? "lower-first" : nil
  }

  // MARK: Levels

  private mutating func finish() {
    // By default commitlint ignores `fixup!` commits and merges.
    rules[0].set("forbid", "[]")
    for requirement in requirements { set(requirement) }
    let formats = requirements.filter { $0.option.rule == 0 }.compactMap(\.option.key)
    if formats.contains(where: { $0 != "subject-max" }) {
      rules[0].set("style", "conventional")
      if !formats.contains("types") {
        config.remarks.append(
          "Types are the defaults of `commits`, because there is no `type-enum`.")
      }
    }
    for index in rules.indices {
      let made = requirements.filter { $0.option.rule == index }
      guard let highest = made.map(\.level).max() else { continue }
      for other in made where other.level < highest && other.line > 0 {
        config.leave(
          "level of \(other.name)", at: other.line,
          because: "an error, too: `\(rules[index].id)` has one level")
      }
      rules[index].set("level", highest == 2 ? "error" : "warning")
      config.add([rules[index]])
    }
  }

  /// Sets the option of a requirement; two rules may share one, such as `subject-case` and
  /// `header-case`.
  private mutating func set(_ requirement: Requirement) {
    guard let key = requirement.option.key else { return }
    let same = requirements.filter {
      $0.option.rule == requirement.option.rule && $0.option.key == key
    }
    if requirement.option.kind == .trailers {
      rules[requirement.option.rule].set(key, "[\(same.map(\.text).joined(separator: ", "))]")
    } else if let first = same.first, first.text != requirement.text {
      config.leave(
        requirement.name, at: max(requirement.line, 1),
        because: "`\(key)` has the value of `\(first.name)`")
    } else {
      rules[requirement.option.rule].set(key, requirement.text)
    }
  }
}
