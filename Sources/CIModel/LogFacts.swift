/// What a build or test log says, once it has been read to the end.
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
  /// Why the verdict is not `passed`: each a lowercase fragment, in order of discovery.
  package var reasons: [String] = []

  package init() {}
}

/// What a log says about the run as a whole.
package enum LogVerdict: String, Codable, Hashable, Sendable {
  case passed
  case failed
  /// The log holds no build end, no test and no error.
  case unknown
}

/// How many lines a log had and how many of them were not recognized.
package struct LineCounts: Codable, Hashable, Sendable {
  package var total = 0
  package var unrecognized = 0

  package init(total: Int = 0, unrecognized: Int = 0) {
    self.total = total
    self.unrecognized = unrecognized
  }
}
