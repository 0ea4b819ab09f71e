package import CIModel
package import Expressions

/// Decides whether a rule applies, and at which level, by its `when`, `unless` and `level`, which
/// work the same for every rule.
///
/// A condition on an unknown fact never exempts a change: the rule applies, at the worst level that
/// it may have, and the report explains why. Facts that a merge queue does not provide are an
/// exception: the pull request was judged by them before it entered the queue.
package struct RuleGate: Sendable {
  /// The conditions with their keys.
  private var when: [(key: String, condition: Condition)] = []
  private var unless: [(key: String, condition: Condition)] = []
  private var levels: [(level: Severity, condition: Condition)] = []
  /// The level when no condition of `levels` holds.
  private var standard: Severity?
  /// Invalid conditions, which the configuration has already rejected.
  private(set) var broken: [String] = []

  package struct Decision: Sendable {
    package var applies: Bool
    /// The level; `nil` keeps the rule's own default.
    package var level: Severity?
    /// The conditions on whether the rule applies, each with its key and its result.
    package var evaluations: [Evaluated] = []
    /// The conditions on the level, each with its key and its result.
    package var levelEvaluations: [Evaluated] = []

    package typealias Evaluated = (key: String, text: String, evaluation: ConditionEvaluation)

    /// Unknown facts on which it depends whether the rule applies; `nil` when there are none.
    package var missing: String? { Self.missing(evaluations) }

    /// Unknown facts on which the level depends; `nil` when there are none.
    package var missingForLevel: String? { Self.missing(levelEvaluations) }

    /// The facts that a merge queue does not provide, because of which the rule is not checked;
    /// `nil` when there are none.
    fileprivate(set) package var lostInQueue: String?

    private static func missing(_ evaluations: [Evaluated]) -> String? {
      let facts = Set(evaluations.flatMap(\.evaluation.missing)).sorted()
      return facts.isEmpty ? nil : facts.map(\.description).joined(separator: ", ")
    }
  }

  /// - Parameter shared: The conditions that apply to all rules.
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

  /// - Parameter defaultLevel: The level of the rule when none is set.
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
  /// Whether the result is unknown only because a merge queue does not provide the facts.
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
