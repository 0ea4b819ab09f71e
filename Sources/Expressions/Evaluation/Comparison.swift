/// Computes `==`, `<` and the other comparisons.
enum Comparison {
  /// The result; `nil` when the values cannot be compared, or one of them is unknown.
  static func outcome(_ symbol: Operator, _ left: Value, _ right: Value) -> Bool? {
    switch (left, right) {
    case (.number(let left), .number(let right)), (.duration(let left), .duration(let right)):
      switch symbol {
      case .equal: left == right
      case .notEqual: left != right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      default: nil
      }
    case (.text(let left), .text(let right)): equality(symbol, left == right)
    case (.boolean(let left), .boolean(let right)): equality(symbol, left == right)
    default: nil
    }
  }

  private static func equality(_ symbol: Operator, _ isEqual: Bool) -> Bool? {
    switch symbol {
    case .equal: isEqual
    case .notEqual: !isEqual
    default: nil
    }
  }
}
