package import CIModel

/// The requirements of `.ci.yml` for tests, warnings and coverage.
///
/// Exceeded limits are findings. Failed tests, compiler errors and the warnings themselves are not:
/// the reporters show them.
package struct Policies: Sendable {
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

  /// Policies without requirements.
  package static let none = Policies(tests: .nothing)

  func judge(_ facts: Facts, _ result: inout Evaluation.Result) {
    result.findings +=
      tests.findings(in: facts) + tests.flakyFindings(in: facts)
      + tests.interferenceFindings(in: facts) + tests.suiteFindings(in: facts)
      + tests.amountFindings(in: facts) + tests.observationFindings(in: facts)
      + warnings.findings(in: facts)
    let ofWarnings = warnings.requirements(in: facts)
    result.requirements = tests.requirements(in: facts) + ofWarnings
    for requirement in ofWarnings where requirement.passed == nil {
      result.notes.append(requirement.text + ", so other files may have more.")
    }
    if let measured = facts.coverage {
      let requirements = CoverageRequirements(
        coverage, measured, references: facts.coverageReferences,
        moves: facts.distrustsChange ? MovedCode(facts.changes, measured, coverage) : nil)
      result.thresholds = requirements.thresholds
      result.findings += requirements.findings
    } else if let finding = missingCoverage(facts) {
      result.findings.append(finding)
    }
    if let note = notJudged(facts) { result.notes.append(note) }
  }

  /// A finding for required coverage that was not measured.
  private func missingCoverage(_ facts: Facts) -> Finding? {
    let ranTests = facts.steps.contains {
      // A step that failed before its first test fails the run; `allow-failure` would hide that.
      // A shard may contain no tests; the merged run is judged.
      switch $0.status {
      case .passed, .warned: $0.runsTests && ($0.shard == nil || !facts.tests.isEmpty)
      case .failed: $0.runsTests && !facts.tests.isEmpty
      default: false
      }
    }
    guard coverage.requiresAnything, ranTests else { return nil }
    let name = coverage.minimumHundredths != nil ? "coverage.minimum" : "coverage"
    return Finding(
      .error, name, "no coverage was measured",
      help: "Set `coverage: true` for the swift-test step, and see the notes of this report.")
  }

  /// A note on requirements that were not checked because a condition or the command line skipped
  /// all test steps; `nil` when there were tests to judge.
  private func notJudged(_ facts: Facts) -> String? {
    let tests = facts.steps.filter(\.runsTests)
    let leftOut = tests.filter { $0.status == .skipped && $0.isUpToDate != true }
    guard !leftOut.isEmpty, leftOut.count == tests.count else { return nil }
    var keys: [String] = []
    if coverage.requiresAnything, facts.coverage == nil { keys.append("`coverage`") }
    if self.tests.requiresTests, facts.tests.isEmpty { keys.append("`tests`") }
    guard !keys.isEmpty else { return nil }
    let steps = leftOut.map(\.id).joined(separator: ", ")
    return "\(keys.joined(separator: " and ")) of .ci.yml "
      + "\(keys.count == 1 ? "was" : "were") not checked: "
      + "\(leftOut.count == 1 ? "step" : "steps") \(steps) did not run."
  }
}
