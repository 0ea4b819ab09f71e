internal import CIModel
internal import Expressions

/// Reads `when`, `unless` and `if` of rules.
struct RuleConditions {
  /// What the conditions may name.
  var scope: Scope

  /// The conditions that a key comes to; none when it is left out or wrong.
  func texts(_ value: Checked?, _ checker: inout Checker) -> [String] {
    guard let value else { return [] }
    if let globs = Self.globs(value) {
      let arguments = globs.map { "\"\($0.replacing("\"", with: "\\\""))\"" }
      return globs.isEmpty ? [] : ["changed(\(arguments.joined(separator: ", ")))"]
    }
    guard let written = value.condition else { return [] }
    return checker.condition(written, scope).map { [$0.text] } ?? []
  }

  /// The patterns of paths that are written instead of a condition; `nil` when a condition is.
  static func globs(_ value: Checked) -> [String]? {
    if let texts = value.texts { return texts }
    guard let text = value.condition?.text, isGlob(text) else { return nil }
    return [text]
  }

  /// Whether a text can only be meant as a pattern of paths: it has a path's characters and none of
  /// a condition's.
  private static func isGlob(_ text: String) -> Bool {
    let isPath = text.contains("/") || text.contains("*") || text.contains(".")
    let isCondition = text.contains { $0.isWhitespace || "\"'()=<>&|".contains($0) }
    let isName = ["env.", "matrix.", "steps."].contains { text.hasPrefix($0) }
    return isPath && !isCondition && !isName
  }
}
