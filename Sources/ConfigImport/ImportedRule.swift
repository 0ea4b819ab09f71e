internal import Expressions

/// A built-in rule with options, as written below `rules:`.
struct ImportedRule {
  let id: String
  private var options: [(key: String, text: String)] = []

  init(_ id: String) { self.id = id }

  var isEmpty: Bool { options.isEmpty }

  /// Sets an option and replaces its previous value.
  mutating func set(_ key: String, _ text: String) {
    options.removeAll { $0.key == key }
    options.append((key, text))
  }

  mutating func remove(_ key: String) { options.removeAll { $0.key == key } }

  func has(_ key: String) -> Bool { options.contains { $0.key == key } }

  /// The YAML, indented by two spaces; a long line is split.
  var yaml: String {
    let line = "  \(id): { \(options.map { "\($0.key): \($0.text)" }.joined(separator: ", ")) }\n"
    if line.count <= 120 { return line }
    return "  \(id):\n" + options.map { "    \($0.key): \($0.text)\n" }.joined()
  }
}

extension ImportedConfig {
  mutating func add(_ rules: [ImportedRule]) {
    for rule in rules {
      self.rules += rule.yaml
      ruleCount += 1
    }
  }

  /// Why a regular expression of another tool is not valid in devtool; `nil` when it is valid.
  static func problem(ofPattern text: String) -> String? {
    if let problem = PatternCheck.problem(in: text) { return "the pattern \(problem.message)" }
    if text.contains("\\n") || text.contains("\n") { return "patterns match within one line" }
    // `.ci.yml` would interpret it as a path pattern.
    let isGlobLike = text.contains("/*") && !text.contains { "\\[](){}|^$+?".contains($0) }
    return isGlobLike ? "the pattern looks like a path pattern" : nil
  }
}
