/// Binary operators.
extension DangerTranslator {
  mutating func binary(
    _ symbol: String, _ left: ScriptExpression, _ right: ScriptExpression
  ) throws(Untranslatable) -> DangerMeaning {
    switch symbol {
    case "&&", "||": return try logic(symbol, left, right)
    case "=~", "!~":
      let value = try found(try meaning(left), try meaning(right))
      return symbol == "=~" ? .found(value) : .condition(value.negated)
    case "==", "!=":
      let value = try equality(try meaning(left), try meaning(right))
      if case .constant(let value) = value { return .constant(value == (symbol == "==")) }
      guard case .condition(let text) = value else { return value }
      return .condition(symbol == "==" ? text : text.negated)
    case "<", "<=", ">", ">=": return try comparison(symbol, try meaning(left), try meaning(right))
    case "+", "-", "*", "/": return try calculation(symbol, try meaning(left), try meaning(right))
    default: throw Untranslatable("devtool does not support `\(symbol)`")
    }
  }

  private mutating func logic(
    _ symbol: String, _ left: ScriptExpression, _ right: ScriptExpression
  ) throws(Untranslatable) -> DangerMeaning {
    let decisive = symbol == "||"
    let first = try condition(left)
    let second = try condition(right)
    switch (first, second) {
    case (.constant(let value), let other), (let other, .constant(let value)):
      return value == decisive ? .constant(decisive) : other
    case (.condition(let first), .condition(let second)):
      return .condition(first.joined(symbol, second))
    default: throw Untranslatable("devtool does not support this condition")
    }
  }

  private func equality(
    _ left: DangerMeaning, _ right: DangerMeaning
  ) throws(Untranslatable) -> DangerMeaning {
    switch (left, right) {
    case (.text(let name), .literal(let text)), (.literal(let text), .text(let name)):
      return .condition(.comparison("\(name) == \(ConditionText.quoted(text))"))
    case (.text(let name), .missing), (.missing, .text(let name)):
      return .condition(.comparison("\(name) == \"\""))
    case (.text(let first), .text(let second)):
      return .condition(.comparison("\(first) == \(second)"))
    case (.number, _), (.count, _): return try comparison("==", left, right)
    case (.list(let name), .missing), (.missing, .list(let name)):
      return .condition(.comparison("count(\(name)) == 0"))
    case (.root, .missing), (.missing, .root): return .constant(false)
    case (.condition(let text), .constant(let value)), (.constant(let value), .condition(let text)),
      (.found(let text), .constant(let value)), (.constant(let value), .found(let text)):
      return .condition(value ? text : text.negated)
    case (.found(let text), .missing), (.missing, .found(let text)): return .condition(text.negated)
    default: throw Untranslatable("devtool does not support this comparison")
    }
  }

  private func comparison(
    _ symbol: String, _ left: DangerMeaning, _ right: DangerMeaning
  ) throws(Untranslatable) -> DangerMeaning {
    guard let first = left.number, let second = right.number else {
      throw Untranslatable("devtool does not support this comparison")
    }
    return .condition(
      .comparison(
        "\(first.text) \(symbol) \(second.text)",
        differences: first.differences.union(second.differences)))
  }

  private func calculation(
    _ symbol: String, _ left: DangerMeaning, _ right: DangerMeaning
  ) throws(Untranslatable) -> DangerMeaning {
    if case .count(let first) = left, case .count(let second) = right, symbol == "+",
      first.statuses.isDisjoint(with: second.statuses), let files = first.union(second)
    {
      return .count(files)
    }
    for case .count(let files) in [left, right] where !files.hasAllStatuses {
      throw Untranslatable("devtool counts added, modified and deleted files together")
    }
    if let first = left.number, let second = right.number {
      let weak = symbol == "*" || symbol == "/"
      func part(_ text: String) -> String {
        weak && (text.contains(" + ") || text.contains(" - ")) ? "(\(text))" : text
      }
      return .number(
        "\(part(first.text)) \(symbol) \(part(second.text))",
        differences: first.differences.union(second.differences))
    }
    switch (left, right) {
    case (.files(let first), .files(let second)) where symbol == "+":
      guard let files = first.union(second) else {
        throw Untranslatable("it combines several file selections")
      }
      return .files(files)
    case (.literals(let first), .literals(let second)) where symbol == "+":
      return .literals(first + second)
    default:
      guard symbol == "+", let first = left.joinable, let second = right.joinable else {
        throw Untranslatable("devtool does not support this calculation")
      }
      return .texts(first + second)
    }
  }

  /// The condition that a regular expression matches; either operand can be the expression.
  func found(
    _ left: DangerMeaning, _ right: DangerMeaning
  ) throws(Untranslatable) -> ConditionText {
    switch (left, right) {
    case (.text(let name), .pattern(let pattern)), (.pattern(let pattern), .text(let name)),
      (.list(let name), .pattern(let pattern)), (.pattern(let pattern), .list(let name)):
      return .comparison(
        "\(name) =~ \(ConditionText.quoted(pattern))", differences: Self.cut(name))
    case (.text(let name), .literal(let text)), (.literal(let text), .text(let name)):
      return .comparison("\(name) contains \(ConditionText.quoted(text))")
    case (.texts(let names), .pattern(let pattern)), (.pattern(let pattern), .texts(let names)):
      return try anyOf(names) { "\($0) =~ \(ConditionText.quoted(pattern))" }
    case (.files(let files), .pattern(let pattern)):
      guard let chosen = files.filtered(.pattern(pattern)) else {
        throw Untranslatable("it combines several file selections")
      }
      return chosen.exist
    default: throw Untranslatable("devtool does not support this search")
    }
  }

  func anyOf(
    _ names: [String], _ condition: (String) -> String
  ) throws(Untranslatable) -> ConditionText {
    guard let first = names.first else { throw Untranslatable("a text is empty") }
    return names.dropFirst().reduce(.comparison(condition(first))) {
      $0.joined("||", .comparison(condition($1)))
    }
  }

  /// The difference that conditions only see the subjects of commits.
  static func cut(_ name: String) -> Set<String> {
    name == "commits" ? ["only subjects are checked, not bodies"] : []
  }
}

extension DangerMeaning {
  /// The names and literals that the text consists of; `nil` when it is not a text.
  fileprivate var joinable: [String]? {
    switch self {
    case .text(let name): [name]
    case .texts(let names): names
    default: nil
    }
  }
}
