/// Who ran a test and printed its result.
package enum TestFramework: String, Codable, Hashable, Sendable {
  case xctest
  case swiftTesting = "swift-testing"
  /// Foreign runners such as Spectre, of whom only a summary is known.
  case other
}

/// How a test ended.
package enum TestOutcome: String, Codable, Hashable, Sendable, CaseIterable {
  case passed
  case failed
  case skipped
  /// Swift Testing's `Test.cancel()`.
  case cancelled
  /// It was running when its process died.
  case crashed
  case timedOut = "timed-out"
  /// It started and nothing ever said how it ended.
  case unfinished
  /// It was planned and never started.
  case notRun = "not-run"
  /// It ran to its end, and the log does not tell how: `swift test --parallel` prints the results of
  /// failing XCTests only, so it passed or was skipped.
  case notTold = "not-told"

  /// Whether it started, as far as anybody told; a skipped test checks nothing.
  package var hasRun: Bool {
    switch self {
    case .passed, .failed, .crashed, .timedOut, .unfinished, .notTold: true
    case .skipped, .cancelled, .notRun: false
    }
  }

  /// Whether a run that holds a test with this outcome cannot pass.
  package var isFailure: Bool {
    switch self {
    case .passed, .skipped, .cancelled, .notTold: false
    case .failed, .crashed, .timedOut, .unfinished, .notRun: true
    }
  }
}

/// One start…end pair of a test.
package struct TestRun: Codable, Hashable, Sendable {
  package var outcome: TestOutcome
  /// Wall-clock seconds; tests that run in parallel overlap. `nil` when the log names none.
  @NullCoded package var durationSeconds: Double?
  /// When it began, since its step did, in whole milliseconds; `nil` where the runner did not see it.
  package var startSeconds: Double?
  /// Which worker ran it, as `DEVTOOL_WORKER` told it; `nil` where several ran at once in one process, or the
  /// runner does not know.
  package var worker: Int?

  package init(_ outcome: TestOutcome, durationSeconds: Double?) {
    self.outcome = outcome
    self.durationSeconds = durationSeconds
  }
}

/// A failed expectation, a caught error, a known issue or a skip reason recorded during a test.
package struct TestIssue: Codable, Hashable, Sendable {
  package var message: String
  /// Relative to the repository root where that is known, else as printed.
  @NullCoded package var file: String?
  /// 1-based.
  @NullCoded package var line: Int?
  /// 1-based; XCTest prints none.
  @NullCoded package var column: Int?
  /// An issue that was expected (`withKnownIssue`, `XCTExpectFailure`) and does not fail the test.
  package var isKnown: Bool
  /// `error` fails the test; Swift Testing can also record a `warning`.
  package var severity: Severity
  /// The arguments of the failing case of a parameterised test, as printed (`n → 1`).
  package var arguments: String?
  /// The images that a snapshot test compared; `nil` for other failures.
  package var snapshot: SnapshotImages?

  package init(
    _ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
    isKnown: Bool = false, severity: Severity = .error, arguments: String? = nil
  ) {
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.isKnown = isKnown
    self.severity = severity
    self.arguments = arguments
  }
}

/// The files of the images that a snapshot test compared, as printed and without `file://`.
package struct SnapshotImages: Codable, Hashable, Sendable {
  @NullCoded package var reference: String?
  @NullCoded package var actual: String?

  package init(reference: String?, actual: String?) {
    self.reference = reference
    self.actual = actual
  }
}

/// A test and everything known of its runs.
package struct TestCase: Codable, Hashable, Sendable {
  /// As printed, without the quotes around it: `MathTests.testAdd`, `-[Mod.Class test]`, `add(_:)`.
  package var name: String
  /// `Module.Class/test` or `Module.Suite/function(_:)`, the form that `swift test --filter` takes;
  /// `nil` when the log does not tell the module.
  package var id: String?
  package var framework: TestFramework
  @NullCoded package var module: String?
  /// The class or the suite path; `nil` for a free function and where the log does not say.
  @NullCoded package var suite: String?
  package var function: String
  /// Of the last run.
  package var outcome: TestOutcome
  /// Of the last run.
  @NullCoded package var durationSeconds: Double?
  /// In the order in which they ended.
  package var runs: [TestRun]
  package var issues: [TestIssue]
  /// What was printed while the test ran and it alone; empty where that cannot be told.
  package var output: String
  /// Where the test is declared, when the event stream tells.
  package var file: String?
  /// 1-based.
  package var line: Int?
  /// What each attempt said, when there was more than one; of very many the first ones, and of
  /// repeated runs only those that failed.
  package var attempts: [TestAttempt]?
  /// It failed, and passed when it ran again; `nil` is `false`.
  package var isFlaky: Bool?
  /// It failed among other tests and passes alone; `nil` when it did not.
  package var interference: Interference?
  /// Why it cannot fail the run; `nil` when it can.
  package var quarantine: Quarantine?
  /// Swift Testing's tags, sorted; `nil` where the event stream has none.
  package var tags: [String]?
  /// What it usually takes, when this time it took much longer.
  package var usualSeconds: Double?
  /// Since when it lasts longer than before; `nil` where that did not change for the worse.
  package var slowed: Slowdown?
  /// What it took in earlier runs, at most ten of them, the oldest first, in milliseconds; `nil` for a test that is quick, and
  /// where the history does not have it.
  package var recentSeconds: [Double]?
  /// How it ended in earlier runs; `nil` when it did not fail, or the history does not have it.
  package var earlier: EarlierOutcomes?
  /// The command that runs this test alone; `nil` where `swift test --filter` with the id does.
  package var command: String?
  /// It passed, and nothing in its source can make it fail; `nil` where it can, or where it was not looked for.
  package var assertsNothing: Bool?
  /// What the last attempt attached or left behind; `nil` when that is nothing.
  package var attachments: [TestAttachment]?
  /// The step that ran it, where several steps of the run had tests; `nil` where it was the only one.
  package var step: String?

  private enum CodingKeys: String, CodingKey {
    case name, id, framework, module, suite, function, outcome, durationSeconds, runs, issues
    case output, file, line, attempts
    case isFlaky = "flaky"
    case interference
    case quarantine = "quarantined"
    case tags, usualSeconds, slowed, recentSeconds, earlier, command, assertsNothing, attachments,
      step
  }

  package init(
    name: String, id: String? = nil, framework: TestFramework, module: String? = nil,
    suite: String? = nil, function: String, outcome: TestOutcome, durationSeconds: Double? = nil,
    runs: [TestRun] = [], issues: [TestIssue] = [], output: String = "", file: String? = nil,
    line: Int? = nil
  ) {
    self.name = name
    self.id = id
    self.framework = framework
    self.module = module
    self.suite = suite
    self.function = function
    self.outcome = outcome
    self.durationSeconds = durationSeconds
    self.runs = runs
    self.issues = issues
    self.output = output
    self.file = file
    self.line = line
  }
}

extension TestCase {
  /// Whether a run that holds it cannot pass: it failed, and no quarantine excuses it.
  package var failsTheRun: Bool { outcome.isFailure && quarantine == nil }
}

/// One attempt at a test that was made more than once.
package struct TestAttempt: Codable, Hashable, Sendable {
  /// 1-based.
  package var number: Int
  package var outcome: TestOutcome
  @NullCoded package var durationSeconds: Double?
  package var issues: [TestIssue]
  package var output: String
  /// As of the test.
  package var attachments: [TestAttachment]?

  package init(
    number: Int, outcome: TestOutcome, durationSeconds: Double?, issues: [TestIssue],
    output: String, attachments: [TestAttachment]? = nil
  ) {
    self.attachments = attachments
    self.number = number
    self.outcome = outcome
    self.durationSeconds = durationSeconds
    self.issues = issues
    self.output = output
  }
}

/// Why a test is quarantined: it runs, and its failure does not fail the run.
package struct Quarantine: Codable, Hashable, Sendable {
  package var reason: String
  /// `2026-11-20`; `nil` when the file gives none.
  @NullCoded package var since: String?

  package init(reason: String, since: String?) {
    self.reason = reason
    self.since = since
  }
}

/// A test that took at least as long as the slow limit.
package struct SlowTest: Codable, Hashable, Sendable {
  package var name: String
  package var durationSeconds: Double

  package init(name: String, durationSeconds: Double) {
    self.name = name
    self.durationSeconds = durationSeconds
  }
}

/// A test process that died.
package struct Crash: Codable, Hashable, Sendable {
  /// The test that was running, by the name under which it is listed; `nil` when none was.
  @NullCoded package var test: String?
  /// `SIGILL`, `SIGKILL`, …; `nil` when the log does not name one.
  @NullCoded package var signal: String?
  /// The message of the fatal error or of the crash report; `nil` when it died silently.
  @NullCoded package var reason: String?
  /// The first frame inside the package, or the place that the fatal error names.
  @NullCoded package var file: String?
  /// 1-based.
  @NullCoded package var line: Int?
  /// The name of the program that died, when a report of the system tells it.
  package var process: String?

  package init(
    test: String? = nil, signal: String? = nil, reason: String? = nil, file: String? = nil,
    line: Int? = nil, process: String? = nil
  ) {
    self.process = process
    self.test = test
    self.signal = signal
    self.reason = reason
    self.file = file
    self.line = line
  }
}

extension TestCase {
  /// What people read, the same everywhere: the id that `--filter` takes, or the name that a log had.
  package var shownName: String { id ?? name }
}

extension SlowTest {
  /// Tests that took at least `limit` seconds, the slowest first.
  package static func slowest(_ tests: [TestCase], from limit: Double) -> [SlowTest] {
    tests.compactMap { test in
      guard let seconds = test.durationSeconds, seconds >= limit else { return nil }
      return SlowTest(name: test.shownName, durationSeconds: seconds)
    }.sorted {
      $0.durationSeconds == $1.durationSeconds
        ? $0.name < $1.name : $0.durationSeconds > $1.durationSeconds
    }
  }
}
