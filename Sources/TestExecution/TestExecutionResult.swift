package import CIModel

/// What a run of the test product said; every planned test is in `tests` exactly once.
package struct TestExecutionResult: Hashable, Sendable {
  package var tests: [TestCase] = []
  package var crashes: [Crash] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  /// Why the run cannot pass although no test says so: each a lowercase fragment.
  package var problems: [String] = []
  /// A process died or was ended, so its coverage is missing.
  package var isPartial = false
  package var wasCancelled = false
  package var timedOut = false
  /// Exit status of the last process that did not exit with 0; `nil` when all did.
  package var exitCode: Int?

  package init() {}

  package var counts: TestCounts { TestCounts(of: tests) }

  mutating func append(_ other: TestExecutionResult) {
    tests += other.tests
    crashes += other.crashes
    runtimeWarnings = RuntimeWarning.merged(runtimeWarnings + other.runtimeWarnings)
    problems += other.problems
    isPartial = isPartial || other.isPartial
    wasCancelled = wasCancelled || other.wasCancelled
    timedOut = timedOut || other.timedOut
    exitCode = other.exitCode ?? exitCode
  }
}

extension TestCounts {
  /// Counts every run of every test; a framework without tests stays `nil`.
  package init(of tests: [TestCase]) {
    self.init()
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
        break
      }
    }
  }
}

extension XCTestCounts {
  fileprivate mutating func add(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped, .cancelled: skipped += 1
    case .crashed, .timedOut, .unfinished: unfinished += 1
    case .notRun: break
    }
  }
}

extension SwiftTestingCounts {
  fileprivate mutating func add(_ outcome: TestOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .cancelled: cancelled += 1
    case .crashed, .timedOut, .unfinished: unfinished += 1
    case .notRun: break
    }
  }
}

extension RuntimeWarning {
  /// One entry per category, sorted, with counts added up.
  package static func merged(_ warnings: [RuntimeWarning]) -> [RuntimeWarning] {
    var byCategory: [String: RuntimeWarning] = [:]
    for warning in warnings {
      guard var known = byCategory[warning.category] else {
        byCategory[warning.category] = warning
        continue
      }
      known.count += warning.count
      known.tests = Set(known.tests + warning.tests).sorted()
      var shapes: [String: Shape] = [:]
      for shape in known.shapes + warning.shapes {
        var merged = shapes[shape.shape] ?? Shape(shape: shape.shape, count: 0, identifiers: [])
        merged.count += shape.count
        merged.identifiers = Set(merged.identifiers + shape.identifiers).sorted()
        shapes[shape.shape] = merged
      }
      known.shapes = shapes.values.sorted {
        $0.count == $1.count ? $0.shape < $1.shape : $0.count > $1.count
      }
      byCategory[warning.category] = known
    }
    return byCategory.values.sorted { $0.category < $1.category }
  }
}
