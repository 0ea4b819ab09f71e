package import CIModel

/// What `.ci.yml` requires of tests, warnings and coverage, held against the facts of a run.
///
/// Failed tests, compiler errors and the warnings themselves are shown by the reporters and are no
/// findings; exceeded limits are.
package struct PolicyCheck: Sendable {
  package var tests: TestPolicy
  package var warnings: WarningPolicy
  package var coverage: CoveragePolicy

  package init(
    tests: TestPolicy = TestPolicy(), warnings: WarningPolicy = WarningPolicy(),
    coverage: CoveragePolicy = CoveragePolicy()
  ) {
    self.tests = tests
    self.warnings = warnings
    self.coverage = coverage
  }

  /// The worst first.
  package func findings(in facts: Facts) -> [Finding] {
    let coverageFindings =
      facts.coverage.map {
        CoverageRequirements(coverage, $0, references: facts.coverageReferences).findings
      } ?? []
    return
      (tests.findings(in: facts) + tests.flakyFindings(in: facts)
      + tests.interferenceFindings(in: facts) + tests.suiteFindings(in: facts)
      + tests.amountFindings(in: facts) + warnings.findings(in: facts)
      + coverageFindings).sorted()
  }
}
