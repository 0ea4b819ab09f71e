package import CIModel
package import CIRules
import CoverageData
package import LocalState
package import PipelineConfig
import RunEvents

/// Where facts come from that neither a run nor its change holds: files of the checkout, earlier runs, and
/// what conditions may ask beside.
package struct FactSources: Sendable {
  package var pipeline: Pipeline
  /// Where the files come from that decide.
  package var policy: PolicySource
  /// Where earlier runs are stored; `nil` compares with none.
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
  /// Everything that is judged: what was found, and what rules and policies compare it with.
  ///
  /// - Parameters:
  ///   - found: What a run and its change hold.
  ///   - rules: Reports are read for them; `nil` reads none.
  ///   - baseReports: Reports of the base that were read before; `nil` reads them now.
  ///   - declaredTests: What the sources say of the tests of the merge base.
  ///   - mergeBase: Where the change is not read.
  ///   - run: The run that is judged, which is not compared with itself.
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
    }
    return facts
  }
}
