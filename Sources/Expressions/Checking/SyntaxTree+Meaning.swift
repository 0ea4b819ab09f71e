extension SyntaxTree {
  var textLiteral: String? {
    if case .literal(.text(let text)) = node { text } else { nil }
  }

  var number: Double? {
    if case .literal(.number(let number)) = node { number } else { nil }
  }

  /// Whether it is a number that conditions count, and so is never negative.
  var isCounted: Bool {
    if case .call(let name, _, _) = node {
      FunctionRegistry.function(name)?.result == .number
    } else {
      false
    }
  }

  /// Whether both say the same, wherever they are written; literals do not count.
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
