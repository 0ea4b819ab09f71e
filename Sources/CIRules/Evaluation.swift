package import CIModel

/// Judges facts by rules and policies. Findings, thresholds and notes about missing input are
/// created only here.
package struct Evaluation: Sendable {
  /// Runs the programs of `command:` rules and returns their findings.
  package typealias Programs = @Sendable (RuleSet, Facts) -> [Finding]

  /// `nil` when no rules are checked.
  package var rules: RuleSet?
  package var policies: Policies
  /// Whether a missing change is an error, because rules or a base were requested explicitly.
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

  /// The findings, requirements and notes for one set of facts.
  package struct Result: Hashable, Sendable {
    /// Sorted, the most severe first; suppressed findings are marked.
    package var findings: [Finding] = []
    /// The thresholds for coverage, met or not.
    package var thresholds: [Coverage.Threshold] = []
    /// The requirements for tests and warnings, met or not.
    package var requirements: [Requirement] = []
    /// Why something was not judged; each note is a sentence.
    package var notes: [String] = []
    /// Requested input that is missing; `nil` when nothing is missing.
    package var missing: MissingInput?
  }

  /// Input that a check needs and does not have, such as a merge base.
  package struct MissingInput: Hashable, Sendable {
    /// The finding about the missing input; `nil` when a policy reports it with a finding of its
    /// own.
    package var finding: Finding?

    package init(finding: Finding? = nil) {
      self.finding = finding
    }
  }

  package func evaluate(_ facts: Facts) -> Result {
    var result = Result()
    if let rules, facts.changes != nil {
      let judgement = rules.judge(facts)
      result.findings = Suppressions(facts).applied(
        to: judgement.findings + programs(rules, facts), rules: rules.ids,
        policies: rules.suppressions)
      result.notes = judgement.notes
    }
    judgeHistory(facts, &result)
    policies.judge(facts, &result)
    result.findings.sort()
    return result
  }

  /// Reports an unavailable change as an error when it was requested, and as a note otherwise.
  private func judgeHistory(_ facts: Facts, _ result: inout Result) {
    guard let problem = facts.historyProblem else { return }
    // A part of the tests decides nothing, and the jobs of shards may not have the history.
    let isPart = facts.ranPartOfTests
    let measured = policies.coverage.requiresPatch ? facts.coverage : nil
    let isPatchOfPart = isPart && measured?.isSelection == true
    if requiresChange || measured != nil && !isPatchOfPart {
      let finding = Finding(
        .error, requiresChange ? "rules" : "coverage.patch", problem.message, help: problem.help)
      result.findings.append(finding)
      result.missing = MissingInput(finding: finding)
    } else if policies.tests.minimum == .base, !facts.tests.isEmpty, !isPart {
      result.missing = MissingInput()
    }
    guard !requiresChange, !problem.isWithoutRepository else { return }
    let isShard = facts.steps.contains { $0.shard != nil }
    let what =
      rules != nil ? "Rules were" : isPatchOfPart && !isShard ? "Patch coverage was" : nil
    if let what {
      result.notes.append("\(what) not checked: \(problem.message). \(problem.help)")
    }
  }
}

extension RunRecord {
  /// Adds the result of an evaluation; findings stay sorted.
  package mutating func add(_ result: Evaluation.Result) {
    findings = (findings + result.findings).sorted()
    coverage?.thresholds = result.thresholds
    requirements = result.requirements.isEmpty ? nil : result.requirements
    notes += result.notes
  }
}
