package import CIModel
import CIRules
import CoverageData
package import PipelineConfig

/// Holds the facts of a record against the policies of `.ci.yml`.
package struct RecordJudge {
  private let pipeline: Pipeline
  private let checks: Set<Check>
  /// Where the files lie that coverage is compared with; absolute.
  private let root: String
  private let key: StateKey?
  private let policy: PolicySource
  /// The steps of the run whose results are judged, where the record has none of its own.
  private let earlierSteps: [StepResult]
  /// What the sources say of the tests of the merge base.
  private let declaredTests: TestBaseline?

  package init(
    pipeline: Pipeline, checks: Set<Check> = Set(Check.allCases), state: StateFolder,
    policy: PolicySource, earlierSteps: [StepResult] = [], declaredTests: TestBaseline? = nil
  ) {
    self.earlierSteps = earlierSteps
    self.declaredTests = declaredTests
    self.pipeline = pipeline
    self.checks = checks
    self.policy = policy
    root = state.root
    key = state.key
  }

  /// Judges the facts by the policies of `.ci.yml`.
  package func judge(_ record: inout RunRecord) {
    var facts = Facts()
    facts.steps = record.steps + earlierSteps
    facts.tests = record.tests
    facts.counts = record.counts
    facts.crashes = record.crashes
    facts.diagnostics = record.diagnostics
    facts.runtimeWarnings = record.runtimeWarnings
    facts.coverage = record.coverage
    if pipeline.tests.minimum == .base, checks.contains(.tests) {
      facts.testBaseline = TestBaselineReader(root: root, key: key)
        .baseline(of: record.changes?.mergeBase, except: record.id, declared: declaredTests)
    }
    let coverage = checks.contains(.coverage) ? pipeline.coverage : CoveragePolicy()
    if let measured = record.coverage {
      facts.coverageReferences = CoverageReferenceReader(root: root, policy: policy, key: key)
        .references(
          coverage, metric: measured.metric, mergeBase: record.changes?.mergeBase, except: record.id
        )
    }
    let policies = PolicyCheck(
      tests: checks.contains(.tests) ? pipeline.tests : .nothing,
      warnings: checks.contains(.warnings) ? pipeline.warnings : WarningPolicy(),
      coverage: coverage)
    record.findings += policies.findings(in: facts)
    record.coverage?.thresholds =
      facts.coverage.map {
        CoverageRequirements(coverage, $0, references: facts.coverageReferences).thresholds
      } ?? []
    if let finding = missingCoverage(record) { record.findings.append(finding) }
    record.findings.sort()
    if let limit = pipeline.tests.slowWarnSeconds {
      record.slow = SlowTest.slowest(record.tests, from: limit)
    }
  }

  /// A requirement that nothing was measured for is not met.
  private func missingCoverage(_ record: RunRecord) -> Finding? {
    let ranTests = record.steps.contains {
      $0.action == "swift-test" && ($0.status == .passed || $0.status == .failed)
    }
    guard pipeline.coverage.requiresAnything, checks.contains(.coverage), ranTests,
      record.coverage == nil
    else { return nil }
    let name = pipeline.coverage.minimumHundredths != nil ? "coverage.minimum" : "coverage"
    return Finding(
      .error, name, "no coverage was measured",
      help: "Set `coverage: true` for the swift-test step, and see the notes of this report.")
  }

  /// The status that a finished run exits with, as far as the record tells.
  ///
  /// - Parameter failOn: The least severity of a finding that fails the run; `nil` lets none fail it.
  package static func exitCode(_ record: RunRecord, failOn: Severity?) -> ExitCode {
    let statuses = record.steps.map(\.status)
    let hasFinding = record.findings.contains { finding in
      finding.suppressed == nil && failOn.map { finding.severity >= $0 } ?? false
    }
    if statuses.contains(.failed) || hasFinding { return .checkFailed }
    if statuses.contains(.timedOut) { return .timedOut }
    return .success
  }
}
