package import CIModel
package import CIRules
import CoverageData
package import LocalState
package import PipelineConfig
import RunEvents

/// The sources of facts that are neither in a run nor in its change: files of the checkout, earlier
/// runs, and the surroundings that conditions refer to.
package struct FactSources: Sendable {
  package var pipeline: Pipeline
  /// The source of the files that decide about a change.
  package var policy: PolicySource
  /// The folder of earlier runs; `nil` compares with none.
  package var state: StateFolder?
  package var surroundings: Surroundings

  package init(
    _ pipeline: Pipeline, policy: PolicySource, state: StateFolder?,
    surroundings: Surroundings = Surroundings()
  ) {
    self.pipeline = pipeline
    self.policy = policy
    self.state = state
    self.surroundings = surroundings
  }
}

extension Facts {
  /// Completes the facts of a run and its change with the data that rules and policies compare them
  /// with.
  ///
  /// - Parameters:
  ///   - found: The facts of a run and its change.
  ///   - rules: The rules whose reports are read; `nil` reads none.
  ///   - baseReports: Reports of the base that were read before; `nil` reads them now.
  ///   - declaredTests: The tests of the merge base according to its sources.
  ///   - mergeBase: The merge base, for callers that do not read the change.
  ///   - run: The run that is judged, so that it is not compared with itself.
  package static func gather(
    _ found: Facts, from sources: FactSources, rules: RuleSet? = nil, policies: Policies = .none,
    baseReports: [ReportFile]? = nil, declaredTests: TestBaseline? = nil,
    mergeBase: String? = nil, except run: String? = nil
  ) -> Facts {
    var facts = found
    let (pipeline, policy) = (sources.pipeline, sources.policy)
    facts.stepIDs = pipeline.stepGroups
    facts.matrixSteps = pipeline.matrixResults(facts.steps)
    facts.surroundings = sources.surroundings
    facts.surroundings.checkout = policy.repositoryRoot
    // Also where no rule reads a policy file, or the change cannot be read.
    if policy.commit != nil, facts.policyFiles == nil { facts.policyFiles = [:] }
    if let rules, facts.changes != nil {
      facts.reports = ReportFiles.read(rules.reportGlobs, in: policy.repositoryRoot, policy)
      facts.baseReports =
        baseReports
        ?? ReportFiles.readBase(rules.baseReportGlobs, in: policy.repositoryRoot, policy)
    }
    guard let state = sources.state else { return facts }
    let base = mergeBase ?? facts.changes?.mergeBase
    if policies.tests.minimum == .base {
      facts.testBaseline = TestBaselineReader(root: state.root, key: state.key)
        .baseline(of: base, except: run, declared: declaredTests)
    }
    if let coverage = facts.coverage {
      facts.coverageReferences = CoverageReferenceReader(
        root: state.root, policy: policy, key: state.key
      ).references(policies.coverage, metric: coverage.metric, mergeBase: base, except: run)
      // The merge base itself cannot be lower than the merge base.
      let isBase = facts.isUnmodified && base != nil && base == facts.changes?.head
      if isBase, policies.coverage.noDrop?.baseline == nil {
        facts.coverageReferences.baseline = nil
      }
    }
    return facts
  }
}
