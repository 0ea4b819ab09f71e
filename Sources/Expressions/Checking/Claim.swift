internal import CIModel

/// The requirement of a part of a condition for one fact: that it is true, or how it compares with
/// a value.
///
/// Two claims about the same fact can exclude each other, whatever its value.
struct Claim {
  private var fact: SyntaxTree
  private var symbol: Operator
  private var value: Value

  /// Creates the claim of a part; `nil` when the part has another form.
  init?(_ tree: SyntaxTree) {
    switch tree.node {
    case .not(let inner):
      guard let claim = Claim(inner) else { return nil }
      self = claim.negated
    case .binary(let symbol, let left, let right, _):
      guard Self.negations[symbol] != nil else { return nil }
      self.symbol = symbol
      if let value = right.constant {
        (fact, self.value) = (left, value)
      } else if let value = left.constant {
        (fact, self.value) = (right, value)
        self.symbol = Self.mirrored[symbol] ?? symbol
      } else {
        return nil
      }
    case .name, .call:
      (fact, symbol, value) = (tree, .equal, .boolean(true))
    case .literal, .pattern, .list, .invalid:
      return nil
    }
  }

  private static let negations: [Operator: Operator] = [
    .equal: .notEqual, .notEqual: .equal, .less: .greaterOrEqual, .greaterOrEqual: .less,
    .greater: .lessOrEqual, .lessOrEqual: .greater,
  ]
  private static let mirrored: [Operator: Operator] = [
    .less: .greater, .greater: .less, .lessOrEqual: .greaterOrEqual, .greaterOrEqual: .lessOrEqual,
  ]

  var negated: Claim {
    var claim = self
    claim.symbol = Self.negations[symbol] ?? symbol
    return claim
  }

  /// Whether both cannot be true at once.
  func excludes(_ other: Claim) -> Bool {
    guard fact.sameMeaning(as: other.fact) else { return false }
    let samples = Self.samples(value, other.value)
    return !samples.isEmpty && !samples.contains { holds(for: $0) && other.holds(for: $0) }
  }

  private func holds(for sample: Value) -> Bool {
    Comparison.outcome(symbol, sample, value) ?? true
  }

  /// Values equal to, between and beside the two; other values give the same results.
  private static func samples(_ left: Value, _ right: Value) -> [Value] {
    func around(_ left: Double, _ right: Double) -> [Double] {
      [left, right, (left + right) / 2, min(left, right) - 1, max(left, right) + 1]
    }
    switch (left, right) {
    case (.boolean, .boolean): return [.boolean(true), .boolean(false)]
    case (.text(let first), .text(let second)):
      return [left, right, .text(first + second + "x")]
    case (.number(let first), .number(let second)):
      return around(first, second).map { .number($0) }
    case (.duration(let first), .duration(let second)):
      return around(first, second).map { .duration($0) }
    default: return []
    }
  }
}

extension TypeChecker {
  /// Reports an operand that, together with an earlier one, makes a condition always true or false.
  mutating func checkClaims(_ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree) {
    guard let claim = Claim(right) else { return }
    let before = Self.operands(of: left, symbol)
    let isConstant = before.contains { other in
      guard let other = Claim(other) else { return false }
      return symbol == .and
        ? claim.excludes(other) : claim.negated.excludes(other.negated)
    }
    if isConstant {
      report(
        "together with the part before it, this makes the condition always \(symbol == .or)",
        help: "write `\(symbol == .or ? "&&" : "||")`, or remove one of the two", at: right.range)
    }
  }

  private static func operands(of tree: SyntaxTree, _ symbol: Operator) -> [SyntaxTree] {
    guard case .binary(symbol, let left, let right, _) = tree.node else { return [tree] }
    return operands(of: left, symbol) + operands(of: right, symbol)
  }
}
