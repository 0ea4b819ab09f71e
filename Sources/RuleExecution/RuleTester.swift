package import CIModel
import CIRules
import Patterns
package import PipelineConfig

/// Runs the examples of `.ci.yml`: each must yield exactly the findings that it expects.
package struct RuleTester {
  private let pipeline: Pipeline
  private let programs: CommandRules

  /// - Parameter programs: Runs the programs of `command:` rules.
  package init(_ pipeline: Pipeline, programs: CommandRules) {
    self.pipeline = pipeline
    self.programs = programs
  }

  /// The result of one example.
  package struct Outcome: Hashable, Sendable {
    package var title: String
    /// The id of the rule; `nil` when all rules judged the example.
    package var rule: String?
    package var location: SourceLocation
    /// The findings, without suppressed ones; sorted, the worst first.
    package var found: [Finding]
    /// Expectations without a matching finding.
    package var missing: [RuleCase.Expectation]
    /// Findings that were not expected.
    package var surplus: [Finding]
    /// Why findings may be missing, each a sentence.
    package var notes: [String]

    package var passed: Bool { missing.isEmpty && surplus.isEmpty }
  }

  /// The examples of `.ci.yml`: those of each rule, by its id, and those of all rules together.
  package var cases: [RuleCase] {
    let own = pipeline.rules.flatMap { settings in
      settings.examples.map { example in
        var example = example
        example.rule = settings.id
        return example
      }
    }
    return own + pipeline.ruleCases
  }

  /// The ids that an example can name.
  package var ruleIDs: [String] {
    Set(RuleRegistry.rules.map { $0.descriptor.id } + pipeline.rules.map(\.id)).sorted()
  }

  package func judge(_ example: RuleCase) -> Outcome {
    let steps = pipeline.stepGroups
    var settings = pipeline.rules
    if let id = example.rule {
      settings = settings.filter { $0.id == id }
      if settings.isEmpty { settings = [RuleSettings(id: id)] }
    }
    let rules = RuleSet(
      settings: settings, includesDefaults: example.rule == nil,
      conditions: pipeline.ruleConditions, steps: steps)
    var facts = example.facts
    facts.stepIDs = steps
    (facts.unmatchedGlobs, facts.folderGlobs) = rules.searchedGlobs(in: facts)
    let result = Evaluation(
      rules: rules, programs: { [programs] in programs.findings($0, in: $1) }
    ).evaluate(facts)
    let found = result.findings.filter { $0.suppressed == nil }
    var notes = result.notes
    if let id = example.rule, !settings.contains(where: { !$0.isIgnored }) {
      notes.append("Rule '\(id)' is switched off.")
    }
    let (missing, surplus) = Self.compare(example.expected, found)
    return Outcome(
      title: example.title, rule: example.rule, location: example.location, found: found,
      missing: missing, surplus: surplus, notes: notes)
  }

  /// Pairs each expectation with a finding of its own; the most specific expectations choose first.
  private static func compare(
    _ expected: [RuleCase.Expectation], _ found: [Finding]
  ) -> (missing: [RuleCase.Expectation], surplus: [Finding]) {
    var missing: [RuleCase.Expectation] = []
    var rest = found
    for expectation in expected.sorted(by: { $0.demands > $1.demands }) {
      if let index = rest.firstIndex(where: expectation.isMet) {
        rest.remove(at: index)
      } else {
        missing.append(expectation)
      }
    }
    return (missing, rest)
  }
}

extension RuleCase.Expectation {
  fileprivate var demands: Int {
    [severity != nil, rule != nil, message != nil, file != nil, line != nil].count { $0 }
  }

  fileprivate func isMet(by finding: Finding) -> Bool {
    if let severity, severity != finding.severity { return false }
    if let rule, rule != finding.ruleID { return false }
    if let file, file != finding.location?.file { return false }
    if let line, line != finding.location?.line { return false }
    guard let message else { return true }
    // The configuration parser has refused invalid expressions.
    guard let pattern = try? Pattern(message) else { return false }
    return pattern.occurs(in: finding.message)
  }

  /// Formats the expectation: `error: limit is 400 at Sources/A.swift:3 [pr-size]`.
  package var text: String {
    var text = severity?.rawValue ?? "a finding"
    if let message { text += ": `\(message)`" }
    if let file { text += " at \(file)" + (line.map { ":\($0)" } ?? "") }
    if file == nil, let line { text += " on line \(line)" }
    return text + (rule.map { " [\($0)]" } ?? "")
  }
}
