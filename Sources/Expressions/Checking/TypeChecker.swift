internal import CIModel

/// Finds out what every part of a condition stands for and reports what cannot be.
struct TypeChecker {
  private let scope: Scope
  private let source: SourceText
  private(set) var problems: [ConditionProblem] = []

  init(scope: Scope, source: SourceText) {
    self.scope = scope
    self.source = source
  }

  /// The whole condition has to be true or false.
  mutating func checkCondition(_ tree: SyntaxTree) {
    guard let type = type(of: tree), type != .boolean else { return }
    report(
      "a condition is true or false, and '\(source.excerpt(tree.range))' is \(type.phrase)",
      help: Self.advice(toTest: source.excerpt(tree.range), type), at: tree.range)
  }

  private mutating func report(_ message: String, help: String?, at range: Range<Int>) {
    problems.append(ConditionProblem(message, help: help, at: range))
  }

  /// `nil` for a part that was reported.
  private mutating func type(of tree: SyntaxTree) -> ValueType? {
    switch tree.node {
    case .invalid:
      return nil
    case .literal(let value):
      return value.type
    case .pattern:
      report(
        "a regular expression between slashes stands only behind '=~' or '!~'",
        help: "write `title =~ /…/`, or put a text in quotes", at: tree.range)
      return nil
    case .list(let items):
      for item in items {
        guard let type = type(of: item), type != .text else { continue }
        report(
          "a list holds texts, not \(type.phrase)", help: "put it in quotes", at: item.range)
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
        "'!' needs true or false, and '\(source.excerpt(inner.range))' is \(type.phrase)",
        help: "put the comparison in parentheses: `!(… contains …)`", at: inner.range)
      return nil
    }
    return .boolean
  }

  private mutating func checkLogic(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) -> ValueType {
    for operand in [left, right] {
      if let type = type(of: operand), type != .boolean {
        let text = source.excerpt(operand.range)
        report(
          "'\(symbol.rawValue)' needs true or false on both sides, and '\(text)' is "
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
    }
    return .boolean
  }

  // MARK: Comparisons

  private mutating func check(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree, _ tree: SyntaxTree
  ) -> ValueType {
    switch symbol {
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
      require(right, type(of: right), [.list], symbol, "behind")
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
          "behind 'matches' stands a pattern in quotes",
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
        help: "use `contains`, or compare how many entries they have: `count(…)`", at: tree.range)
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
        "this is always \(outcome)", help: "compare with something that can differ",
        at: tree.range)
    }
  }

  /// What a comparison comes to whatever the facts, or `nil` when it depends on them.
  private static func constantOutcome(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) -> Bool? {
    if case .literal(let first) = left.node, case .literal(let second) = right.node {
      return Comparison.outcome(symbol, first, second)
    }
    if left.sameMeaning(as: right) {
      return symbol == .equal || symbol == .lessOrEqual || symbol == .greaterOrEqual
    }
    // Nothing that conditions count is ever less than zero.
    if let limit = right.number, left.isCounted {
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

  /// A name with a closed list of values can be none but those.
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
        ?? "it is one of \(words.joined(separator: ", "))",
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
      "\(place) '\(symbol.rawValue)' stands \(wanted.map(\.phrase).joined(separator: " or ")), "
        + "and '\(text)' is \(type.phrase)",
      help: wanted == [.list] ? "write a list: `[\(text)]`" : Self.advice(toTest: text, type),
      at: tree.range)
  }

  private mutating func requireText(_ tree: SyntaxTree, _ symbol: Operator) {
    require(tree, type(of: tree), [.text], symbol, "behind")
    if tree.textLiteral?.isEmpty ?? false {
      report(
        "every text \(symbol == .contains ? "contains" : "begins and ends with") \"\"",
        help: "write what to look for", at: tree.range)
    }
  }

  private mutating func checkPattern(_ tree: SyntaxTree, _ symbol: Operator) {
    let pattern: String
    if case .pattern(let text) = tree.node {
      pattern = text
    } else if let text = tree.textLiteral {
      pattern = text
    } else {
      if case .invalid = tree.node { return }
      report(
        "behind '\(symbol.rawValue)' stands a regular expression in quotes or slashes",
        help: "as in `title =~ \"^(feat|fix): \"`", at: tree.range)
      return
    }
    guard let problem = PatternCheck.problem(in: pattern) else { return }
    report("this \(problem.message)", help: problem.help, at: tree.range)
  }

  /// What to write to make a condition of something that is none.
  private static func advice(toTest text: String, _ type: ValueType) -> String {
    switch type {
    case .text: "compare it, as in `\(text) == \"…\"` or `\(text) contains \"…\"`"
    case .number: "compare it, as in `\(text) > 0`"
    case .duration: "compare it, as in `\(text) > 5m`"
    case .list: "count the entries, as in `count(\(text)) > 0`, or use `contains`"
    case .boolean: "write a text in quotes"
    }
  }
}

// MARK: Calls

extension TypeChecker {
  private mutating func checkCall(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [SyntaxTree], _ range: Range<Int>
  ) -> ValueType? {
    guard let function = FunctionRegistry.function(name) else {
      reportUnknownFunction(name, nameRange)
      for argument in arguments where argument.textLiteral == nil { _ = type(of: argument) }
      return nil
    }
    switch function.parameters {
    case .globs(let minimum):
      if arguments.count < minimum {
        report(
          "'\(name)' needs a pattern of paths", help: "as in `\(function.example)`", at: range)
      }
      for argument in arguments { checkGlobArgument(argument, function) }
    case .one(let wanted):
      guard arguments.count == 1, let argument = arguments.first else {
        report(
          "'\(name)' takes one value, not \(arguments.count)",
          help: "as in `\(function.example)`", at: range)
        for argument in arguments { _ = type(of: argument) }
        return function.result
      }
      if let type = type(of: argument), type != wanted {
        report(
          "'\(name)' takes \(wanted.phrase), and '\(source.excerpt(argument.range))' is "
            + type.phrase, help: "as in `\(function.example)`", at: argument.range)
      }
    }
    return function.result
  }

  private mutating func reportUnknownFunction(_ name: String, _ range: Range<Int>) {
    let help: String
    if NameRegistry.name(name) != nil {
      report("'\(name)' is no function", help: "write `\(name)`", at: range)
      return
    }
    let names = FunctionRegistry.functions.map(\.name)
    if let instead = Self.foreignFunctions[name] {
      help = "write `\(instead)`"
    } else if let near = nearestSpelling(of: name, among: names) {
      help = "did you mean '\(near)'?"
    } else {
      help = "there are \(names.joined(separator: ", "))"
    }
    report("unknown function '\(name)'", help: help, at: range)
  }

  private static let foreignFunctions: [String: String] = [
    "always": "true", "contains": #"… contains "…""#, "created": "added(…)",
    "endsWith":
      #"… ends_with "…""#, "ends_with": #"… ends_with "…""#, "hasPrefix": #"… starts_with "…""#,
    "len": "length(…)", "match": #"… =~ "…""#, "matches": #"… matches "…""#,
    "moved":
      "renamed(…)", "removed": "deleted(…)", "size": "count(…)",
    "startsWith":
      #"… starts_with "…""#, "starts_with": #"… starts_with "…""#, "touched": "changed(…)",
  ]

  private mutating func checkGlobArgument(_ argument: SyntaxTree, _ function: FunctionSpec) {
    if let glob = argument.textLiteral {
      checkGlob(glob, argument.range)
    } else if case .list = argument.node {
      report(
        "'\(function.name)' takes patterns one after the other, not a list",
        help: "remove the brackets", at: argument.range)
    } else if case .name(let name) = argument.node {
      report(
        "'\(function.name)' takes patterns of paths in quotes", help: "write `\"\(name)\"`",
        at: argument.range)
    } else if type(of: argument) != nil {
      report(
        "'\(function.name)' takes patterns of paths in quotes",
        help: "as in `\(function.example)`", at: argument.range)
    }
  }

  private mutating func checkGlob(_ glob: String, _ range: Range<Int>) {
    if glob.allSatisfy(\.isWhitespace) {
      report("this is an empty path pattern", help: "write `**` to mean every file", at: range)
    } else if glob.hasPrefix("/") || glob.hasPrefix("~") {
      report(
        "paths are relative to the repository root, not '\(glob)'",
        help: "write the pattern without '/' or '~' at the start", at: range)
    } else if glob.split(separator: "/").contains("..") {
      report(
        "'\(glob)' can match nothing", help: "write a pattern relative to the repository root",
        at: range)
    } else if !glob.contains("\\"),
      let bracket = [("{", "}"), ("[", "]")].first(where: { opening, closing in
        glob.count { String($0) == opening } != glob.count { String($0) == closing }
      })
    {
      report(
        "'\(glob)' has a '\(bracket.0)' without '\(bracket.1)' or the reverse", help: "close it",
        at: range)
    } else if glob.utf8.count > 1024 || glob.count(where: { $0 == "{" }) > 16 {
      report("this is too large a path pattern", help: "write several patterns", at: range)
    }
  }
}

extension Value {
  /// `nil` when it is unknown.
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
