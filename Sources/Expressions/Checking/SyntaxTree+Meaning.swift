extension SyntaxTree {
  var textLiteral: String? {
    if case .literal(.text(let text)) = node { text } else { nil }
  }

  /// The regular expression, written between slashes or in quotes.
  var patternText: String? {
    if case .pattern(let text) = node { text } else { textLiteral }
  }

  /// The value if it does not depend on facts; else `nil`.
  var constant: Value? {
    switch node {
    case .literal(let value): return value
    case .binary(let symbol, let left, let right, _) where symbol.calculates:
      guard let left = left.constant, let right = right.constant else { return nil }
      let value = Calculation.value(symbol, left, right)
      return value == .unknown ? nil : value
    default: return nil
    }
  }

  /// Whether the value is a count, and therefore never negative.
  var isCounted: Bool {
    switch node {
    case .call(let name, _, _): FunctionRegistry.function(name)?.result == .number
    case .literal(.number(let number)): number >= 0
    case .binary(.plus, let left, let right, _), .binary(.times, let left, let right, _),
      .binary(.divided, let left, let right, _):
      left.isCounted && right.isCounted
    default: false
    }
  }

  /// Whether both parts have the same meaning, independent of their position; false for literals.
  func sameMeaning(as other: SyntaxTree) -> Bool {
    switch (node, other.node) {
    case (.name(let left), .name(let right)): left == right
    case (.call(let left, _, let leftArguments), .call(let right, _, let rightArguments)):
      left == right && leftArguments.count == rightArguments.count
        && zip(leftArguments, rightArguments).allSatisfy { $0.equals($1) }
    case (.not(let left), .not(let right)): left.sameMeaning(as: right)
    case (.binary(let left, let a, let b, _), .binary(let right, let c, let d, _)):
      left == right && a.equals(c) && b.equals(d)
    default: false
    }
  }

  private func equals(_ other: SyntaxTree) -> Bool {
    switch (node, other.node) {
    case (.literal(let left), .literal(let right)): left == right
    case (.pattern(let left), .pattern(let right)): left == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    default: sameMeaning(as: other)
    }
  }
}
