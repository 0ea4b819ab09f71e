internal import CIModel

/// Determines the type of every part of a condition and reports type errors.
struct TypeChecker {
  let scope: Scope
  let source: SourceText
  private(set) var problems: [ConditionProblem] = []

  init(scope: Scope, source: SourceText) {
    self.scope = scope
    self.source = source
  }

  /// Checks that the whole condition is true or false.
  mutating func checkCondition(_ tree: SyntaxTree) {
    guard let type = type(of: tree), type != .boolean else { return }
    report(
      "a condition must be true or false, but '\(source.excerpt(tree.range))' is "
        + "\(type.phrase)",
      help: Self.advice(toTest: source.excerpt(tree.range), type), at: tree.range)
  }

  mutating func report(_ message: String, help: String?, at range: Range<Int>) {
    problems.append(ConditionProblem(message, help: help, at: range))
  }

  /// The type of a part; `nil` when an error was reported.
  mutating func type(of tree: SyntaxTree) -> ValueType? {
    switch tree.node {
    case .invalid:
      return nil
    case .literal(let value):
      return value.type
    case .pattern:
      report(
        "a regular expression in slashes is allowed only after '=~' or '!~'",
        help: "write `title =~ /…/`, or put the text in quotes", at: tree.range)
      return nil
    case .list(let items):
      for item in items {
        guard let type = type(of: item), type != .text else { continue }
        report(
          "the entries of a list must be text, not \(type.phrase)", help: "put it in quotes",
          at: item.range)
      }
      return .list
    case .name(let name):
      do throws(Scope.Failure) {
        return try scope.resolve(name).type
      } catch {
        guard case .unknown(let message, let help) = error else { return nil }
        report(message, help: help, at: tree.range)
        return nil
      }
    case .call(let name, let nameRange, let arguments):
      return checkCall(name, nameRange, arguments, tree.range)
    case .not(let inner):
      return checkNot(inner)
    case .binary(let symbol, let left, let right, _):
      return check(symbol, left, right, tree)
    }
  }

  // MARK: Logic

  private mutating func checkNot(_ inner: SyntaxTree) -> ValueType? {
    guard let type = type(of: inner) else { return nil }
    if type != .boolean {
      report(
        "'!' needs true or false, but '\(source.excerpt(inner.range))' is \(type.phrase)",
        help: "put the comparison in parentheses: `!(… contains …)`", at: inner.range)
      return nil
    }
    return .boolean
  }

  mutating func checkLogic(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) -> ValueType {
    for operand in [left, right] {
      if let type = type(of: operand), type != .boolean {
        let text = source.excerpt(operand.range)
        report(
          "'\(symbol.rawValue)' needs true or false on both sides, but '\(text)' is "
            + type.phrase, help: Self.advice(toTest: text, type), at: operand.range)
      } else if case .literal(.boolean(let value)) = operand.node {
        let decides = value == (symbol == .or)
        report(
          decides
            ? "'\(symbol.rawValue) \(value)' makes this always \(value)"
            : "'\(symbol.rawValue) \(value)' changes nothing",
          help: "remove it", at: operand.range)
      }
    }
    if left.sameMeaning(as: right) {
      report(
        "both sides of '\(symbol.rawValue)' are the same", help: "remove one", at: right.range)
    } else {
      checkClaims(symbol, left, right)
    }
    return .boolean
  }

  /// How to make a condition of a value that is not one.
  static func advice(toTest text: String, _ type: ValueType) -> String {
    switch type {
    case .text: "compare it, as in `\(text) == \"…\"` or `\(text) contains \"…\"`"
    case .number: "compare it, as in `\(text) > 0`"
    case .duration: "compare it, as in `\(text) > 5m`"
    case .list: "count the entries, as in `count(\(text)) > 0`, or use `contains`"
    case .boolean: "put the text in quotes"
    }
  }
}

extension Value {
  /// The type of the value; `nil` when the value is unknown.
  var type: ValueType? {
    switch self {
    case .text: .text
    case .number: .number
    case .duration: .duration
    case .boolean: .boolean
    case .list: .list
    case .unknown: nil
    }
  }
}
