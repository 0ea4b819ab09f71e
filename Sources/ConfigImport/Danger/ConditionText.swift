/// A condition in devtool's language that can be combined with others.
struct ConditionText: Hashable {
  var text: String
  /// Whether it can be negated and joined without parentheses.
  var isAtom: Bool
  /// Differences in meaning from the script; empty when there are none.
  var differences: Set<String> = []

  static func atom(_ text: String) -> ConditionText { ConditionText(text: text, isAtom: true) }

  static func comparison(
    _ text: String, differences: Set<String> = []
  ) -> ConditionText {
    ConditionText(text: text, isAtom: false, differences: differences)
  }

  var negated: ConditionText {
    if isAtom, text.hasPrefix("!(") {
      return .comparison(String(text.dropFirst(2).dropLast()), differences: differences)
    }
    if isAtom, text.hasPrefix("!") {
      return ConditionText(
        text: String(text.dropFirst()), isAtom: true, differences: differences)
    }
    for (symbol, opposite) in Self.opposites where isOne(symbol) {
      return .comparison(
        text.replacing(" \(symbol) ", with: " \(opposite) "), differences: differences)
    }
    return ConditionText(
      text: isAtom ? "!\(text)" : "!(\(text))", isAtom: true, differences: differences)
  }

  func joined(_ symbol: String, _ other: ConditionText) -> ConditionText {
    if self == other { return self }
    return ConditionText(
      text: "\(inside(symbol)) \(symbol) \(other.inside(symbol))", isAtom: false,
      differences: differences.union(other.differences))
  }

  private static let opposites = [("==", "!="), ("!=", "=="), ("=~", "!~"), ("!~", "=~")]

  /// Whether it is a single comparison with this operator.
  private func isOne(_ symbol: String) -> Bool {
    let hasLogic = text.contains(" && ") || text.contains(" || ")
    return !isAtom && !hasLogic && text.ranges(of: " \(symbol) ").count == 1
  }

  /// The text, in parentheses if it contains the other operator.
  private func inside(_ symbol: String) -> String {
    !isAtom && joins(symbol == "&&" ? " || " : " && ") ? "(\(text))" : text
  }

  /// Whether it contains an operator outside of parentheses and quotes.
  private func joins(_ symbol: String) -> Bool {
    var depth = 0
    var isQuoted = false
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "\\": rest = rest.dropFirst()
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: if depth == 0, !isQuoted, rest.hasPrefix(symbol) { return true }
      }
      rest = rest.dropFirst()
    }
    return false
  }

  /// A text as a quoted literal of a condition.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\\\""))\""
  }

  /// A regular expression that matches exactly this text.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
