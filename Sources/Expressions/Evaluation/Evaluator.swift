internal import CIModel
internal import Patterns

/// Evaluates a checked condition and records the value of every part.
///
/// A part that depends on an unknown fact is unknown, and so is every part that depends on it,
/// unless the other side of `&&` or `||` decides (Kleene's logic).
struct Evaluator {
  private let facts: ConditionFacts
  private let source: SourceText
  private var missing: Set<MissingFact> = []

  init(facts: ConditionFacts, source: SourceText) {
    self.facts = facts
    self.source = source
  }

  mutating func evaluate(_ tree: SyntaxTree) -> ConditionEvaluation {
    let trace = trace(tree)
    let outcome: ConditionEvaluation.Outcome
    switch trace.value {
    case .boolean(true): outcome = .holds
    case .boolean(false): outcome = .doesNotHold
    default: outcome = .unknown
    }
    return ConditionEvaluation(
      outcome: outcome, missing: outcome == .unknown ? missing.sorted() : [], trace: trace)
  }

  private mutating func trace(_ tree: SyntaxTree) -> Trace {
    let text = source.excerpt(tree.range)
    switch tree.node {
    case .invalid, .pattern:
      return Trace(text: text, value: .unknown, isConstant: true)
    case .literal(let value):
      return Trace(text: text, value: value, isConstant: true)
    case .list(let items):
      return Trace(text: text, value: .list(items.compactMap(\.textLiteral)), isConstant: true)
    case .name(let name):
      return Trace(text: text, value: value(of: name), isSecret: isSecret(name))
    case .call(let name, _, let arguments):
      return call(name, arguments, text)
    case .not(let inner):
      let inner = trace(inner)
      var value = Value.unknown
      if case .boolean(let boolean) = inner.value { value = .boolean(!boolean) }
      return Trace(text: text, value: value, children: [inner])
    case .binary(let symbol, let left, let right, _):
      return binary(symbol, left, right, text)
    }
  }

  private mutating func binary(
    _ symbol: Operator, _ left: SyntaxTree, _ right: SyntaxTree, _ text: String
  ) -> Trace {
    let first = trace(left)
    if symbol == .and || symbol == .or {
      let decisive = Value.boolean(symbol == .or)
      if first.value == decisive {
        let skipped = Trace(text: source.excerpt(right.range), value: nil)
        return Trace(text: text, value: decisive, children: [first, skipped])
      }
      let second = trace(right)
      var value = Value.unknown
      if second.value == decisive {
        value = decisive
      } else if case .boolean(let a) = first.value, case .boolean(let b) = second.value {
        value = .boolean(symbol == .and ? a && b : a || b)
      }
      return Trace(text: text, value: value, children: [first, second])
    }
    let second = trace(right)
    let children = [first, second].filter { !$0.isConstant }
    if symbol.calculates {
      return calculation(symbol, first, second, text, children)
    }
    guard let value = first.value.flatMap({ outcome(symbol, $0, second.value, right) }) else {
      return Trace(text: text, value: .unknown, children: children)
    }
    return Trace(text: text, value: .boolean(value), children: children)
  }

  private mutating func calculation(
    _ symbol: Operator, _ left: Trace, _ right: Trace, _ text: String, _ children: [Trace]
  ) -> Trace {
    let value = Calculation.value(symbol, left.value ?? .unknown, right.value ?? .unknown)
    if symbol == .divided, right.value.map(Calculation.isZero) ?? false {
      missing.insert(MissingFact(name: text, reason: .dividedByZero))
    }
    return Trace(text: text, value: value, isConstant: children.isEmpty, children: children)
  }

  private mutating func outcome(
    _ symbol: Operator, _ left: Value, _ right: Value?, _ tree: SyntaxTree
  ) -> Bool? {
    switch symbol {
    case .matchesPattern, .lacksPattern:
      guard let isFound = isFound(tree, in: left) else { return nil }
      return isFound == (symbol == .matchesPattern)
    case .matchesGlob:
      guard let glob = tree.textLiteral.map({ PathGlob($0) }) else { return nil }
      switch left {
      case .text(let text): return glob.matches(text)
      case .list(let items): return items.contains { glob.matches($0) }
      default: return nil
      }
    case .contains:
      switch (left, right) {
      case (.text(let text), .text(let part)): return text.includes(part)
      case (.list(let items), .text(let item)): return items.contains(item)
      default: return nil
      }
    case .startsWith, .endsWith:
      guard case .text(let text) = left, case .text(let part) = right else { return nil }
      return symbol == .startsWith ? text.hasPrefix(part) : text.hasSuffix(part)
    case .isIn:
      guard case .text(let item) = left, case .list(let items) = right else { return nil }
      return items.contains(item)
    default:
      return right.flatMap { Comparison.outcome(symbol, left, $0) }
    }
  }

  private mutating func isFound(_ tree: SyntaxTree, in value: Value) -> Bool? {
    searched(tree) { matcher in
      switch value {
      case .text(let text): matcher.occurs(in: text)
      case .list(let items): items.contains { matcher.occurs(in: $0) }
      default: nil
      }
    }
  }

  /// What a search with a pattern finds; `nil` when it is given up, because it takes too long.
  private mutating func searched<Result>(
    _ tree: SyntaxTree, _ search: (Matcher) -> Result?
  ) -> Result? {
    guard let text = tree.patternText, let matcher = (try? Pattern(text))?.boundedMatcher() else {
      return nil
    }
    let result = search(matcher)
    guard matcher.isSpent else { return result }
    missing.insert(MissingFact(name: "`\(text)`", reason: .tooMuchWork))
    return nil
  }

  // MARK: Names and calls

  private mutating func value(of name: String) -> Value {
    if let spec = NameRegistry.name(name) {
      if let value = spec.value(facts) { return value }
      let reason: MissingFact.Reason =
        switch spec.origin {
        case .change: .noMergeBase
        case .pullRequest:
          facts.surroundings.event == .mergeQueue
            ? .lostInQueue : facts.pullRequest == nil ? .noPullRequest : .notTold
        case .run: .unknown
        }
      missing.insert(MissingFact(name: name, reason: reason))
      return .unknown
    }
    switch Reference(name) {
    case .environment(let variable):
      return .text(facts.surroundings.environment[variable] ?? "")
    case .matrix(let axis):
      if let value = facts.matrix[axis] { return .text(value) }
    case .step(let id, let key):
      if let step = facts.steps.first(where: { $0.id == id }),
        let value = StepKey(rawValue: key)?.value(of: step)
      {
        return value
      }
      missing.insert(MissingFact(name: name, reason: .stepNotEnded))
      return .unknown
    case .output(let id, let output):
      // An output that a step did not write is empty, like an unset variable.
      if let step = facts.steps.first(where: { $0.id == id }) {
        return .text(step.outputs?[output] ?? "")
      }
      missing.insert(MissingFact(name: name, reason: .stepNotEnded))
      return .unknown
    case nil:
      break
    }
    missing.insert(MissingFact(name: name, reason: .unknown))
    return .unknown
  }

  private mutating func call(_ name: String, _ arguments: [SyntaxTree], _ text: String) -> Trace {
    guard let function = FunctionRegistry.function(name) else {
      return Trace(text: text, value: .unknown)
    }
    switch function.body {
    case .filter(let choose):
      guard let list = arguments.first, let pattern = arguments.last else {
        return Trace(text: text, value: .unknown)
      }
      let inner = trace(list)
      var value = Value.unknown
      if case .list(let items) = inner.value {
        value =
          searched(pattern) { matcher in choose(items) { matcher.occurs(in: $0) } } ?? .unknown
      }
      return Trace(
        text: text, value: value, isSecret: inner.isSecret,
        children: inner.isConstant ? [] : [inner])
    case .value(let compute):
      guard let argument = arguments.first else { return Trace(text: text, value: .unknown) }
      let inner = trace(argument)
      return Trace(
        text: text, value: inner.value.map(compute) ?? .unknown, isSecret: inner.isSecret,
        children: inner.isConstant ? [] : [inner])
    case .files(let matching, let value):
      guard let changes = facts.changes else {
        missing.insert(MissingFact(name: name, reason: .noMergeBase))
        return Trace(text: text, value: .unknown)
      }
      let globs = arguments.compactMap(\.textLiteral).map { PathGlob.choosingFiles($0) }
      let matched = changes.files.filter { matching($0, globs) }
      return Trace(
        text: text, value: value(matched, changes.files),
        files: Trace.Files(matched: matched.map(\.path), total: changes.files.count))
    }
  }

  /// Whether the value of a name must not be shown.
  private func isSecret(_ name: String) -> Bool {
    guard case .environment(let variable) = Reference(name) else { return false }
    return facts.surroundings.secrets.contains(variable) || SecretName.isSecret(variable)
      || SecretName.isSecretValue(facts.surroundings.environment[variable] ?? "")
  }
}
