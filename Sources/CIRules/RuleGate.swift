package import CIModel
package import Expressions

/// Whether a rule applies, and with which level: its `when`, `unless` and `level`, the same for every
/// rule.
///
/// A condition on an unknown fact never excuses a change: the rule applies, with the worst level that
/// it may have, and the report says why. What a merge queue does not tell is left to the request, which was
/// judged before it came there.
package struct RuleGate: Sendable {
  /// Each with its key.
  private var when: [(key: String, condition: Condition)] = []
  private var unless: [(key: String, condition: Condition)] = []
  private var levels: [(level: Severity, condition: Condition)] = []
  /// The level where no condition of `levels` holds.
  private var standard: Severity?
  /// Conditions that are none, which the configuration has refused already.
  private(set) var broken: [String] = []

  package struct Decision: Sendable {
    package var applies: Bool
    /// `nil` leaves the rule's own default.
    package var level: Severity?
    /// Each condition on whether the rule applies, with its key and what it came to.
    package var evaluations: [Evaluated] = []
    /// Each condition on its level.
    package var levelEvaluations: [Evaluated] = []

    package typealias Evaluated = (key: String, text: String, evaluation: ConditionEvaluation)

    /// What would have to be known to tell whether the rule applies; `nil` when it is.
    package var missing: String? { Self.missing(evaluations) }

    /// What would have to be known to tell its level; `nil` when it is.
    package var missingForLevel: String? { Self.missing(levelEvaluations) }

    /// What keeps it from being judged in a merge queue; `nil` where nothing does.
    fileprivate(set) package var lostInQueue: String?

    private static func missing(_ evaluations: [Evaluated]) -> String? {
      let facts = Set(evaluations.flatMap(\.evaluation.missing)).sorted()
      return facts.isEmpty ? nil : facts.map(\.description).joined(separator: ", ")
    }
  }

  /// - Parameter shared: What holds for all rules.
  package init(
    _ settings: RuleSettings, shared: RuleConditions = RuleConditions(), scope: Scope
  ) {
    standard = settings.level
    for text in shared.when { compile(text, scope).map { when.append(("rules.when", $0)) } }
    for text in settings.when { compile(text, scope).map { when.append(("when", $0)) } }
    for text in shared.unless { compile(text, scope).map { unless.append(("rules.unless", $0)) } }
    for text in settings.unless { compile(text, scope).map { unless.append(("unless", $0)) } }
    for entry in settings.levels {
      compile(entry.condition, scope).map { levels.append((entry.level, $0)) }
    }
  }

  private mutating func compile(_ text: String, _ scope: Scope) -> Condition? {
    if let condition = try? Condition(text, scope: scope) { return condition }
    broken.append(text)
    return nil
  }

  /// - Parameter defaultLevel: The level of a rule that none is set for.
  package func decide(_ facts: ConditionFacts, defaultLevel: Severity) -> Decision {
    var decision = Decision(applies: true)
    for (key, condition) in when {
      let evaluation = condition.evaluate(facts)
      decision.evaluations.append((key, condition.text, evaluation))
      if evaluation.outcome == .doesNotHold { decision.applies = false }
      if evaluation.isLostInQueue { decision.lostInQueue = evaluation.missingText }
    }
    for (key, condition) in unless {
      let evaluation = condition.evaluate(facts)
      decision.evaluations.append((key, condition.text, evaluation))
      if evaluation.outcome == .holds { decision.applies = false }
      if evaluation.isLostInQueue { decision.lostInQueue = evaluation.missingText }
    }
    if decision.lostInQueue != nil { decision.applies = false }
    decideLevel(&decision, facts, defaultLevel)
    return decision
  }

  private func decideLevel(
    _ decision: inout Decision, _ facts: ConditionFacts, _ defaultLevel: Severity
  ) {
    decision.level = standard
    var holding: Severity?
    var possible: Severity?
    for (level, condition) in levels {
      let evaluation = condition.evaluate(facts)
      decision.levelEvaluations.append(("level \(level.rawValue)", condition.text, evaluation))
      switch evaluation.outcome {
      case .holds: holding = max(level, holding ?? level)
      case .unknown where evaluation.isLostInQueue: break
      case .unknown: possible = max(level, possible ?? level)
      case .doesNotHold: break
      }
    }
    if let holding { decision.level = holding }
    if let possible { decision.level = max(possible, decision.level ?? defaultLevel) }
  }
}

extension ConditionEvaluation {
  /// It would be known outside of the merge queue.
  fileprivate var isLostInQueue: Bool {
    outcome == .unknown && missing.allSatisfy { $0.reason == .lostInQueue }
  }
}

extension ConditionFacts {
  package init(_ facts: Facts) {
    self.init(
      changes: facts.changes, pullRequest: facts.pullRequest, surroundings: facts.surroundings,
      steps: facts.steps + facts.matrixSteps)
  }
}

extension RuleSettings {
  /// The part of a change that `paths` and `exclude` leave; `nil` when they leave nothing.
  package func concerned(of changes: ChangeSet) -> ChangeSet? {
    let scope = FileScope(self)
    if scope.isEverything { return changes }
    let files = changes.files.filter { scope.view(of: $0) != nil }
    guard !files.isEmpty else { return nil }
    return ChangeSet(
      base: changes.base, head: changes.head, mergeBase: changes.mergeBase, files: files,
      commits: changes.commits)
  }
}
