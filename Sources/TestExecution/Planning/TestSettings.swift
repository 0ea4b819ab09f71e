/// How the tests of a step run.
package struct TestSettings: Hashable, Sendable {
  /// How many tests run at the same time, of both frameworks together.
  package var workers = 1
  package var order = Order.listed
  /// How often a failed test runs again.
  package var retries = 0
  /// Limit of a single test; `nil` waits for ever.
  package var timeout: Duration?
  /// How long a process may neither start nor end a test nor print anything; `nil` is for ever.
  package var idleTimeout: Duration?
  /// How often everything runs.
  package var repetitions = 1
  /// Goes on with repetitions until this much time has passed; `nil` stops after `repetitions`.
  package var stressDuration: Duration?
  /// Nothing more starts after this many tests have failed; `nil` never stops.
  package var maxFailures: Int?
  /// A test that still runs after this long is announced; `nil` announces none.
  package var slowAfter: Duration?

  /// Every test gets a process of its own, so that its coverage can be told from that of others.
  package var isIsolated = false

  /// A test that fails among others runs again alone, which tells whether they made it fail.
  package var looksForInterference = true

  package init() {}

  package enum Order: Hashable, Sendable {
    case listed
    case random(seed: UInt64)
  }

  /// Runs every test several times; then a failed test is not tried again.
  package var isStress: Bool { repetitions > 1 || stressDuration != nil }
}
