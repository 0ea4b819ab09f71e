/// Checks addition, subtraction, multiplication and division.
extension TypeChecker {
  /// The type of the result; `nil` when an error was reported.
  mutating func checkCalculation(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree, _ tree: SyntaxTree
  ) -> ValueType? {
    let leftType = type(of: left)
    let rightType = type(of: right)
    guard let leftType, let rightType else { return nil }
    for (operand, type) in [(left, leftType), (right, rightType)]
    where type != .number && type != .duration {
      let text = source.excerpt(operand.range)
      report(
        "'\(symbol.rawValue)' needs numbers or durations, but '\(text)' is \(type.phrase)",
        help: Self.advice(toCount: text, type), at: operand.range)
      return nil
    }
    guard let result = Self.result(symbol, leftType, rightType) else {
      report(
        "'\(symbol.rawValue)' cannot combine \(leftType.phrase) and \(rightType.phrase)",
        help: Self.advice(toJoin: symbol), at: tree.range)
      return nil
    }
    if symbol == .divided, right.constant.flatMap(Calculation.isZero) ?? false {
      report("division by 0", help: "write another number", at: right.range)
      return nil
    }
    return result
  }

  private static func result(
    _ symbol: Operator, _ left: ValueType, _ right: ValueType
  ) -> ValueType? {
    switch (symbol, left, right) {
    case (_, .number, .number): .number
    case (.plus, .duration, .duration), (.minus, .duration, .duration): .duration
    case (.times, .duration, .number), (.times, .number, .duration): .duration
    case (.divided, .duration, .number): .duration
    case (.divided, .duration, .duration): .number
    default: nil
    }
  }

  private static func advice(toCount text: String, _ type: ValueType) -> String {
    switch type {
    case .list: "count the entries: `count(\(text))`"
    case .text: "take its length: `length(\(text))`"
    case .boolean, .number, .duration: "join conditions with `&&` or `||`"
    }
  }

  private static func advice(toJoin symbol: Operator) -> String {
    switch symbol {
    case .plus, .minus: "give both a unit of time, as in `90s`, or neither"
    case .times: "multiply a duration by a number"
    default: "divide a duration by a number or by a duration"
    }
  }
}
