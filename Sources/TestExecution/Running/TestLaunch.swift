package import CIModel
package import ProcessExecution

/// One launch of the test product: its tests, and its purpose.
package struct TestLaunch: Hashable, Sendable {
  /// Unique in the test run of a step, from 1; 0 for the processes that list the tests.
  package var number: Int
  package var framework: TestFramework
  /// Ids of the tests to run, in the order of the product's listing.
  package var tests: [String]
  package var purpose: Purpose

  package init(number: Int, framework: TestFramework, tests: [String], purpose: Purpose) {
    self.number = number
    self.framework = framework
    self.tests = tests
    self.purpose = purpose
  }

  /// The prefix of the names of its profiles in the profile folder.
  package var profilePrefix: String { name + "-" }

  var name: String {
    framework == .swiftTesting ? "swift-testing-\(number)" : "xctest-\(number)"
  }

  package enum Purpose: String, Hashable, Sendable {
    /// Only lists the tests.
    case list
    case run
    /// Each of several tests that were running when a process died runs alone.
    case narrow
    case retry
    /// A test that failed among others runs alone.
    case alone
    /// A failed test runs again with the other tests, whose results are known already.
    case company
    /// Tests with known results run again, because their coverage was lost with their process.
    case coverage
  }
}

/// The time span of one test in a process.
package struct TestSpan: Hashable, Sendable {
  /// `Module.Class/test` or `Module.Suite/function(_:)`.
  package var id: String
  package var startedAt: SuspendingClock.Instant
  /// When the test ended; `nil` when the process ended during the test.
  package var endedAt: SuspendingClock.Instant?
  /// When start and end were observed. XCTest prints its times in whole milliseconds, but its
  /// output is read before each system call that is watched: a call between the two lines belongs
  /// to the test.
  package var startSeenAt: SuspendingClock.Instant
  package var endSeenAt: SuspendingClock.Instant?

  /// - Parameters:
  ///   - startSeenAt: `nil` when the times are exact.
  ///   - endSeenAt: `nil` when the times are exact.
  package init(
    id: String, startedAt: SuspendingClock.Instant, endedAt: SuspendingClock.Instant?,
    startSeenAt: SuspendingClock.Instant? = nil, endSeenAt: SuspendingClock.Instant? = nil
  ) {
    self.id = id
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.startSeenAt = startSeenAt ?? startedAt
    self.endSeenAt = endSeenAt ?? endedAt
  }
}

/// Wraps every launch of the test product: a clean room or a network sandbox changes the invocation
/// before the launch, and reports its observations afterwards.
///
/// Both functions are called on the thread that supervises the process, for several processes at
/// once.
package struct TestLaunchHook: Sendable {
  /// Receives the invocation with its complete environment (`LLVM_PROFILE_FILE` included), and
  /// returns the invocation to launch: other variables, a command in front (`executable` and
  /// `arguments` change, `control` and `timeout` stay), another directory.
  package var prepare: @Sendable (Invocation, TestLaunch) -> Invocation
  /// Is called once after the process and all of its descendants have ended.
  package var observe: @Sendable (TestLaunch, [TestSpan], Termination) -> Void

  package init(
    prepare: @escaping @Sendable (Invocation, TestLaunch) -> Invocation,
    observe: @escaping @Sendable (TestLaunch, [TestSpan], Termination) -> Void
  ) {
    self.prepare = prepare
    self.observe = observe
  }

  /// Changes nothing and observes nothing.
  package static let none = TestLaunchHook(
    prepare: { invocation, _ in invocation }, observe: { _, _, _ in })

  /// Applies this hook first, then the outer one.
  package func wrapped(by outer: TestLaunchHook) -> TestLaunchHook {
    TestLaunchHook(
      prepare: { outer.prepare(prepare($0, $1), $1) },
      observe: {
        observe($0, $1, $2)
        outer.observe($0, $1, $2)
      })
  }
}
