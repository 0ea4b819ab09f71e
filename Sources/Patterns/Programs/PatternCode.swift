/// The compiled form of a pattern; created once, and shared by all its matchers.
struct PatternCode: Sendable {
  /// Searches from the beginning.
  let forward: Program
  /// Finds the beginning of a match whose end is known.
  let backward: Program
  /// The look-arounds by number.
  let lookarounds: [Lookaround]
  let sets: [ScalarSet]
  let letters: LetterTable
  let groupCount: Int

  struct Lookaround: Sendable {
    /// Reversed for a look-ahead, which is evaluated from the end of the text to its beginning.
    let program: Program
  }

  init(_ node: PatternNode, groupCount: Int) throws(PatternError) {
    self.groupCount = groupCount
    let forward = try ProgramCompiler.compile(node, sets: [])
    let backward = try ProgramCompiler.compile(node, isReversed: true, sets: forward.sets)
    var sets = backward.sets
    var lookarounds: [Lookaround] = []
    for (body, kind) in node.lookarounds {
      let output = try ProgramCompiler.compile(body, isReversed: kind.isAhead, sets: sets)
      sets = output.sets
      lookarounds.append(Lookaround(program: output.program))
    }
    self.forward = forward.program
    self.backward = backward.program
    self.lookarounds = lookarounds
    self.sets = sets
    letters = LetterTable(
      sets,
      needs: ([forward.program, backward.program] + lookarounds.map(\.program)).reduce([]) {
        $0.union($1.needs)
      })
  }
}

extension PatternNode {
  /// The look-arounds in the order of their numbers.
  fileprivate var lookarounds: [(PatternNode, Lookaround)] {
    switch self {
    case .empty, .set, .assertion: []
    case .sequence(let nodes), .alternatives(let nodes): nodes.flatMap(\.lookarounds)
    case .repetition(let node, _, _, _, _), .group(let node, _): node.lookarounds
    case .lookaround(let node, let kind): [(node, kind)]
    }
  }
}

extension Program {
  /// The facts about adjacent scalars that its assertions need.
  fileprivate var needs: Surroundings {
    instructions.reduce(into: []) { needs, instruction in
      if case .assertion(let assertion, _) = instruction { needs.formUnion(assertion.needs) }
    }
  }
}
