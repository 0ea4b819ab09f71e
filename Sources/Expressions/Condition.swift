/// A parsed and checked condition of `.ci.yml`, such as `changed("Sources/**") && !(title contains
/// "#trivial")`.
///
/// `docs/expressions.md` describes the language.
package struct Condition: Hashable, Sendable {
  /// The source text.
  package var text: String { source.text }
  private let source: SourceText
  private let tree: SyntaxTree

  /// The maximum length in Unicode scalars; nobody can read a longer condition.
  private static let maximumLength = 4096

  /// - Throws: All errors of the condition.
  package init(_ text: String, scope: Scope = Scope()) throws(ConditionError) {
    source = SourceText(text)
    let count = source.scalars.count
    guard count <= Self.maximumLength else {
      throw ConditionError(problems: [
        ConditionProblem(
          "the condition is longer than \(Self.maximumLength) characters",
          help: "split it into several rules", at: 0..<count)
      ])
    }
    var lexer = Lexer(source.scalars)
    var parser = Parser(lexer.tokens())
    tree = parser.parse()
    var checker = TypeChecker(scope: scope, source: source)
    checker.checkCondition(tree)
    let problems = lexer.problems + parser.problems + checker.problems
    if !problems.isEmpty { throw ConditionError(problems: problems) }
  }

  package func evaluate(_ facts: ConditionFacts) -> ConditionEvaluation {
    var evaluator = Evaluator(facts: facts, source: source)
    return evaluator.evaluate(tree)
  }

  /// All names and functions in it, with ids of steps, sorted and unique.
  package var names: [String] {
    var names: Set<String> = []
    Self.collect(tree, &names)
    return names.sorted()
  }

  /// The steps whose results it uses; they have to end first.
  package var steps: [String] {
    let ids = names.compactMap { name -> String? in
      switch Reference(name) {
      case .step(let id, _), .output(let id, _): id
      default: nil
      }
    }
    return Set(ids).sorted()
  }

  /// Whether it needs the change set.
  package var asksForChange: Bool {
    names.contains { name in
      if NameRegistry.name(name)?.origin == .change { return true }
      if case .globs = FunctionRegistry.function(name)?.parameters { return true }
      return false
    }
  }

  private static func collect(_ tree: SyntaxTree, _ names: inout Set<String>) {
    switch tree.node {
    case .literal, .pattern, .invalid: break
    case .name(let name): names.insert(name)
    case .call(let name, _, let arguments):
      names.insert(name)
      for argument in arguments { collect(argument, &names) }
    case .list(let items):
      for item in items { collect(item, &names) }
    case .not(let inner): collect(inner, &names)
    case .binary(_, let left, let right, _):
      collect(left, &names)
      collect(right, &names)
    }
  }
}
