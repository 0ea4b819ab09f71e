/// The facts of a build or test log, once it has been read to the end.
package struct LogFacts: Hashable, Sendable {
  package var counts = TestCounts()
  /// Distinct tests, in the order in which they first appeared.
  package var tests: [TestCase] = []
  package var crashes: [Crash] = []
  /// The last sign of a crash during a test that then ended; `nil` without any.
  package var survivedCrash: SurvivedCrash?
  /// Unique, in the order in which they first appeared.
  package var diagnostics: [Diagnostic] = []
  /// Sorted by category.
  package var runtimeWarnings: [RuntimeWarning] = []
  package var lines = LineCounts()
  package var verdict = LogVerdict.unknown
  /// Why the verdict is not `passed`: lowercase fragments in order of discovery.
  package var reasons: [String] = []

  package init() {}
}

/// A sign of a crash that its test survived: the test printed it, a process of its own died, or
/// another thread crashed when the test had ended.
package struct SurvivedCrash: Hashable, Sendable {
  package var crash: Crash
  /// The first functions on the stack, demangled, as the crash report has them.
  package var functions: [String]

  package init(crash: Crash, functions: [String]) {
    self.crash = crash
    self.functions = functions
  }

  /// Whether a test is on the stack, as `ATests.testA() ` or as a closure in it.
  ///
  /// - Parameter name: The name as XCTest prints it: `ATests.testA`.
  package func runs(_ name: String) -> Bool {
    functions.contains { function in
      guard function.hasSuffix("\(name)()") else { return false }
      let before = function.dropLast(name.count + 2).last ?? " "
      return !before.isLetter && !before.isNumber && before != "_"
    }
  }
}

/// The result of the run as a whole, according to a log.
package enum LogVerdict: String, Codable, Hashable, Sendable {
  case passed
  case failed
  /// The log contains no end of a build, no test and no error.
  case unknown
}

/// Number of lines in a log, and how many of them were not recognized.
package struct LineCounts: Codable, Hashable, Sendable {
  package var total = 0
  package var unrecognized = 0

  package init(total: Int = 0, unrecognized: Int = 0) {
    self.total = total
    self.unrecognized = unrecognized
  }
}
