internal import YAMLDocument

/// Imports the parts of a `.swiftlint.yml` that devtool's rules can express: custom rules, TODOs,
/// and the files that they apply to.
///
/// Source: https://github.com/realm/SwiftLint#configuration
struct SwiftlintImport: DocumentImport {
  private(set) var config: ImportedConfig
  private var paths: [String] = []
  private var excluded: [String] = []
  private var lines: [String] = []
  private var ids: Set<String> = []

  init(_ config: ImportedConfig) { self.config = config }

  mutating func read(_ root: Node) {
    paths = innerPaths(root["included"])
    excluded = innerPaths(root["excluded"])
    let custom = root["custom_rules"]?.entries ?? []
    for rule in custom where Self.isOn(["custom_rules", rule.key], root) { read(rule) }
    if !lines.isEmpty {
      config.rules += "  custom:\n" + lines.map { $0 + "\n" }.joined()
    }
    judgeTodos(root)
    leaveTheRest(root)
    config.remarks.append(
      config.ruleCount > 0
        ? "The rules check the lines that a change adds; SwiftLint checks all code and can run in addition:"
        : "SwiftLint can run as a step:")
    config.remarks += [
      "  steps: { swiftlint: { run: swiftlint lint --reporter json > swiftlint.json, allow-failure: true } }",
      "  rules: { linter-reports: { files: swiftlint.json } }",
    ]
  }

  /// Folders and patterns inside the repository.
  private mutating func innerPaths(_ node: Node?) -> [String] {
    var inner: [String] = []
    for element in node?.elements ?? [] {
      guard let text = element.text, let path = ImportedConfig.innerPattern(text)
      else {
        if element.text != "." {
          config.leave(
            element.text ?? "a path", at: element.line,
            because: "it is not a path below the repository")
        }
        continue
      }
      inner.append(path)
    }
    return inner
  }

  // MARK: Custom rules

  /// Kinds of SourceKit, and the corresponding places in devtool.
  private static let kinds = [
    "comment": "comments", "comment.mark": "comments", "comment.url": "comments",
    "doccomment": "comments", "doccomment.field": "comments", "string": "strings",
    "string_interpolation_anchor": "strings",
  ]

  private mutating func read(_ rule: Entry) {
    let line = rule.keyRange.start.line
    func leave(_ reason: String) {
      config.leave("custom_rules: \(rule.key)", at: line, because: reason)
    }
    guard let pattern = rule.value["regex"]?.text else { return leave("it has no `regex`") }
    if let problem = ImportedConfig.problem(ofPattern: pattern) { return leave(problem) }
    if let group = rule.value["capture_group"]?.text, group != "0" {
      return leave("findings point to a line, not to a part of the match")
    }
    guard let included = globs(rule.value["included"]), let without = globs(rule.value["excluded"])
    else {
      return leave("its `included` or `excluded` cannot be written as a path pattern")
    }
    let own = included.isEmpty ? ["**/*.swift"] : included
    guard let files = paths.isEmpty ? own : included.isEmpty ? paths : Self.files(own, in: paths)
    else {
      return leave("its `included` cannot be written within that of the file")
    }
    guard let places = places(rule.value) else {
      return leave("devtool distinguishes only code, comments and strings")
    }
    let severity = rule.value["severity"]?.text ?? "warning"
    guard ["warning", "error"].contains(severity) else { return leave("its severity is unknown") }
    lines.append("    - id: \(id(rule.key))")
    lines.append("      level: \(severity)")
    lines.append("      added-lines: \(YAMLText.scalar(pattern))")
    if !places.isEmpty { lines.append("      in: [\(places.joined(separator: ", "))]") }
    lines.append("      paths: \(YAMLText.list(files))")
    let rest = excluded + without
    if !rest.isEmpty { lines.append("      exclude: \(YAMLText.list(rest))") }
    let message = rule.value["message"]?.text ?? rule.value["name"]?.text
    if let message, !message.allSatisfy(\.isWhitespace) {
      // Text that devtool would interpret as a placeholder is escaped.
      lines.append("      message: \(YAMLText.scalar(message.replacing("${", with: "$${")))")
    }
    config.ruleCount += 1
  }

  /// The files of a rule that also belong to the whole configuration; `nil` when path patterns
  /// cannot express that.
  private static func files(_ globs: [String], in paths: [String]) -> [String]? {
    var files: [String] = []
    for path in paths {
      guard !path.contains("*"), !path.hasSuffix(".swift") else { return nil }
      let folder = path + "/"
      for glob in globs {
        if glob.hasPrefix(folder) {
          files.append(glob)
        } else if glob.hasPrefix("**/") {
          files.append(folder + glob)
        } else {
          return nil
        }
      }
    }
    return files
  }

  /// The id gets an underscore, which no id of a built-in rule has.
  private mutating func id(_ name: String) -> String {
    let word = ImportedConfig.identifier(name).replacing("-", with: "_")
    let base = word.contains("_") ? word : word + "_rule"
    var id = base
    var number = 1
    while !ids.insert(id).inserted {
      number += 1
      id = "\(base)_\(number)"
    }
    return id
  }

  /// Regular expressions on paths as path patterns; `nil` when a pattern cannot express one.
  private func globs(_ node: Node?) -> [String]? {
    var globs: [String] = []
    for element in node?.elements ?? [] {
      guard let text = element.text, let glob = Self.glob(text) else { return nil }
      globs.append(glob)
    }
    return globs
  }

  /// A regular expression as a path pattern: `.*Tests\.swift` matches in whole paths; one that
  /// begins with a name matches below any folder.
  private static func glob(_ pattern: String) -> String? {
    var text = pattern.replacing("\\.", with: "\u{0}").replacing("\\/", with: "/")
    let isEnd = text.hasSuffix("$") || text.hasSuffix("\u{0}swift")
    if text.hasSuffix("$") { text.removeLast() }
    let isStart = text.hasPrefix("^")
    if isStart { text.removeFirst() }
    text = text.replacing(".*", with: "*")
    guard !text.isEmpty, !text.contains(where: { "\\^$.|?+()[]{}".contains($0) }) else {
      return nil
    }
    text = text.replacing("\u{0}", with: ".")
    // A single star would only match within a folder.
    text = text.replacing("*/", with: "**/").replacing("/*", with: "/**")
    if text.hasSuffix("/**") { return isStart ? text : "**/" + text }
    if !isStart { text = text.hasPrefix("*") ? "**/" + text : "**/*" + text }
    if !isEnd { text += text.hasSuffix("*") ? "" : "*" }
    let parts = text.split(separator: "/")
    let isPattern = parts.allSatisfy { $0 == "**" || !$0.contains("**") }
    return isPattern && ImportedConfig.innerPath(text) != nil ? text : nil
  }

  /// The places in which the rule searches; empty means everywhere, `nil` a place that devtool does
  /// not support.
  private func places(_ rule: Node) -> [String]? {
    let wanted = rule["match_kinds"]?.elements.map(\.text) ?? []
    let unwanted = rule["excluded_match_kinds"]?.elements.map(\.text) ?? []
    if wanted.isEmpty, unwanted.isEmpty { return [] }
    let places = ["code", "comments", "strings"]
    if wanted.isEmpty {
      let named = Set(unwanted.map { $0.flatMap { Self.kinds[$0] } ?? "code" })
      return named.contains("code") ? nil : places.filter { !named.contains($0) }
    }
    guard unwanted.isEmpty else { return nil }
    let named = Set(wanted.map { $0.flatMap { Self.kinds[$0] } ?? "code" })
    // `identifier` or `keyword` alone is only a part of the code.
    return named.contains("code") ? nil : places.filter(named.contains)
  }

  // MARK: Built-in rules

  /// Whether a rule with one of these names is on, when it is on by default.
  private static func isOn(_ rule: Set<String>, _ root: Node) -> Bool {
    func names(_ key: String) -> [String] { root[key]?.elements.compactMap(\.text) ?? [] }
    let only = names("only_rules") + names("whitelist_rules")
    return rule.isDisjoint(with: names("disabled_rules"))
      && (only.isEmpty || !rule.isDisjoint(with: only))
  }

  private mutating func judgeTodos(_ root: Node) {
    guard Self.isOn(["todo"], root) else { return }
    let words = root["todo"]?["only"]?.elements.compactMap(\.text) ?? []
    let severity = root["todo"]?.text ?? root["todo"]?["severity"]?.text
    var rule = ImportedRule("todo-tickets")
    rule.set("words", words.isEmpty ? "[TODO, FIXME]" : YAMLText.list(words))
    rule.set("level", severity == "error" ? "error" : "warning")
    if !paths.isEmpty { rule.set("paths", YAMLText.list(paths)) }
    if !excluded.isEmpty { rule.set("exclude", YAMLText.list(excluded)) }
    config.add([rule])
    config.remarks.append(
      "`todo-tickets` accepts a TODO with a ticket; SwiftLint flags every TODO.")
  }

  private mutating func leaveTheRest(_ root: Node) {
    let reasons = [
      "child_config": "devtool reads one file", "parent_config": "devtool reads one file",
      "reporter": "devtool can write every report format",
      "strict": "`level: error` of a rule does the same",
      "baseline": "devtool checks only added lines",
    ]
    for entry in root.entries {
      if ["included", "excluded", "custom_rules", "todo"].contains(entry.key) { continue }
      config.leave(
        entry.key, at: entry.keyRange.start.line,
        because: reasons[entry.key] ?? "SwiftLint's own: run it as a step")
    }
  }
}
