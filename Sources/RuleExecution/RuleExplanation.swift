package import CIModel
import CIRules
import Expressions
package import GitHistory
import PipelineConfig
import SecretMasking

/// The result of one rule for the current change, with everything that led to it.
package struct RuleExplanation: Sendable {
  /// Each condition of the rule: its key, its outcome and its trace.
  package var conditions: [Condition] = []
  package var applies = true
  package var findings: [Finding] = []
  /// What the rule could not check, each a sentence; with such a note, no findings do not mean a
  /// pass.
  package var notes: [String] = []
  /// Why there is no change to judge.
  package var problem: Facts.HistoryProblem?
  /// The number of files and commits in the change.
  package var size: (files: Int, commits: Int)?

  package struct Condition: Sendable {
    package var key: String
    /// `holds`, `does not hold` or `unknown: title (there is no pull request)`.
    package var outcome: String
    /// The trace, one line for each part.
    package var trace: String
  }

  /// - Parameters:
  ///   - settings: The settings of the rule; a custom rule may have several.
  ///   - sources: The sources of the other facts.
  ///   - environment: The environment for git.
  ///   - programs: Runs the program of a `command:` rule.
  package init(
    _ settings: [RuleSettings], base: BaseRequest, from sources: FactSources,
    environment: [String: String], pullRequest: PullRequest?, programs: CommandRules
  ) {
    let (pipeline, policy) = (sources.pipeline, sources.policy)
    let rules = RuleSet(
      settings: settings, includesDefaults: false, conditions: pipeline.ruleConditions,
      steps: pipeline.stepGroups)
    let history = HistoryFacts.read(
      base,
      with: HistoryReader(
        directory: policy.repositoryRoot, environment: environment, judge: policy.commit),
      rules: rules, policy: policy)
    problem = history.facts.historyProblem
    size = history.facts.changes.map { ($0.files.count, $0.commits.count) }
    var found = history.facts
    found.pullRequest = pullRequest
    let facts = Facts.gather(found, from: sources, rules: rules)
    explainConditions(of: settings, pipeline, ConditionFacts(facts))
    guard facts.changes != nil, applies else { return }
    let result = Evaluation(rules: rules, programs: { programs.findings($0, in: $1) })
      .evaluate(facts)
    // Suppressions of other rules do not matter here.
    findings = result.findings.filter { $0.ruleID != Suppressions.ruleID }
    notes = result.notes
    let asked =
      rules.commands.map { ($0.settings, "The program did not run") }
      + settings.filter { $0.values["if"] != nil }.map { ($0, "`if` was ignored") }
    for (settings, words) in asked where facts.changes.flatMap(settings.concerned) == nil {
      notes.append("\(words), because the change has no file for this rule.")
    }
  }

  private mutating func explainConditions(
    of settings: [RuleSettings], _ pipeline: Pipeline, _ facts: ConditionFacts
  ) {
    let scope = Scope(steps: pipeline.stepGroups)
    var seen: Set<String> = []
    for setting in settings {
      let gate = RuleGate(setting, shared: pipeline.ruleConditions, scope: scope)
      // The findings show the level.
      let decision = gate.decide(facts, defaultLevel: .warning)
      applies = applies && decision.applies
      var evaluations = decision.evaluations + decision.levelEvaluations
      if case .text(let text)? = setting.values["if"],
        let own = try? Expressions.Condition(text, scope: scope)
      {
        evaluations.append(("if", text, own.evaluate(facts)))
      }
      for (key, text, evaluation) in evaluations where seen.insert("\(key) \(text)").inserted {
        let outcome =
          switch evaluation.outcome {
          case .holds: "true"
          case .doesNotHold: "false"
          case .unknown: "unknown: \(evaluation.missingText)"
          }
        conditions.append(
          Condition(key: key, outcome: outcome, trace: evaluation.trace.rendered(indentation: 4)))
      }
    }
  }
}
