import CIModel

/// Coverage that is lost when a process dies.
extension ExecutionSession {
  /// Records the tests whose coverage was lost with their process, or was recovered.
  mutating func noteCoverage(
    of job: TestJob, _ ending: TestProcess.Ending, _ outcome: ProcessOutcome
  ) {
    guard context.profileDirectory != nil else { return }
    let ids = outcome.result.tests.compactMap(\.id)
    let isLost =
      ending.termination.isDeath
      ? ending.hang?.wroteProfile != true
        // `exit()` writes the profile, `_exit()` does not.
      : outcome.result.tests.contains { $0.outcome == .crashed } && !ending.wroteProfile
    if isLost {
      // Tests of a trial have already written their coverage.
      if job.isTrial { return }
      withoutCoverage.formUnion(ids)
    } else {
      withoutCoverage.subtract(ids)
    }
  }

  /// Runs tests with known results again, to recover the coverage that was lost with a process.
  mutating func recoverCoverage() throws(TestExecutionError) {
    if mustStop || plan.settings.isStress { return }
    // A test that crashed or hung would do so again.
    let lost = plan.tests.filter {
      withoutCoverage.contains($0.id.text)
        && [.passed, .failed, .skipped].contains(ledger.lastOutcome($0.id.text))
    }
    guard !lost.isEmpty else { return }
    context.onNote(
      "running \(counted(lost.count, "test")) again for coverage that was lost when a "
        + "process died")
    for framework in [TestFramework.xctest, .swiftTesting] {
      var queue = BatchQueue(
        lost.filter { $0.framework == framework }, workers: 1, isShuffled: false,
        isIsolated: plan.settings.isIsolated)
      while let batch = queue.next() {
        jobs.append(TestJob(framework: framework, tests: batch, purpose: .coverage))
      }
    }
    try drain()
  }
}
