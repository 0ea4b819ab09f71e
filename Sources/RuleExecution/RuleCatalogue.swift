package import CIModel
package import CIRules
package import PipelineConfig

/// All rules available to a pipeline: `devtool.rules/1`.
package struct RuleCatalogue: Encodable {
  package var schema = "devtool.rules/1"
  /// Sorted by id.
  package var rules: [Entry]

  package struct Entry: Encodable {
    package var id: String
    package var summary: String
    /// Whether the rule runs.
    package var enabled: Bool
    /// Whether the rule runs when `.ci.yml` does not mention it.
    package var isDefault: Bool
    package var isCustom: Bool
    /// The built-in rule that a custom one is an instance of.
    package var rule: String?
    /// The level of its findings, unless `levels` sets conditional ones.
    package var level: Severity
    package var options: [Option]
  }

  package struct Option: Encodable {
    package var name: String
    package var summary: String
  }

  package init(_ pipeline: Pipeline) {
    var entries = RuleRegistry.rules.compactMap { rule -> Entry? in
      let descriptor = rule.descriptor
      // A family of custom rules is not a rule itself.
      if CustomRuleRegistry.families.contains(where: { $0.descriptor.id == descriptor.id }) {
        return nil
      }
      let settings = pipeline.rules.first { $0.id == descriptor.id }
      return Entry(
        id: descriptor.id, summary: descriptor.summary,
        enabled: settings.map { !$0.isIgnored } ?? descriptor.isDefault,
        isDefault: descriptor.isDefault, isCustom: false,
        level: settings?.level ?? descriptor.defaultLevel, options: Self.options(of: descriptor))
    }
    var seen: Set<String> = Set(entries.map(\.id))
    for settings in pipeline.rules where seen.insert(settings.id).inserted {
      let parts = pipeline.rules.filter { $0.id == settings.id }.map(\.rule)
      let descriptor = RuleRegistry.original(of: settings)?.descriptor
      entries.append(
        Entry(
          id: settings.id,
          summary: settings.message ?? descriptor?.summary
            ?? "A rule of your own: \(parts.joined(separator: ", ")).",
          enabled: !settings.isIgnored, isDefault: false, isCustom: true, rule: descriptor?.id,
          level: settings.level ?? descriptor?.defaultLevel ?? .warning,
          options: descriptor.map(Self.options) ?? []))
    }
    rules = entries.sorted { $0.id < $1.id }
  }

  private static func options(of descriptor: RuleDescriptor) -> [Option] {
    descriptor.parameters.map { Option(name: $0.name, summary: $0.summary) }
  }

  /// One line for each rule, in columns.
  package func table() -> String {
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      let mark = rule.enabled ? "on " : "off"
      let id = rule.id + String(repeating: " ", count: width - rule.id.count)
      let level = rule.level.rawValue + String(repeating: " ", count: 7 - rule.level.rawValue.count)
      return "\(mark)  \(id)  \(rule.enabled ? level : "       ")  \(told(rule.summary))\n"
    }.joined()
  }

  /// Removes the word that every line would repeat.
  private func told(_ summary: String) -> String {
    summary.hasPrefix("Flags ") ? String(summary.dropFirst("Flags ".count)) : summary
  }
}

extension RuleCatalogue.Entry {
  /// Describes the rule and its settings.
  package func documentation(of type: (any Rule.Type)?, in pipeline: Pipeline) -> String {
    var text = "\(id): \(summary)\n"
    if let rule { text += "\nIt is an instance of '\(rule)'.\n" }
    if let why = type?.descriptor.why, !why.isEmpty { text += "\n\(why)\n" }
    text += "\n"
    let settings = pipeline.rules.filter { $0.id == id }
    if settings.isEmpty {
      text +=
        isDefault
        ? "It runs by default; .ci.yml does not mention it.\n"
        : "It is off; turn it on with `rules: { \(id): { level: \(level.rawValue) } }`.\n"
    } else {
      text += enabled ? "Set in .ci.yml:\n" : "Switched off in .ci.yml.\n"
      for setting in settings where enabled { text += setting.lines.map { "  \($0)\n" }.joined() }
    }
    if !options.isEmpty {
      text += "\nOptions, in addition to level, paths, exclude, message, help, when and unless:\n"
      let width = options.map(\.name.count).max() ?? 0
      for option in options {
        let pad = String(repeating: " ", count: width - option.name.count)
        text += "  \(option.name)\(pad)  \(option.summary)\n"
      }
    }
    if let type {
      text += "\nIn .ci.yml, for example:\n"
      for line in RuleDocumentation.sample(type).split(separator: "\n") { text += "  \(line)\n" }
      text += "\nExamples:\n"
      for example in type.examples {
        let verdict =
          example.expected.isEmpty
          ? "passes" : example.expected.map(\.rawValue).joined(separator: ", ")
        text += "  \(example.title): \(verdict)\n"
      }
    }
    return text
  }
}

extension RuleSettings {
  /// One line for each key that is set.
  fileprivate var lines: [String] {
    var lines: [String] = []
    if let level, levels.isEmpty { lines.append("level: \(level.rawValue)") }
    if !levels.isEmpty {
      let conditional = levels.map { "\($0.level.rawValue): \($0.condition)" }
      let standard = level.map { ["\($0.rawValue): true"] } ?? []
      lines.append("level: { \((conditional + standard).joined(separator: ", ")) }")
    }
    if !paths.isEmpty { lines.append("paths: [\(paths.joined(separator: ", "))]") }
    if let exclude { lines.append("exclude: [\(exclude.joined(separator: ", "))]") }
    if let message { lines.append("message: \(message)") }
    if let help { lines.append("help: \(help)") }
    lines += when.map { "when: \($0)" } + unless.map { "unless: \($0)" }
    let parameters = RuleRegistry.descriptors.first { $0.id == rule }?.parameters ?? []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      // A program is no rule of the registry.
      let kind = parameters.first { $0.name == key }?.kind ?? (key == "timeout" ? .duration : nil)
      lines.append("\(key): \(RuleDocumentation.written(value, as: kind) ?? value.text)")
    }
    return lines
  }
}

extension RuleSettings.Value {
  fileprivate var text: String {
    switch self {
    case .integer(let value): String(value)
    case .boolean(let value): String(value)
    case .text(let value): value
    case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    case .mapping(let members):
      "{ "
        + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }
        .joined(separator: ", ") + " }"
    }
  }
}
