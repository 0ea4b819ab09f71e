package import CIModel
import CIRules
import Patterns
package import PipelineConfig

/// Judges the examples of `.ci.yml`: whether the rules say what each of them expects, and no more.
package struct RuleTester {
  private let pipeline: Pipeline
  private let programs: CommandRules

  /// - Parameter programs: Asks the programs of `command:` rules.
  package init(_ pipeline: Pipeline, programs: CommandRules) {
    self.pipeline = pipeline
    self.programs = programs
  }

  /// What became of an example.
  package struct Outcome: Hashable, Sendable {
    package var title: String
    /// `nil` when all rules judged it.
    package var rule: String?
    package var location: SourceLocation
    /// What the rules said, without what is suppressed; sorted, the worst first.
    package var found: [Finding]
    /// What was expected and not found.
    package var missing: [RuleCase.Expectation]
    /// What was said and not expected.
    package var surplus: [Finding]
    /// Why there may be nothing: each a sentence.
    package var notes: [String]

    package var passed: Bool { missing.isEmpty && surplus.isEmpty }
  }

  /// The examples of `.ci.yml`: of each rule, by its id, and of the rules together.
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
    facts.unmatchedGlobs = rules.unmatchedGlobs(in: facts)
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

  /// Pairs each expectation with a finding of its own; the ones that say most choose first.
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
    // The configuration has refused what is no expression.
    guard let pattern = try? Pattern(message) else { return false }
    return pattern.occurs(in: finding.message)
  }

  /// As it is written in an example: `error: limit is 400 at Sources/A.swift:3 [pr-size]`.
  package var text: String {
    var text = severity?.rawValue ?? "a finding"
    if let message { text += ": `\(message)`" }
    if let file { text += " at \(file)" + (line.map { ":\($0)" } ?? "") }
    if file == nil, let line { text += " on line \(line)" }
    return text + (rule.map { " [\($0)]" } ?? "")
  }
}
