/// The facts of a build or test log, once it has been read to the end.
package struct LogFacts: Hashable, Sendable {
  package var counts = TestCounts()
  /// Distinct tests, in the order in which they first appeared.
  package var tests: [TestCase] = []
  package var crashes: [Crash] = []
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
