package import CIModel

/// Judges facts by rules and policies: the one place where findings, thresholds and the notes on what
/// could not be judged are made.
package struct Evaluation: Sendable {
  /// Asks the programs of `command:` rules.
  package typealias Programs = @Sendable (RuleSet, Facts) -> [Finding]

  /// `nil` judges no rules.
  package var rules: RuleSet?
  package var policies: Policies
  /// Whether a missing change is an error: somebody asked for rules, or named a base.
  package var requiresChange: Bool
  private let programs: Programs

  package init(
    rules: RuleSet? = nil, policies: Policies = .none, requiresChange: Bool = false,
    programs: @escaping Programs = { _, _ in [] }
  ) {
    self.rules = rules
    self.policies = policies
    self.requiresChange = requiresChange
    self.programs = programs
  }

  /// What the facts come to.
  package struct Result: Hashable, Sendable {
    /// Sorted, the worst first; suppressed ones are marked.
    package var findings: [Finding] = []
    /// Of coverage, met or not.
    package var thresholds: [Coverage.Threshold] = []
    /// Of tests and warnings, met or not.
    package var requirements: [Requirement] = []
    /// Why something was not judged, each a sentence.
    package var notes: [String] = []
    /// What could not be judged although something asked for it; `nil` when all could.
    package var missing: MissingInput?
  }

  /// Something that a check needs and does not have, such as a merge base.
  package struct MissingInput: Hashable, Sendable {
    /// The finding that says so; `nil` where a policy says it in its own words.
    package var finding: Finding?

    package init(finding: Finding? = nil) {
      self.finding = finding
    }
  }

  package func evaluate(_ facts: Facts) -> Result {
    var result = Result()
    if let rules, facts.changes != nil {
      result.findings = Suppressions(facts).applied(
        to: rules.findings(in: facts) + programs(rules, facts), rules: rules.ids,
        policies: rules.suppressions)
      result.notes = rules.notes(in: facts) + rules.conditionNotes(in: facts)
    }
    judgeHistory(facts, &result)
    policies.judge(facts, &result)
    result.findings.sort()
    return result
  }

  /// A change that is asked for and cannot be had is an error, and a note where nothing asks for it.
  private func judgeHistory(_ facts: Facts, _ result: inout Result) {
    guard let problem = facts.historyProblem else { return }
    let requiresPatch = policies.coverage.requiresPatch && facts.coverage != nil
    if requiresChange || requiresPatch {
      let finding = Finding(
        .error, requiresChange ? "rules" : "coverage.patch", problem.message, help: problem.help)
      result.findings.append(finding)
      result.missing = MissingInput(finding: finding)
    } else if policies.tests.minimum == .base, !facts.tests.isEmpty {
      result.missing = MissingInput()
    }
    if !requiresChange, !problem.isWithoutRepository {
      result.notes.append("Rules were not checked: \(problem.message). \(problem.help)")
    }
  }
}

extension RunRecord {
  /// Adds what the facts came to; findings stay sorted.
  package mutating func add(_ result: Evaluation.Result) {
    findings = (findings + result.findings).sorted()
    coverage?.thresholds = result.thresholds
    requirements = result.requirements.isEmpty ? nil : result.requirements
    notes += result.notes
  }
}
