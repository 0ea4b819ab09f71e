package import CIModel
package import ProcessExecution

/// One start of the test product: which tests it is for, and why it is started.
package struct TestLaunch: Hashable, Sendable {
  /// Unique in the run of a step, from 1; 0 for the processes that list the tests.
  package var number: Int
  package var framework: TestFramework
  /// Ids of the tests that the process shall run, in the order of the product's listing.
  package var tests: [String]
  package var purpose: Purpose

  package init(number: Int, framework: TestFramework, tests: [String], purpose: Purpose) {
    self.number = number
    self.framework = framework
    self.tests = tests
    self.purpose = purpose
  }

  /// What the names of the profiles of its processes begin with, in the profile folder.
  package var profilePrefix: String { name + "-" }

  var name: String {
    framework == .swiftTesting ? "swift-testing-\(number)" : "xctest-\(number)"
  }

  package enum Purpose: String, Hashable, Sendable {
    /// Only lists the tests.
    case list
    case run
    /// Several tests ran when a process died; each of them runs again by itself.
    case narrow
    case retry
    /// A test that failed among others runs by itself.
    case alone
    /// It runs in their company once more; what becomes of the others is known.
    case company
    /// Tests whose coverage was lost with their process run again for it; their results are known.
    case coverage
  }
}

/// When one test ran in a process.
package struct TestSpan: Hashable, Sendable {
  /// `Module.Class/test` or `Module.Suite/function(_:)`.
  package var id: String
  package var startedAt: SuspendingClock.Instant
  /// `nil` when the process ended during the test.
  package var endedAt: SuspendingClock.Instant?
  /// When we learned of both. XCTest prints its times in whole milliseconds, but what it has printed
  /// is read before each call that is watched: a call between the two lines is the test's.
  package var startSeenAt: SuspendingClock.Instant
  package var endSeenAt: SuspendingClock.Instant?

  /// - Parameters:
  ///   - startSeenAt: `nil` where the times are exact.
  ///   - endSeenAt: `nil` where the times are exact.
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

/// Comes between the test runner and every start of the test product: a clean room or a network
/// sandbox changes the invocation before, and tells afterwards what it saw.
///
/// Both functions are called on the thread that sees to the process, for several processes at once.
package struct TestLaunchHook: Sendable {
  /// Gets the invocation with its environment complete (`LLVM_PROFILE_FILE` included), and answers
  /// the one to start: other variables, a command in front (`executable` and `arguments` change,
  /// `control` and `timeout` stay), another directory.
  package var prepare: @Sendable (Invocation, TestLaunch) -> Invocation
  /// Is asked once after the process and everything it left running have ended.
  package var observe: @Sendable (TestLaunch, [TestSpan], Termination) -> Void

  package init(
    prepare: @escaping @Sendable (Invocation, TestLaunch) -> Invocation,
    observe: @escaping @Sendable (TestLaunch, [TestSpan], Termination) -> Void
  ) {
    self.prepare = prepare
    self.observe = observe
  }

  /// Changes nothing and sees nothing.
  package static let none = TestLaunchHook(
    prepare: { invocation, _ in invocation }, observe: { _, _, _ in })

  /// This hook first, then the other one around it.
  package func wrapped(by outer: TestLaunchHook) -> TestLaunchHook {
    TestLaunchHook(
      prepare: { outer.prepare(prepare($0, $1), $1) },
      observe: {
        observe($0, $1, $2)
        outer.observe($0, $1, $2)
      })
  }
}
