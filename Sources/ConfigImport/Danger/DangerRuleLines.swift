internal import CIModel

extension DangerImport {
  /// What stands below `rules:`, as YAML; each line is indented by two spaces.
  ///
  /// - Parameter file: The Dangerfile's name, for comments.
  package func yaml(from file: String) -> String {
    var lines = [
      "  # From \(file), by `devtool init --from danger`. Each condition is as it stood there;"
    ]
    lines.append(
      "  # `devtool rules list` shows built-in rules that say more, such as pr-size and changelog.")
    if rules.isEmpty {
      lines.append("  custom: []")
    } else {
      lines.append("  custom:")
    }
    for rule in rules {
      lines.append("    - id: \(rule.id)")
      lines += rule.differences.map { "      # \(file):\(rule.line): \($0)" }
      lines.append("      level: \(rule.level.rawValue)")
      lines.append("      if: \(Self.scalar(rule.condition))")
      lines.append("      message: \(Self.scalar(rule.message))")
    }
    if !leftOut.isEmpty { lines.append("  # Left out:") }
    lines += leftOut.map { "  # - \(file):\($0.line): \($0.what): \($0.reason)" }
    return lines.map { Self.printable($0) + "\n" }.joined()
  }

  /// A text in quotes: single ones where it is one line, else double ones with escapes.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    if isPlain { return "'\(text.replacing("'", with: "''"))'" }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.properties.generalCategory == .control:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  /// A line that ends where it should, whatever the Dangerfile holds.
  private static func printable(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
