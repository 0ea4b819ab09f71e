import CIModel

/// Evidence in a log about the whole run, apart from single tests and diagnostics.
struct RunEvidence {
  private(set) var hasBuilt = false
  /// Reasons of the failure in order of discovery, without duplicates.
  var reasons: [String] = []
  private var knownReasons: Set<String> = []
  /// The action that failed as a whole, such as `build` or `test`; reported only when no failed
  /// test or error is known.
  private var failedAction: String?
  /// Whether xcodebuild said that the tests passed.
  private var hasTested = false
  private(set) var hasRestarted = false
  private var suites: [Suite] = []
  private var lastEnded: Suite?
  private(set) var swiftRunIsOpen = false
  /// Number of runs of Swift Testing after which another one started without their end.
  private var unendedSwiftRuns = 0
  /// Open suites of the current run of Swift Testing: how often each name started without an end. Suites with
  /// the same name may run at the same time.
  private var swiftSuites: [String: Int] = [:]
  /// Suites that were open when their run of Swift Testing ended.
  private var unendedSwiftSuites: [String] = []
  private var wasToldOfFailure = false
  /// Whether a test failed before anything showed that xcodebuild ran it. Nothing else retries
  /// tests, so a later run of it was printed by other code.
  var failedWithoutXcodebuild = false
  /// The step and total of SwiftPM's last `Testing` line.
  private(set) var silent: (step: Int, total: Int)?

  /// Maximum number of open suites; no real log has more.
  private static let suiteLimit = 256
  /// Maximum number of reasons; no real log has more.
  private static let mostReasons = 1_000

  private struct Suite {
    var name: String
    /// The XCTests that were seen before it.
    var before: (started: Int, skipped: Int)
    var isOutermost: Bool
    /// Index of the XCTest that seemed to run when the suite began.
    var duringTest: Int?
  }

  mutating func fail(_ reason: String) {
    if reasons.count < Self.mostReasons, knownReasons.insert(reason).inserted {
      reasons.append(reason)
    }
  }

  mutating func buildEnded(_ action: String, succeeded: Bool) {
    if succeeded {
      hasBuilt = true
      if action == "test" { hasTested = true }
    } else if action.contains("//") {
      // Bazel names the target, which no test or error does.
      fail("the log says that the \(action) failed")
    } else if failedAction == nil {
      failedAction = action
    }
  }

  mutating func suiteStarted(_ name: String, seen: (started: Int, skipped: Int), during test: Int?)
  {
    guard suites.count < Self.suiteLimit else { return }
    suites.append(
      Suite(
        name: name, before: seen, isOutermost: suites.isEmpty, duringTest: test))
  }

  /// Removes suites that seemed to begin while the test ran: they were its output.
  mutating func testEnded(_ index: Int) {
    while let last = suites.last, last.duringTest == index { suites.removeLast() }
  }

  /// Whether a suite of XCTest or a run of Swift Testing is open.
  var isInRun: Bool { swiftRunIsOpen || !suites.isEmpty }

  /// The class whose tests are running; `nil` outside of a class.
  var innermostSuite: String? {
    guard let suite = suites.last, !suite.isOutermost, !suite.name.hasSuffix(".xctest") else {
      return nil
    }
    return suite.name
  }

  mutating func suiteEnded(_ name: String, _ outcome: TestOutcome) {
    if outcome == .failed { wasToldOfFailure = true }
    lastEnded = nil
    guard let index = suites.lastIndex(where: { $0.name == name }) else { return }
    lastEnded = suites[index]
    suites.removeSubrange(index...)
  }

  /// Checks XCTest's totals below the end of a suite.
  mutating func executed(
    tests: Int, skipped: Int, failures: Int, seen: (started: Int, skipped: Int)
  ) {
    if failures > 0 { wasToldOfFailure = true }
    guard let suite = lastEnded, suite.isOutermost, !hasRestarted else { return }
    lastEnded = nil
    let started = seen.started - suite.before.started
    if started != tests {
      fail(
        "XCTest counted \(counted(tests, "test")) in suite '\(suite.name)', the log shows \(started)"
      )
    }
    let seenSkips = seen.skipped - suite.before.skipped
    if seenSkips < skipped {
      fail(
        "XCTest counted \(counted(skipped, "skipped test")) in suite '\(suite.name)', "
          + "the log shows \(seenSkips)"
      )
    }
  }

  mutating func restarted() { hasRestarted = true }

  mutating func swiftRunStarted() {
    if swiftRunIsOpen { unendedSwiftRuns += 1 }
    swiftRunIsOpen = true
    swiftSuites = [:]
  }

  mutating func swiftSuiteStarted(_ name: String) { swiftSuites[name, default: 0] += 1 }

  mutating func swiftSuiteEnded(_ name: String, _ outcome: TestOutcome) {
    if outcome == .failed { wasToldOfFailure = true }
    if let open = swiftSuites[name] { swiftSuites[name] = open > 1 ? open - 1 : nil }
  }

  mutating func swiftRunEnded(tests: Int, _ outcome: TestOutcome, testsSeen: Int) {
    if outcome == .failed { wasToldOfFailure = true }
    if swiftRunIsOpen, tests != testsSeen {
      fail("Swift Testing counted \(tests) tests, the log shows \(testsSeen)")
    }
    swiftRunIsOpen = false
    unendedSwiftSuites += swiftSuites.keys.sorted()
    swiftSuites = [:]
  }

  mutating func testedSilently(step: Int, total: Int) {
    // The count begins again with the next run.
    if let silent, step <= silent.step, silent.step < silent.total {
      fail("SwiftPM ran \(silent.step) of \(silent.total) tests")
    }
    silent = (step, total)
  }

  /// The verdict, and the reasons against `passed`.
  ///
  /// - Parameter tests: The tests with a name; `counts` has each run of theirs.
  func judge(
    _ tests: [TestCase], counts: TestCounts, crashes: Int, errors: Int,
    sanitizers: [(category: String, count: Int)] = []
  ) -> (LogVerdict, [String]) {
    var all: [String] = []
    // Several failed runs of a test are one failed test, and none if xcodebuild, which was told to
    // retry, says that the tests passed.
    let hasRetried = hasTested && failedAction == nil && !failedWithoutXcodebuild
    var (repeats, cutOff, isExplained) = (0, 0, false)
    for test in tests {
      let failures = test.runs.count { $0.outcome == .failed }
      let isRetried = hasRetried && failures > 0 && test.outcome == .passed
      repeats += isRetried ? failures : max(failures - 1, 0)
      cutOff += test.runs.dropLast().count { $0.outcome == .unfinished }
      isExplained = isExplained || isRetried
    }
    let failed =
      (counts.xctest?.failed ?? 0) + (counts.swiftTesting?.failed ?? 0)
      + (counts.other?.failed ?? 0) - repeats
    // The crashes are counted by themselves.
    let unfinished =
      (counts.xctest?.unfinished ?? 0) + (counts.swiftTesting?.unfinished ?? 0)
      - tests.reduce(0) { $0 + $1.runs.count { $0.outcome == .crashed } }
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { all.append(count == 1 ? "1 \(one)" : "\(count) \(many)") }
    }
    add(failed, "test failed", "tests failed")
    add(unfinished - cutOff, "test started and never ended", "tests started and never ended")
    add(cutOff, "test was cut off and started again", "tests were cut off and started again")
    add(crashes, "crash", "crashes")
    add(errors, "error", "errors")
    for (category, count) in sanitizers {
      let (one, many) = Self.report(of: category)
      add(count, one, many)
    }
    all += reasons
    let issues = counts.swiftTesting?.issues ?? 0
    if failed == 0 {
      add(issues, "issue outside of a failed test", "issues outside of failed tests")
    }
    if all.isEmpty, let failedAction {
      let what = failedAction == "test" ? "tests" : failedAction
      all.append("the log says that the \(what) failed, and does not show why")
    }
    if all.isEmpty, wasToldOfFailure, !isExplained {
      all.append("a suite failed, and the log does not show which of its tests did")
    }
    all += openReasons(isExplained: !all.isEmpty, crashes: crashes)
    if !all.isEmpty { return (.failed, all) }
    if counts.total > 0 || silent != nil { return (.passed, []) }
    if counts.xctest != nil || counts.swiftTesting != nil || counts.other != nil {
      return (.unknown, ["no test was run"])
    }
    return hasBuilt ? (.passed, []) : (.unknown, ["no test and no finished build in this log"])
  }
  private static func report(of sanitizer: String) -> (one: String, many: String) {
    switch sanitizer {
    case RuntimeWarningCategory.threadSanitizer:
      ("race found by ThreadSanitizer", "races found by ThreadSanitizer")
    case RuntimeWarningCategory.leakSanitizer:
      ("leak found by LeakSanitizer", "leaks found by LeakSanitizer")
    case RuntimeWarningCategory.undefinedBehaviorSanitizer:
      ("report of UndefinedBehaviorSanitizer", "reports of UndefinedBehaviorSanitizer")
    default: ("report of AddressSanitizer", "reports of AddressSanitizer")
    }
  }

  /// What started and never ended.
  ///
  /// - Parameters:
  ///   - isExplained: Whether a crash or a test that never ended is known.
  ///   - crashes: The number of processes that crashed; each leaves one suite or run open.
  private func openReasons(isExplained: Bool, crashes: Int) -> [String] {
    var all: [String] = []
    let outermost = suites.filter(\.isOutermost)
    let runs = unendedSwiftRuns + (swiftRunIsOpen ? 1 : 0)
    let isCrash = outermost.count + runs <= crashes
    if !isExplained, let suite = unendedSwiftSuites.first {
      all.append(
        unendedSwiftSuites.count == 1
          ? "suite '\(suite)' started and never ended"
          : "\(unendedSwiftSuites.count) suites started and never ended, such as '\(suite)'")
    }
    if !isCrash { all += outermost.map { "suite '\($0.name)' started and never ended" } }
    if runs > 0, !isCrash { all.append("a run of Swift Testing never ended") }
    if let silent, silent.step < silent.total {
      all.append("SwiftPM ran \(silent.step) of \(silent.total) tests")
    }
    return all
  }
}
