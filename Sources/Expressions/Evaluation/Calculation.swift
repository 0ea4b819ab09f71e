/// Computes `+`, `-`, `*` and `/`.
enum Calculation {
  /// The result; `.unknown` when a side is unknown, the result is undefined (a division by zero) or
  /// exceeds the range of numbers.
  static func value(_ symbol: Operator, _ left: Value, _ right: Value) -> Value {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      finite(result(symbol, left, right), Value.number)
    case (.duration(let left), .duration(let right)):
      finite(result(symbol, left, right), symbol == .divided ? Value.number : Value.duration)
    case (.duration(let left), .number(let right)), (.number(let left), .duration(let right)):
      finite(result(symbol, left, right), Value.duration)
    default: .unknown
    }
  }

  static func isZero(_ value: Value) -> Bool {
    value == .number(0) || value == .duration(0)
  }

  private static func result(_ symbol: Operator, _ left: Double, _ right: Double) -> Double {
    switch symbol {
    case .plus: left + right
    case .minus: left - right
    case .times: left * right
    case .divided: left / right
    default: .nan
    }
  }

  private static func finite(_ number: Double, _ make: (Double) -> Value) -> Value {
    number.isFinite ? make(number) : .unknown
  }
}
