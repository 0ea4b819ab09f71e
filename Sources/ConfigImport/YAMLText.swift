internal import CIModel

/// Text of others as parts of a YAML file that it cannot break out of.
enum YAMLText {
  /// A text in quotes: single ones where every character of it is seen, else double ones with escapes.
  static func scalar(_ text: String) -> String {
    // `.ci.yml` holds none, escaped or not.
    let text = text.replacing("\0", with: "\u{FFFD}")
    if isVisible(text) { return "'\(text.replacing("'", with: "''"))'" }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where !isVisible(String(scalar)): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  static func list(_ texts: [String]) -> String {
    "[\(texts.map(scalar).joined(separator: ", "))]"
  }

  /// A comment of one line, without its indentation.
  static func comment(_ text: String) -> String {
    "# " + VisibleText.shown(text).replacing("\n", with: " ")
  }

  /// The value of a key: several lines as a block, which is easier to read than escapes.
  ///
  /// - Parameter indentation: Of the lines of a block.
  static func value(_ text: String, indentation: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlock =
      lines.count > 1 && lines.first?.first?.isWhitespace == false
      && lines.allSatisfy { isVisible(String($0)) }
    guard isBlock else { return scalar(text) }
    return "|-\n" + lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
  }

  /// Whether every character is seen, and none ends a line of YAML.
  private static func isVisible(_ text: String) -> Bool {
    VisibleText.shown(text) == text && !text.unicodeScalars.contains("\n")
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let width = scalar.value > 0xFFFF ? 8 : 4
    return (width == 8 ? "\\U" : "\\u")
      + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
