internal import CIModel

/// Parses tokens by precedence: `||`, `&&`, comparisons (which do not chain), `+` and `-`, `*` and
/// `/`, `!`.
///
/// After an error it continues at the next operand, so that one pass finds every error.
struct Parser {
  private let tokens: [Token]
  private var index = 0
  private var depth = 0
  private var isTooDeep = false
  private(set) var problems: [ConditionProblem] = []

  /// The maximum nesting of parentheses and calls.
  private static let maximumDepth = 50

  init(_ tokens: [Token]) {
    self.tokens = tokens
  }

  mutating func parse() -> SyntaxTree {
    if case .end = current.kind {
      problems.append(
        ConditionProblem(
          "the condition is empty", help: "write one, as in `changed(\"Sources/**\")`",
          at: current.range))
      return SyntaxTree(node: .invalid, range: current.range)
    }
    var tree = disjunction()
    while current.kind != .end {
      reportLeftover()
      index += 1
      skip()
      // Parsed only to find errors; the condition is rejected as a whole.
      while isLogical(.and) || isLogical(.or) { tree = binary(.and, tree) { $0.disjunction() } }
    }
    return tree
  }

  private var current: Token { tokens[min(index, tokens.count - 1)] }

  // MARK: Operators

  private mutating func disjunction() -> SyntaxTree {
    var left = conjunction()
    while isLogical(.or) { left = binary(.or, left) { $0.conjunction() } }
    return left
  }

  private mutating func conjunction() -> SyntaxTree {
    var left = comparison()
    while isLogical(.and) { left = binary(.and, left) { $0.comparison() } }
    return left
  }

  /// Whether the current token is `&&` or `||`; `and` and `or` are reported and treated as such.
  private mutating func isLogical(_ wanted: Operator) -> Bool {
    switch current.kind {
    case .symbol(let symbol):
      return symbol == wanted
    case .word(let word) where Self.logical[word.lowercased()] == wanted:
      problems.append(
        ConditionProblem(
          "unknown operator '\(word)'", help: "write `\(wanted.rawValue)`", at: current.range))
      return true
    default:
      return false
    }
  }

  private static let logical: [String: Operator] = ["and": .and, "or": .or]

  private mutating func comparison() -> SyntaxTree {
    let left = sum()
    guard let symbol = comparisonOperator() else { return left }
    let tree = binary(symbol, left) { $0.sum() }
    let second = current.range
    guard let next = comparisonOperator() else { return tree }
    problems.append(
      ConditionProblem(
        "'\(symbol.rawValue)' and '\(next.rawValue)' cannot follow each other",
        help: "join two comparisons with `&&`, as in `a < b && b < c`", at: second))
    _ = binary(next, tree) { $0.sum() }
    return SyntaxTree(node: .invalid, range: tree.range)
  }

  /// The comparison operator at the current position; an unknown word is reported and treated as
  /// one if it cannot be anything else.
  private mutating func comparisonOperator() -> Operator? {
    switch current.kind {
    case .symbol(let symbol) where symbol != .and && symbol != .or && !symbol.calculates:
      return symbol
    case .word(let word):
      if let known = Operator.words.first(where: { $0.rawValue == word }) { return known }
      if Self.logical[word.lowercased()] != nil || word == "not" { return nil }
      let foreign = Operator.foreign[word]
      let near = foreign ?? nearestSpelling(of: word, among: Operator.words.map(\.rawValue))
      guard let near else { return nil }
      problems.append(
        ConditionProblem(
          "unknown operator '\(word)'",
          help: foreign == nil ? "did you mean '\(near)'?" : "write `\(near)`", at: current.range))
      return Operator(rawValue: near)
    default:
      return nil
    }
  }

  private mutating func sum() -> SyntaxTree {
    var left = product()
    while case .symbol(let symbol) = current.kind, symbol == .plus || symbol == .minus {
      left = binary(symbol, left) { $0.product() }
    }
    return left
  }

  private mutating func product() -> SyntaxTree {
    var left = prefix()
    while case .symbol(let symbol) = current.kind, symbol == .times || symbol == .divided {
      left = binary(symbol, left) { $0.prefix() }
    }
    return left
  }

  private mutating func binary(
    _ symbol: Operator, _ left: SyntaxTree, operand: (inout Parser) -> SyntaxTree
  ) -> SyntaxTree {
    let range = current.range
    index += 1
    let right = operand(&self)
    return SyntaxTree(
      node: .binary(symbol, left, right, operatorRange: range),
      range: left.range.lowerBound..<max(range.upperBound, right.range.upperBound))
  }

  private mutating func prefix() -> SyntaxTree {
    if case .symbol(.minus) = current.kind, let number = negativeNumber() { return number }
    guard case .not = current.kind else { return operand() }
    let start = current.range.lowerBound
    index += 1
    guard enter() else { return SyntaxTree(node: .invalid, range: start..<start + 1) }
    defer { depth -= 1 }
    let inner = prefix()
    return SyntaxTree(node: .not(inner), range: start..<inner.range.upperBound)
  }

  /// The number after the current `-`; `nil` when something else follows.
  private mutating func negativeNumber() -> SyntaxTree? {
    let next = tokens[min(index + 1, tokens.count - 1)]
    let value: Value
    switch next.kind {
    case .number(let number): value = .number(-number)
    case .duration(let seconds): value = .duration(-seconds)
    default: return nil
    }
    let start = current.range.lowerBound
    index += 2
    return SyntaxTree(node: .literal(value), range: start..<next.range.upperBound)
  }

  // MARK: Operands

  private mutating func operand() -> SyntaxTree {
    let token = current
    func leaf(_ node: SyntaxTree.Node) -> SyntaxTree {
      index += 1
      return SyntaxTree(node: node, range: token.range)
    }
    switch token.kind {
    case .text(let text): return leaf(.literal(.text(text)))
    case .pattern(let text): return leaf(.pattern(text))
    case .number(let number): return leaf(.literal(.number(number)))
    case .duration(let seconds): return leaf(.literal(.duration(seconds)))
    case .invalid: return leaf(.invalid)
    case .word("true"): return leaf(.literal(.boolean(true)))
    case .word("false"): return leaf(.literal(.boolean(false)))
    case .word("not"):
      problems.append(
        ConditionProblem("unknown operator 'not'", help: "write `!`", at: token.range))
      index += 1
      return prefix()
    case .word(let name):
      index += 1
      guard case .leftParenthesis = current.kind else {
        return SyntaxTree(node: .name(name), range: token.range)
      }
      let (arguments, end) = elements(until: .rightParenthesis, "(", ")")
      return SyntaxTree(
        node: .call(name: name, nameRange: token.range, arguments: arguments),
        range: token.range.lowerBound..<end)
    case .leftParenthesis:
      index += 1
      guard enter() else { return SyntaxTree(node: .invalid, range: token.range) }
      defer { depth -= 1 }
      let inner = disjunction()
      close(token)
      let end = max(inner.range.upperBound, tokens[index - 1].range.upperBound)
      return SyntaxTree(node: inner.node, range: token.range.lowerBound..<end)
    case .leftBracket:
      let (items, end) = elements(until: .rightBracket, "[", "]")
      return SyntaxTree(node: .list(items), range: token.range.lowerBound..<end)
    case .end, .rightParenthesis, .rightBracket, .comma, .symbol, .not:
      problems.append(missingOperand(at: token))
      return SyntaxTree(node: .invalid, range: token.range)
    }
  }

  private func missingOperand(at token: Token) -> ConditionProblem {
    let before = index > 0 ? tokens[index - 1] : nil
    if case .end = token.kind {
      let word = before.map(Self.text) ?? ""
      return ConditionProblem(
        "something is missing after '\(word)'", help: "complete the condition",
        at: before?.range ?? token.range)
    }
    if case .symbol(.minus) = token.kind {
      return ConditionProblem(
        "'-' is allowed only before a number", help: "subtract it from 0, as in `0 - …`",
        at: token.range)
    }
    return ConditionProblem(
      "something is missing before '\(Self.text(token))'",
      help: "write what is compared, as in `title contains \"WIP\"`", at: token.range)
  }

  /// The elements between two brackets, separated by commas.
  private mutating func elements(
    until closing: Token.Kind, _ opening: String, _ closed: String
  ) -> (elements: [SyntaxTree], end: Int) {
    let start = current
    index += 1
    var elements: [SyntaxTree] = []
    guard enter() else { return ([], start.range.upperBound) }
    defer { depth -= 1 }
    while current.kind != closing, current.kind != .end {
      let before = index
      elements.append(disjunction())
      if case .comma = current.kind {
        index += 1
        continue
      }
      if current.kind == closing { break }
      if case .end = current.kind { break }
      problems.append(
        ConditionProblem(
          "expected a comma or '\(closed)' before '\(Self.text(current))'",
          help: "separate the entries between '\(opening)' and '\(closed)' with commas",
          at: current.range))
      if index == before { index += 1 }
    }
    let end = current.range.upperBound
    if current.kind == closing {
      index += 1
    } else if !isTooDeep {
      problems.append(
        ConditionProblem(
          "this '\(opening)' is not closed", help: "add a '\(closed)'", at: start.range))
    }
    return (elements, end)
  }

  private mutating func close(_ opening: Token) {
    if case .rightParenthesis = current.kind {
      index += 1
    } else if case .end = current.kind {
      if isTooDeep { return }
      problems.append(
        ConditionProblem("this '(' is not closed", help: "add a ')'", at: opening.range))
    } else {
      reportLeftover()
      skip()
      if case .rightParenthesis = current.kind { index += 1 }
    }
  }

  private mutating func enter() -> Bool {
    depth += 1
    if depth <= Self.maximumDepth { return true }
    problems.append(
      ConditionProblem(
        "parentheses are nested more than \(Self.maximumDepth) levels deep",
        help: "split the condition", at: current.range))
    depth -= 1
    isTooDeep = true
    index = tokens.count - 1
    return false
  }

  // MARK: Recovery

  /// Reports a token where only an operator is allowed.
  private mutating func reportLeftover() {
    let text = Self.text(current)
    let problem: ConditionProblem
    switch current.kind {
    case .rightParenthesis:
      problem = ConditionProblem(
        "this ')' has no matching '('", help: "remove it, or add a '(' before", at: current.range)
    case .word(let word):
      let foreign = Operator.foreign[word]
      problem = ConditionProblem(
        foreign == nil
          ? "expected an operator before '\(text)'" : "unknown operator '\(word)'",
        help: foreign.map { "write `\($0)`" }
          ?? "join conditions with `&&` or `||`, and put texts in quotes", at: current.range)
    default:
      problem = ConditionProblem(
        "expected an operator before '\(text)'", help: "join conditions with `&&` or `||`",
        at: current.range)
    }
    problems.append(problem)
  }

  /// Skips to the next position where a condition can continue.
  private mutating func skip() {
    while true {
      switch current.kind {
      case .symbol(.and), .symbol(.or), .end: return
      case .word(let word) where Self.logical[word.lowercased()] != nil: return
      case .rightParenthesis where depth > 0: return
      default: index += 1
      }
    }
  }

  private static func text(_ token: Token) -> String {
    switch token.kind {
    case .word(let word): word
    case .text(let text): "\"\(text.prefix(20))\""
    case .pattern(let text): "/\(text.prefix(20))/"
    case .number(let number): Value.number(number).description
    case .duration(let seconds): Value.duration(seconds).description
    case .symbol(let symbol): symbol.rawValue
    case .not: "!"
    case .leftParenthesis: "("
    case .rightParenthesis: ")"
    case .leftBracket: "["
    case .rightBracket: "]"
    case .comma: ","
    case .invalid, .end: ""
    }
  }
}
