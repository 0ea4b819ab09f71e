package import CIModel
package import CIRules
import CoverageData
package import LocalState
package import PipelineConfig
package import RunEvents

extension Policies {
  /// What `.ci.yml` requires.
  ///
  /// - Parameter checks: What is judged; of the others nothing is required.
  package init(_ pipeline: Pipeline, checks: Set<Check> = Set(Check.allCases)) {
    self.init(
      tests: checks.contains(.tests) ? pipeline.tests : .nothing,
      warnings: checks.contains(.warnings) ? pipeline.warnings : WarningPolicy(),
      coverage: checks.contains(.coverage) ? pipeline.coverage : CoveragePolicy())
  }
}

extension RuleSet {
  /// The rules of `.ci.yml`, and the default ones that it does not switch off.
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

extension Facts {
  /// Reads what policies compare the results with: earlier runs, and files of the repository.
  ///
  /// - Parameters:
  ///   - state: Where earlier runs are stored.
  ///   - policy: Where files of the repository are read from.
  ///   - run: The run that is judged, which is not compared with itself.
  ///   - declaredTests: What the sources say of the tests of the merge base.
  package mutating func readReferences(
    for policies: Policies, state: StateFolder, policy: PolicySource, except run: String,
    declaredTests: TestBaseline? = nil
  ) {
    if policies.tests.minimum == .base {
      testBaseline = TestBaselineReader(root: state.root, key: state.key)
        .baseline(of: changes?.mergeBase, except: run, declared: declaredTests)
    }
    if let coverage {
      coverageReferences = CoverageReferenceReader(
        root: state.root, policy: policy, key: state.key
      ).references(
        policies.coverage, metric: coverage.metric, mergeBase: changes?.mergeBase, except: run)
    }
  }
}

extension RunRecord {
  /// Lists the tests that took longer than `tests.slow` allows, the slowest first.
  package mutating func listSlowTests(_ policy: TestPolicy) {
    if let limit = policy.slowWarnSeconds { slow = SlowTest.slowest(tests, from: limit) }
  }
}
