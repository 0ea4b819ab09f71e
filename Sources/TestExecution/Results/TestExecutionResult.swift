package import CIModel

/// What a run of the test product said; every planned test is in `tests` exactly once.
package struct TestExecutionResult: Hashable, Sendable {
  package var tests: [TestCase] = []
  package var crashes: [Crash] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  /// Why the run cannot pass although no test says so: each a lowercase fragment.
  package var problems: [String] = []
  /// What the reader should know that is no problem: each a sentence.
  package var notices: [String] = []
  /// A process died or was ended, so its coverage is missing.
  package var isPartial = false
  package var wasCancelled = false
  package var timedOut = false
  /// Exit status of the last process that did not exit with 0; `nil` when all did.
  package var exitCode: Int?

  /// Ids of tests that ran and whose coverage was lost with their process, sorted.
  package var withoutCoverage: [String] = []
  /// How often everything ran.
  package var rounds = 1
  /// Enough tests had failed, so that the rest was not started.
  package var stoppedEarly = false

  package init() {}

  package var counts: TestCounts { TestCounts(of: tests) }

  /// Adds everything but the tests, which are kept by attempt.
  mutating func append(_ other: TestExecutionResult) {
    // Of several attempts at a test that dies each time, the last one tells enough.
    let tests = Set(other.crashes.compactMap(\.test))
    crashes.removeAll { $0.test.map(tests.contains) ?? false }
    crashes += other.crashes
    runtimeWarnings = RuntimeWarning.merged(runtimeWarnings + other.runtimeWarnings)
    problems += other.problems
    notices += other.notices.filter { !notices.contains($0) }
    isPartial = isPartial || other.isPartial
    wasCancelled = wasCancelled || other.wasCancelled
    timedOut = timedOut || other.timedOut
    exitCode = other.exitCode ?? exitCode
  }
}
