package import CIModel

/// The result of a test run; every planned test is in `tests` exactly once.
package struct TestExecutionResult: Hashable, Sendable {
  package var tests: [TestCase] = []
  package var crashes: [Crash] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  /// Errors outside of tests: issues of Swift Testing that belong to a suite or to no test.
  package var diagnostics: [Diagnostic] = []
  /// Why the run fails although no test failed: each a lowercase fragment.
  package var problems: [String] = []
  /// Remarks for the reader that are not problems: each a sentence.
  package var notices: [String] = []
  /// Whether coverage is missing because a process died or was ended.
  package var isPartial = false
  package var wasCancelled = false
  package var timedOut = false
  /// The exit status of the last process that did not exit with 0; `nil` when all did.
  package var exitCode: Int?

  /// Ids of tests that ran and whose coverage was lost with their process, sorted.
  package var withoutCoverage: [String] = []
  /// How many times all tests ran.
  package var rounds = 1
  /// Whether the remaining tests were not started because enough tests had failed.
  package var stoppedEarly = false

  package init() {}

  package var counts: TestCounts { TestCounts(of: tests) }

  /// The problems, each once, with the number of times: `the test process exited (3 times)`.
  package var countedProblems: [String] {
    var counts: [String: Int] = [:]
    for problem in problems { counts[problem, default: 0] += 1 }
    return problems.compactMap { problem in
      counts.removeValue(forKey: problem).map { problem + ($0 > 1 ? " (\($0) times)" : "") }
    }
  }

  /// Adds everything except the tests, which are stored by attempt.
  mutating func append(_ other: TestExecutionResult) {
    // For a test that crashes in each attempt, the last crash is enough.
    let tests = Set(other.crashes.compactMap(\.test))
    crashes.removeAll { $0.test.map(tests.contains) ?? false }
    // So is one of equal crashes outside of tests.
    crashes += other.crashes.filter { $0.test != nil || !crashes.contains($0) }
    runtimeWarnings = RuntimeWarning.merged(runtimeWarnings + other.runtimeWarnings)
    diagnostics += other.diagnostics.filter { !diagnostics.contains($0) }
    problems += other.problems
    notices += other.notices.filter { !notices.contains($0) }
    isPartial = isPartial || other.isPartial
    wasCancelled = wasCancelled || other.wasCancelled
    timedOut = timedOut || other.timedOut
    exitCode = other.exitCode ?? exitCode
  }
}
