package import CIModel
import Expressions

/// Flags a change for which a condition holds: custom rules with `if:`.
package struct ConditionRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "if", summary: "Flags a change for which a condition is true.",
    parameters: [.init("if", .text, "Condition that must not be true.")], isDefault: false,
    defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "the condition is false",
      ["if": .text(#"changed("db/**") && !only_changed("db/**")"#)],
      files: [FileChange(.added, "db/7.sql", additions: 9)]),
    .flagged(
      "the condition is true", as: .warning,
      values: ["if": .text(#"changed("db/**") && !only_changed("db/**")"#)],
      files: [
        FileChange(.added, "db/7.sql", additions: 9),
        FileChange(.modified, "Sources/A.swift", additions: 1),
      ]),
    .clean(
      "outside a pull request, the title is unknown", ["if": .text(#"title == """#)],
      files: [FileChange(.modified, "a", additions: 1)]),
    .flagged(
      "a pull request with an unknown title does not pass", as: .warning,
      values: ["if": .text(#"title == """#)],
      files: [FileChange(.modified, "a", additions: 1)], pullRequest: PullRequest(labels: [])),
  ]

  private let options: RuleOptions
  private let text: String

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    text = settings.text("if") ?? ""
  }

  package var id: String { options.id }

  /// The result of the condition; `nil` when its text is not a valid condition.
  func evaluation(in facts: Facts) -> ConditionEvaluation? {
    try? Condition(text, scope: Scope(steps: facts.stepIDs)).evaluate(ConditionFacts(facts))
  }

  package func judgedCommits(in facts: Facts) -> [Commit] {
    // Their number is known even if they are not read.
    let text = text.replacing("count(commits)", with: "0")
    let names = (try? Condition(text, scope: Scope(steps: facts.stepIDs)))?.names ?? []
    let readsCommits = names.contains("commits") || names.contains("commit_authors")
    return readsCommits && isConcerned(in: facts) ? facts.changes?.commits ?? [] : []
  }

  package func findings(in facts: Facts) -> [Finding] { judge(facts).findings }

  /// The findings, and the facts that the condition lacks when their absence is a note and not a
  /// finding.
  func judge(_ facts: Facts) -> (findings: [Finding], unknown: String?) {
    guard isConcerned(in: facts) else { return ([], nil) }
    guard let evaluation = evaluation(in: facts) else {
      let finding = Finding(
        .error, id, "'\(text)' is not a valid condition", help: "Correct `if` of rule '\(id)'.")
      return ([finding], nil)
    }
    let isNote =
      evaluation.outcome == .unknown && !evaluation.missing.contains(where: \.isFinding)
    return (findings(evaluation), isNote ? evaluation.missingText : nil)
  }

  private func findings(_ evaluation: ConditionEvaluation) -> [Finding] {
    switch evaluation.outcome {
    case .doesNotHold:
      return []
    case .holds:
      return [
        options.finding(
          "`\(text)` is true", help: "See `devtool rules explain \(id)` for how it was evaluated.")
      ]
    case .unknown:
      if let fact = evaluation.missing.first(where: { $0.rewording != nil }) {
        return [
          Finding(
            options.level, id, "cannot be evaluated: \(fact.description)", help: fact.rewording)
        ]
      }
      guard evaluation.missing.contains(where: \.isFinding) else { return [] }
      return [
        Finding(
          options.level, id, "cannot be evaluated, unknown: \(evaluation.missingText)",
          help: PullRequestOption.advice(for: evaluation.missing.map(\.name)))
      ]
    }
  }

  /// Whether the rule concerns the change: a changed file must be in the scope of `paths` and
  /// `exclude`, if they are set.
  private func isConcerned(in facts: Facts) -> Bool {
    guard let changes = facts.changes else { return false }
    return options.scope.isEverything
      || changes.files.contains { options.scope.view(of: $0) != nil }
  }
}

extension MissingFact {
  /// Whether a rule that needs the fact flags the change instead of adding a note. A pull request
  /// must not pass because the service does not provide a fact, nor because the change makes a
  /// divisor zero or a pattern slow.
  fileprivate var isFinding: Bool { reason == .notTold || rewording != nil }

  /// How the condition is written so that the change cannot keep it from being evaluated; `nil` if
  /// that does not depend on the change.
  fileprivate var rewording: String? {
    switch reason {
    case .dividedByZero: "Compare without dividing: `a > 2 * b` for `a / b > 2`."
    case .tooMuchWork: "\(SpentPattern.help)."
    default: nil
    }
  }
}
