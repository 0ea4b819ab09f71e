package import CIModel
package import Expressions

/// Whether a rule applies: its `when` and `unless`, the same for every rule.
///
/// A condition that depends on a fact nobody told excuses nobody: the rule applies, and the report
/// says why.
package struct RuleGate: Sendable {
  private var when: [Condition] = []
  private var unless: [Condition] = []
  /// Conditions that are none, which the configuration has refused already.
  private(set) var broken: [String] = []

  package struct Decision: Sendable {
    package var applies: Bool
    /// Each condition with its key and what it came to.
    package var evaluations: [(key: String, text: String, evaluation: Evaluation)]

    /// What the decision would have had to know, `nil` when it knew.
    package var missing: String? {
      let facts = Set(evaluations.flatMap(\.evaluation.missing)).sorted()
      return facts.isEmpty ? nil : facts.map(\.description).joined(separator: ", ")
    }
  }

  package init(_ settings: RuleSettings, scope: Scope) {
    when = compile(settings.when, scope)
    unless = compile(settings.unless, scope)
  }

  private mutating func compile(_ texts: [String], _ scope: Scope) -> [Condition] {
    texts.compactMap { text in
      if let condition = try? Condition(text, scope: scope) { return condition }
      broken.append(text)
      return nil
    }
  }

  package func decide(_ facts: ConditionFacts) -> Decision {
    var decision = Decision(applies: true, evaluations: [])
    for condition in when {
      let evaluation = condition.evaluate(facts)
      decision.evaluations.append(("when", condition.text, evaluation))
      if evaluation.outcome == .doesNotHold { decision.applies = false }
    }
    for condition in unless {
      let evaluation = condition.evaluate(facts)
      decision.evaluations.append(("unless", condition.text, evaluation))
      if evaluation.outcome == .holds { decision.applies = false }
    }
    return decision
  }
}

extension ConditionFacts {
  package init(_ facts: Facts) {
    self.init(
      changes: facts.changes, pullRequest: facts.pullRequest, surroundings: facts.surroundings,
      steps: facts.steps)
  }
}

extension RuleSettings {
  /// The part of a change that `paths` and `exclude` leave; `nil` when they leave nothing.
  package func concerned(of changes: ChangeSet) -> ChangeSet? {
    let scope = FileScope(self)
    if scope.isEverything { return changes }
    let files = changes.files.filter { scope.contains($0) }
    guard !files.isEmpty else { return nil }
    return ChangeSet(
      base: changes.base, head: changes.head, mergeBase: changes.mergeBase, files: files,
      commits: changes.commits)
  }
}
