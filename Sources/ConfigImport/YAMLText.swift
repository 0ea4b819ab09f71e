internal import CIModel

/// Writes untrusted text as parts of a YAML file that it cannot escape from.
enum YAMLText {
  /// A quoted text: in single quotes if all its characters are visible, else in double quotes with
  /// escapes.
  static func scalar(_ text: String) -> String {
    // `.ci.yml` does not allow NULs, escaped or not.
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

  /// A comment in one line, without indentation.
  static func comment(_ text: String) -> String {
    "# " + VisibleText.shown(text).replacing("\n", with: " ")
  }

  /// The value of a key; several lines become a block scalar, which is easier to read than escapes.
  ///
  /// - Parameter indentation: The indentation of the lines of a block.
  static func value(_ text: String, indentation: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlock =
      lines.count > 1 && lines.first?.first?.isWhitespace == false
      && lines.allSatisfy { isVisible(String($0)) }
    guard isBlock else { return scalar(text) }
    return "|-\n" + lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
  }

  /// Whether every character is visible, and none ends a line of YAML.
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
