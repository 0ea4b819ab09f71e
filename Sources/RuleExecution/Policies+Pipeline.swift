package import CIModel
package import CIRules
package import PipelineConfig
package import RunEvents

extension Policies {
  /// The policies of `.ci.yml`.
  ///
  /// - Parameter checks: The checks that are judged; the policies of the others require nothing.
  package init(_ pipeline: Pipeline, checks: Set<Check> = Set(Check.allCases)) {
    self.init(
      tests: checks.contains(.tests) ? pipeline.tests : .nothing,
      warnings: checks.contains(.warnings) ? pipeline.warnings : WarningPolicy(),
      coverage: checks.contains(.coverage) ? pipeline.coverage : CoveragePolicy())
  }
}

extension RuleSet {
  /// The rules of `.ci.yml` and the default rules that it does not switch off.
  package init(_ pipeline: Pipeline) {
    self.init(
      settings: pipeline.rules, includesDefaults: true, conditions: pipeline.ruleConditions,
      steps: pipeline.stepGroups)
  }

  /// `8 rules (7 by default)`.
  package static func countText(_ pipeline: Pipeline) -> String {
    let all = RuleSet(pipeline).ids
    let defaults = Set(all).subtracting(pipeline.rules.map(\.id)).count
    return counted(all.count, "rule") + (defaults > 0 ? " (\(defaults) by default)" : "")
  }
}

extension RunRecord {
  /// Lists the tests that took longer than `tests.slow` allows, the slowest first.
  package mutating func listSlowTests(_ policy: TestPolicy) {
    if let limit = policy.slowWarnSeconds { slow = SlowTest.slowest(tests, from: limit) }
  }
}
