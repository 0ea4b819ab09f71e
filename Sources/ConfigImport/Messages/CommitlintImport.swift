internal import YAMLDocument

/// Imports the rules of a commitlint configuration.
///
/// Source: https://commitlint.js.org/reference/rules.html
struct CommitlintImport {
  private var config: ImportedConfig
  private var rules = ["commits", "commit-subject", "commit-body", "commit-footers"].map {
    ImportedRule($0)
  }
  /// For each rule of devtool, by its index: the levels, names and lines of the commitlint rules
  /// that it corresponds to.
  private var levels: [Int: [(level: Int, name: String, line: Int)]] = [:]
  private var asksForType = false

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
      case "extends", "$schema", "help", "helpUrl", "formatter", "prompt": break
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
    let values = parts.count > 2 ? parts[2].elements.compactMap(\.text) : []
    guard ["always", "never"].contains(applicable) else {
      return config.leave(rule.key, at: line, because: "it is neither `always` nor `never`")
    }
    apply(rule.key, level, applicable, values, at: line)
  }

  /// - Parameter line: `nil` for a rule of a shared configuration.
  private mutating func apply(
    _ name: String, _ level: Int, _ applicable: String, _ values: [String], at line: Int?
  ) {
    if Self.inherent.contains(name) {
      if level == 0, let line {
        config.leave(
          name, at: line, because: "`commits`, `commit-subject` and `commit-footers` check it")
      }
      return
    }
    guard let option = Self.option(name) else {
      if level > 0 {
        config.leave(name, at: line ?? 1, because: "`devtool rules list` shows the available rules")
      }
      return
    }
    if level == 0 {
      if name == "type-enum" { asksForType = false }
      rules[option.rule].remove(option.key)
      levels[option.rule]?.removeAll { $0.name == name }
      return
    }
    switch Self.text(name, option, applicable, values) {
    case .some(let text):
      if name == "type-enum" { asksForType = true }
      rules[option.rule].set(option.key, text)
      levels[option.rule, default: []].removeAll { $0.name == name }
      levels[option.rule, default: []].append((level, name, line ?? 0))
    case nil:
      // The requirement of a shared configuration is removed.
      rules[option.rule].remove(option.key)
      levels[option.rule]?.removeAll { $0.name == name }
      config.leave(
        "\(name): \(applicable)", at: line ?? 1, because: "`\(option.key)` cannot express it")
    }
  }

  /// Checks that devtool always performs.
  private static let inherent: Set<String> = [
    "body-leading-blank", "footer-leading-blank", "header-trim", "subject-empty", "type-empty",
  ]

  private enum Kind { case cases, choice, flag, fullStop, list, number, trailers, references }

  private static let options: [String: (rule: Int, key: String, kind: Kind)] = [
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

  private static func option(_ name: String) -> (rule: Int, key: String, kind: Kind)? {
    options[name]
  }

  /// The option's value as YAML; `nil` when no value expresses the rule.
  private static func text(
    _ name: String, _ option: (rule: Int, key: String, kind: Kind), _ applicable: String,
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
    case .flag: return isAlways ? "true" : nil
    case .fullStop:
      return values.isEmpty || values == ["."] ? applicable : nil
    case .trailers:
      let names = values.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      return isAlways && !names.isEmpty && !names.contains("") ? YAMLText.list(names) : nil
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
    if asksForType || ["scopes", "scope-required", "type-case"].contains(where: rules[0].has) {
      rules[0].set("style", "conventional")
      if !rules[0].has("types") {
        config.remarks.append(
          "Types are the defaults of `commits`, because there is no `type-enum`.")
      }
    }
    for index in rules.indices {
      let made = levels[index] ?? []
      guard let highest = made.map(\.level).max() else { continue }
      for other in made where other.level < highest && other.line > 0 {
        config.leave(
          "level of \(other.name)", at: other.line,
          because: "an error, too: `\(rules[index].id)` has one level")
      }
      if highest == 2 {
        rules[index].set("level", "error")
      } else {
        rules[index].set("level", "warning")
      }
      config.add([rules[index]])
    }
  }
}
