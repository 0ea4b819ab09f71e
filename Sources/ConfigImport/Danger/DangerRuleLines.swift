internal import CIModel

extension DangerImport {
  /// The YAML below `rules:`; each line is indented by two spaces.
  ///
  /// - Parameter file: The Dangerfile's name, for comments.
  package func yaml(from file: String) -> String {
    var lines = [
      "  # Each condition is as written in \(file); `devtool rules list` shows built-in rules that check more,",
      "  # such as pr-size and changelog.",
    ]
    lines.append(rules.isEmpty ? "  custom: []" : "  custom:")
    for rule in rules {
      lines.append("    - id: \(rule.id)")
      lines += rule.differences.map { "      " + YAMLText.comment("\(file):\(rule.line): \($0)") }
      lines.append("      level: \(rule.level.rawValue)")
      lines.append("      if: \(YAMLText.scalar(rule.condition))")
      lines.append("      message: \(YAMLText.scalar(rule.message))")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
