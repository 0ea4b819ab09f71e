/// Numbers of XCTest executions by outcome; every start…end pair counts as one.
package struct XCTestCounts: Codable, Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  package var skipped = 0
  /// Started and did not end: crashed, killed, timed out, or cut off.
  package var unfinished = 0
  /// Ended with an unknown outcome; left out of the JSON when there are none.
  package var notTold: Int?

  package init(
    passed: Int = 0, failed: Int = 0, skipped: Int = 0, unfinished: Int = 0, notTold: Int? = nil
  ) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
    self.unfinished = unfinished
    self.notTold = notTold
  }

  package var total: Int { passed + failed + skipped + unfinished + (notTold ?? 0) }
}

/// Numbers of Swift Testing executions by outcome; every start…end pair of a test function counts
/// as one.
package struct SwiftTestingCounts: Codable, Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  package var skipped = 0
  package var cancelled = 0
  /// Started and did not end: crashed, killed, timed out, or cut off.
  package var unfinished = 0
  /// Issues that fail a test, without warnings and known issues.
  package var issues = 0
  package var knownIssues = 0

  package init(
    passed: Int = 0, failed: Int = 0, skipped: Int = 0, cancelled: Int = 0, unfinished: Int = 0,
    issues: Int = 0, knownIssues: Int = 0
  ) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
    self.cancelled = cancelled
    self.unfinished = unfinished
    self.issues = issues
    self.knownIssues = knownIssues
  }

  package var total: Int { passed + failed + skipped + cancelled + unfinished }
}

/// The numbers in the summaries of other runners, such as Spectre.
package struct ForeignCounts: Codable, Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  package var skipped = 0

  package init(passed: Int = 0, failed: Int = 0, skipped: Int = 0) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
  }

  package var total: Int { passed + failed + skipped }
}

/// Counts per framework; `nil` when that framework did not run.
package struct TestCounts: Codable, Hashable, Sendable {
  @NullCoded package var xctest: XCTestCounts?
  @NullCoded package var swiftTesting: SwiftTestingCounts?
  /// The counts of other runners; left out of the JSON when none ran.
  package var other: ForeignCounts?

  package init(
    xctest: XCTestCounts? = nil, swiftTesting: SwiftTestingCounts? = nil,
    other: ForeignCounts? = nil
  ) {
    self.xctest = xctest
    self.swiftTesting = swiftTesting
    self.other = other
  }

  package var total: Int {
    (xctest?.total ?? 0) + (swiftTesting?.total ?? 0) + (other?.total ?? 0)
  }
}

extension TestCounts {
  /// Counts every run of every test; a framework without tests stays `nil`.
  package init(of tests: [TestCase]) {
    self.init()
    add(tests)
  }

  /// Counts every run of the tests.
  package mutating func add(_ tests: [TestCase]) {
    for test in tests {
      switch test.framework {
      case .xctest:
        var counts = xctest ?? XCTestCounts()
        for run in test.runs { counts.add(run.outcome) }
        xctest = counts
      case .swiftTesting:
        var counts = swiftTesting ?? SwiftTestingCounts()
        for run in test.runs { counts.add(run.outcome) }
        counts.issues += test.issues.count { !$0.isKnown && $0.severity == .error }
        counts.knownIssues += test.issues.count { $0.isKnown }
        swiftTesting = counts
      case .other:
        var counts = other ?? ForeignCounts()
        for run in test.runs { counts.add(run.outcome) }
        other = counts
      }
    }
  }
}

extension TestCounts {
  /// What summaries of other runners count and no line names; `nil` if there is nothing.
  ///
  /// - Parameter tests: The tests with a name.
  package func unnamed(besides tests: [TestCase]) -> ForeignCounts? {
    guard let counts = other?.bounded else { return nil }
    let named = TestCounts(of: tests).other ?? ForeignCounts()
    let unnamed = ForeignCounts(
      passed: max(0, counts.passed - named.passed), failed: max(0, counts.failed - named.failed),
      skipped: max(0, counts.skipped - named.skipped))
    return unnamed.total > 0 ? unnamed : nil
  }

  /// Adds tests that only a summary counts.
  package mutating func add(_ unnamed: ForeignCounts) {
    let (sum, more) = (other?.bounded ?? ForeignCounts(), unnamed.bounded)
    other =
      ForeignCounts(
        passed: sum.passed + more.passed, failed: sum.failed + more.failed,
        skipped: sum.skipped + more.skipped
      ).bounded
  }
}

extension XCTestCounts {
  /// Counts one execution.
  package mutating func add(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped, .cancelled: skipped += 1
    case .crashed, .timedOut, .unfinished: unfinished += 1
    case .notTold: notTold = (notTold ?? 0) + 1
    case .notRun: break
    }
  }

  /// Removes an execution that was counted by mistake.
  package mutating func remove(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed -= 1
    case .failed: failed -= 1
    case .skipped, .cancelled: skipped -= 1
    case .crashed, .timedOut, .unfinished: unfinished -= 1
    case .notTold: notTold = notTold.flatMap { $0 > 1 ? $0 - 1 : nil }
    case .notRun: break
    }
  }
}

extension SwiftTestingCounts {
  /// Counts one execution.
  package mutating func add(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .cancelled: cancelled += 1
    case .crashed, .timedOut, .unfinished: unfinished += 1
    case .notRun, .notTold: break
    }
  }
}

/// Logs and records can come from strangers and contain any number.
private func bounded(_ count: Int) -> Int { min(max(count, 0), 1 << 32) }

extension TestCounts {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    xctest = try container.decodeIfPresent(XCTestCounts.self, forKey: .xctest).map {
      XCTestCounts(
        passed: bounded($0.passed), failed: bounded($0.failed), skipped: bounded($0.skipped),
        unfinished: bounded($0.unfinished), notTold: $0.notTold.map(bounded))
    }
    swiftTesting = try container.decodeIfPresent(SwiftTestingCounts.self, forKey: .swiftTesting)
      .map {
        SwiftTestingCounts(
          passed: bounded($0.passed), failed: bounded($0.failed), skipped: bounded($0.skipped),
          cancelled: bounded($0.cancelled), unfinished: bounded($0.unfinished),
          issues: bounded($0.issues), knownIssues: bounded($0.knownIssues))
      }
    other = try container.decodeIfPresent(ForeignCounts.self, forKey: .other)?.bounded
  }
}

extension ForeignCounts {
  fileprivate var bounded: ForeignCounts {
    ForeignCounts(
      passed: CIModel.bounded(passed), failed: CIModel.bounded(failed),
      skipped: CIModel.bounded(skipped))
  }

  /// Counts one execution.
  package mutating func add(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed, .crashed, .timedOut, .unfinished: failed += 1
    case .skipped, .cancelled: skipped += 1
    case .notRun, .notTold: break
    }
  }
}
