internal import CIModel
internal import Expressions

/// Reads `when`, `unless`, `if` and `level` of rules.
struct RuleConditionReader {
  /// The names that the conditions may use.
  var scope: Scope

  /// The conditions of a key; empty when the key is absent or invalid.
  func texts(_ value: Checked?, _ checker: inout Checker) -> [String] {
    guard let value else { return [] }
    if let globs = Self.globs(value) {
      let arguments = globs.map { "\"\($0.replacing("\"", with: "\\\""))\"" }
      return globs.isEmpty ? [] : ["changed(\(arguments.joined(separator: ", ")))"]
    }
    guard let written = value.condition else { return [] }
    if let file = Self.file(written.text) {
      checker.report(
        "unknown name '\(file)'", help: "to name the file, write a list: `[\(file)]`",
        at: value.range)
      return []
    }
    return checker.condition(written, scope).map { [$0.text] } ?? []
  }

  /// The levels of a `level` mapping: the one with `true`, and those with conditions, the worst
  /// first.
  func levels(
    _ value: Checked?, _ checker: inout Checker
  ) -> (standard: Severity?, conditional: [RuleSettings.ConditionalLevel]) {
    var standard: Severity?
    var conditional: [RuleSettings.ConditionalLevel] = []
    if let value, let mapping = value.mapping, mapping.entries.isEmpty, !mapping.hasRejectedKeys {
      checker.report(
        "'level' is an empty mapping", help: "write a level, for example `level: error`",
        at: value.range)
    }
    for entry in value?.mapping?.entries ?? [] {
      guard let level = Severity(rawValue: entry.key) else { continue }
      if entry.value.condition?.text != "true" {
        conditional += texts(entry.value, &checker).map { .init(level, if: $0) }
      } else if let standard {
        checker.report(
          "'level' has two defaults: '\(standard.rawValue)' and '\(level.rawValue)'",
          help: "keep `true` for one of the two, and write a condition for the other",
          at: entry.value.range)
      } else {
        standard = level
      }
    }
    return (standard, conditional.sorted { $0.level > $1.level })
  }

  /// The globs that are written instead of a condition; `nil` for a condition.
  static func globs(_ value: Checked) -> [String]? {
    if let texts = value.texts { return texts }
    guard let text = value.condition?.text, isGlob(text) else { return nil }
    return [text]
  }

  /// A single word that is neither the name of a condition nor similar to one, and so probably a
  /// file at the repository root; `nil` for everything else.
  private static func file(_ text: String) -> String? {
    let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    guard isWord, text.first?.isLetter ?? false, text != "true", text != "false" else { return nil }
    let names = NameRegistry.names.map(\.name)
    return names.contains(text) || nearestSpelling(of: text, among: names) != nil ? nil : text
  }

  /// Whether a text can only be meant as a glob: it has characters of a path and none of a
  /// condition.
  private static func isGlob(_ text: String) -> Bool {
    let isPath = text.contains("/") || text.contains("*") || text.contains(".")
    let isCondition = text.contains { $0.isWhitespace || "\"'()=<>&|".contains($0) }
    let isName = ["env.", "matrix.", "steps."].contains { text.hasPrefix($0) }
    return isPath && !isCondition && !isName
  }
}
