/// The settings of a step's test run.
package struct TestSettings: Hashable, Sendable {
  /// The maximum number of tests that run at the same time, of both frameworks together.
  package var workers = 1
  package var order = Order.listed
  /// How many times a failed test runs again.
  package var retries = 0
  /// The time limit of a single test; `nil` is unlimited.
  package var timeout: Duration?
  /// The time limit for a process that neither starts nor ends a test nor prints anything; `nil` is
  /// unlimited.
  package var idleTimeout: Duration?
  /// How many times all tests run.
  package var repetitions = 1
  /// Repeats the tests until this much time has passed; `nil` stops after `repetitions`.
  package var stressDuration: Duration?
  /// The number of failed tests after which nothing more starts; `nil` is unlimited.
  package var maxFailures: Int?
  /// The time after which a running test is reported as slow; `nil` reports none.
  package var slowAfter: Duration?

  /// Whether every test gets its own process, so that its coverage can be separated from that of
  /// others.
  package var isIsolated = false

  /// Whether a test that fails among others runs again alone, to find out whether they caused it.
  package var looksForInterference = true

  package init() {}

  package enum Order: Hashable, Sendable {
    case listed
    case random(seed: UInt64)
  }

  /// Whether every test runs several times; failed tests are then not retried.
  package var isStress: Bool { repetitions > 1 || stressDuration != nil }
}
