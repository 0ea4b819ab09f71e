internal import CIModel

/// Checks the operands of comparisons.
extension TypeChecker {
  mutating func check(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree, _ tree: SyntaxTree
  ) -> ValueType? {
    switch symbol {
    case .plus, .minus, .times, .divided:
      return checkCalculation(symbol, left, right, tree)
    case .and, .or:
      return checkLogic(symbol, left, right)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      checkComparison(symbol, left, right, tree)
    case .contains:
      let leftType = type(of: left)
      require(left, leftType, [.text, .list], symbol, "before")
      requireText(right, symbol)
    case .startsWith, .endsWith:
      require(left, type(of: left), [.text], symbol, "before")
      requireText(right, symbol)
    case .isIn:
      require(left, type(of: left), [.text], symbol, "before")
      require(right, type(of: right), [.list], symbol, "after")
      if case .list(let items) = right.node {
        for item in items { checkWord(left, item, tree) }
      }
    case .matchesPattern, .lacksPattern:
      require(left, type(of: left), [.text, .list], symbol, "before")
      checkPattern(right, symbol)
    case .matchesGlob:
      require(left, type(of: left), [.text, .list], symbol, "before")
      if let glob = right.textLiteral {
        checkGlob(glob, right.range)
      } else if type(of: right) != nil {
        report(
          "'matches' needs a pattern in quotes after it",
          help: "as in `branch matches \"release/**\"`", at: right.range)
      }
    }
    return .boolean
  }

  private mutating func checkComparison(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree, _ tree: SyntaxTree
  ) {
    let leftType = type(of: left)
    let rightType = type(of: right)
    guard let leftType, let rightType else { return }
    guard leftType == rightType else {
      let (message, help) = Self.mismatch(
        source.excerpt(left.range), leftType, source.excerpt(right.range), rightType)
      report(message, help: help, at: tree.range)
      return
    }
    let isEquality = symbol == .equal || symbol == .notEqual
    switch leftType {
    case .list:
      report(
        "lists cannot be compared with '\(symbol.rawValue)'",
        help: "use `contains`, or compare the numbers of entries: `count(…)`", at: tree.range)
      return
    case .text, .boolean:
      if !isEquality {
        report(
          "'\(symbol.rawValue)' compares numbers and durations, not \(leftType.phrase)",
          help: leftType == .text ? "compare lengths: `length(…)`" : "use `==` or `!=`",
          at: tree.range)
        return
      }
    case .number, .duration: break
    }
    if isEquality {
      checkWord(left, right, tree)
      checkWord(right, left, tree)
    }
    if let outcome = Self.constantOutcome(symbol, left, right) {
      report(
        "this is always \(outcome)", help: "compare with a value that can differ",
        at: tree.range)
    }
  }

  /// The result of a comparison if it does not depend on facts; else `nil`.
  private static func constantOutcome(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) -> Bool? {
    if let first = left.constant, let second = right.constant {
      return Comparison.outcome(symbol, first, second)
    }
    if left.sameMeaning(as: right) {
      return symbol == .equal || symbol == .lessOrEqual || symbol == .greaterOrEqual
    }
    // Counts are never negative.
    if case .number(let limit)? = right.constant, left.isCounted {
      switch symbol {
      case .greaterOrEqual where limit <= 0, .greater where limit < 0, .notEqual where limit < 0:
        return true
      case .less where limit <= 0, .lessOrEqual where limit < 0, .equal where limit < 0:
        return false
      default: return nil
      }
    }
    return nil
  }

  /// Reports a literal that is not in the fixed list of values of a name.
  private mutating func checkWord(
    _ named: SyntaxTree, _ literal: SyntaxTree, _ tree: SyntaxTree
  ) {
    guard case .name(let name) = named.node, let text = literal.textLiteral,
      let words = (try? scope.resolve(name))?.words, !words.contains(text)
    else { return }
    let near = nearestSpelling(of: text, among: words)
    report(
      "'\(name)' is never \"\(text)\"",
      help: near.map { "did you mean \"\($0)\"?" }
        ?? "write one of \(words.joined(separator: ", "))",
      at: literal.range)
  }

  private static func mismatch(
    _ left: String, _ leftType: ValueType, _ right: String, _ rightType: ValueType
  ) -> (message: String, help: String) {
    let message =
      "'\(left)' is \(leftType.phrase) and '\(right)' is \(rightType.phrase): they are never equal"
    switch (leftType, rightType) {
    case (.list, .number): return (message, "count the entries: `count(\(left))`")
    case (.number, .list): return (message, "count the entries: `count(\(right))`")
    case (.list, .text): return (message, "write `\(left) contains \(right)`")
    case (.text, .list): return (message, "write `\(left) in \(right)`")
    case (.duration, .number): return (message, "give the number a unit, as in `\(right)s`")
    case (.number, .duration): return (message, "compare a number with a number, without a unit")
    case (.boolean, .text) where right == "\"true\"" || right == "\"false\"",
      (.number, .text) where Double(right.dropFirst().dropLast()) != nil:
      return (message, "write it without quotes: `\(right.dropFirst().dropLast())`")
    case (.text, .number): return (message, "put it in quotes: `\"\(right)\"`")
    default: return (message, "compare \(leftType.phrase) with \(leftType.phrase)")
    }
  }

  private mutating func require(
    _ tree: SyntaxTree, _ type: ValueType?, _ wanted: [ValueType], _ symbol: Operator,
    _ place: String
  ) {
    guard let type, !wanted.contains(type) else { return }
    let text = source.excerpt(tree.range)
    report(
      "'\(symbol.rawValue)' needs \(wanted.map(\.phrase).joined(separator: " or ")) "
        + "\(place) it, but '\(text)' is \(type.phrase)",
      help: wanted == [.list]
        ? "write a list: `[\(text)]`"
        : type == .list && wanted == [.text]
          ? "write one text; join several conditions with `||`" : Self.advice(toTest: text, type),
      at: tree.range)
  }

  private mutating func requireText(_ tree: SyntaxTree, _ symbol: Operator) {
    require(tree, type(of: tree), [.text], symbol, "after")
    if tree.textLiteral?.isEmpty ?? false {
      report(
        "every text \(symbol == .contains ? "contains" : "begins and ends with") \"\"",
        help: "write a text to search for", at: tree.range)
    }
  }

  private mutating func checkPattern(_ tree: SyntaxTree, _ symbol: Operator) {
    guard let pattern = tree.patternText else {
      if case .invalid = tree.node { return }
      report(
        "'\(symbol.rawValue)' needs a regular expression in quotes or slashes after it",
        help: "as in `title =~ \"^(feat|fix): \"`", at: tree.range)
      return
    }
    checkPattern(pattern, tree.range)
  }

  mutating func checkPattern(_ pattern: String, _ range: Range<Int>) {
    guard let problem = PatternCheck.problem(in: pattern) else { return }
    report("this \(problem.message)", help: problem.help, at: range)
  }
}
