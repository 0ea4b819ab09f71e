/// The framework that ran a test and printed its result.
package enum TestFramework: String, Codable, Hashable, Sendable {
  case xctest
  case swiftTesting = "swift-testing"
  /// Other test runners such as Spectre, of which only a summary is known.
  case other
}

/// The outcome of a test.
package enum TestOutcome: String, Codable, Hashable, Sendable, CaseIterable {
  case passed
  case failed
  case skipped
  /// Swift Testing's `Test.cancel()`.
  case cancelled
  /// It was running when its process died.
  case crashed
  case timedOut = "timed-out"
  /// It started, and its end was never reported.
  case unfinished
  /// It was planned and never started.
  case notRun = "not-run"
  /// It ran to its end and the log does not contain the outcome: `swift test --parallel` prints
  /// only the results of failing XCTests, so it passed or was skipped.
  case notTold = "not-told"

  /// Whether the test is known to have started; a skipped test checks nothing and does not count.
  package var hasRun: Bool {
    switch self {
    case .passed, .failed, .crashed, .timedOut, .unfinished, .notTold: true
    case .skipped, .cancelled, .notRun: false
    }
  }

  /// Whether a test with this outcome fails the run.
  package var isFailure: Bool {
    switch self {
    case .passed, .skipped, .cancelled, .notTold: false
    case .failed, .crashed, .timedOut, .unfinished, .notRun: true
    }
  }
}

extension TestOutcome {
  /// Whether the test itself failed. One that never started fails the run and says nothing about
  /// itself, so it is not newly failing.
  package var saysFailure: Bool { isFailure && self != .notRun }
}

/// One execution of a test, from its start to its end. A log has hundreds of thousands, so it takes 24
/// bytes.
package struct TestRun: Hashable, Sendable {
  /// Wall-clock seconds; tests that run in parallel overlap. `nil` when the log contains no
  /// duration.
  package var durationSeconds: Double?
  package var outcome: TestOutcome
  private var workerNumber: UInt16?
  private var startMilliseconds: UInt32?

  /// Seconds since the start of the step, in whole milliseconds; `nil` when the runner did not see
  /// the start. A start below 0 or after 49 days is taken for unknown.
  package var startSeconds: Double? {
    get { startMilliseconds.map { Double($0) / 1_000 } }
    set { startMilliseconds = newValue.flatMap { UInt32(exactly: ($0 * 1_000).rounded()) } }
  }

  /// The number of the worker that ran it, as in `DEVTOOL_WORKER`; `nil` when several workers ran
  /// at once in one process, or the runner does not know it. It is below 65,536.
  package var worker: Int? {
    get { workerNumber.map(Int.init) }
    set { workerNumber = newValue.flatMap(UInt16.init(exactly:)) }
  }

  package init(_ outcome: TestOutcome, durationSeconds: Double?) {
    self.outcome = outcome
    self.durationSeconds = durationSeconds
  }
}

extension TestRun: Codable {
  private enum CodingKeys: CodingKey {
    case outcome, durationSeconds, startSeconds, worker
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(TestOutcome.self, forKey: .outcome),
      durationSeconds: try container.decodeIfPresent(Double.self, forKey: .durationSeconds))
    startSeconds = try container.decodeIfPresent(Double.self, forKey: .startSeconds)
    worker = try container.decodeIfPresent(Int.self, forKey: .worker)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(NullCoded(wrappedValue: durationSeconds), forKey: .durationSeconds)
    try container.encodeIfPresent(startSeconds, forKey: .startSeconds)
    try container.encodeIfPresent(worker, forKey: .worker)
  }
}

/// A failed expectation, a caught error, a known issue or a skip reason recorded during a test.
package struct TestIssue: Codable, Hashable, Sendable {
  package var message: String
  /// Relative to the repository root if that is known, else as printed.
  @NullCoded package var file: String?
  /// 1-based.
  @NullCoded package var line: Int?
  /// 1-based; `nil` for XCTest, which prints no column.
  @NullCoded package var column: Int?
  /// Whether the issue was expected (`withKnownIssue`, `XCTExpectFailure`) and does not fail the
  /// test.
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

extension TestIssue {
  /// The first line of the message, and the comment that Swift Testing prints on the second one, where
  /// values are indented.
  package var headline: String {
    let lines = message.split(maxSplits: 2, whereSeparator: \.isNewline)
    let hasComment =
      lines.count > 1 && lines[1].first.map { !$0.isWhitespace && $0 != "±" } == true
      && (lines[0] == "Issue recorded" || lines[0].hasPrefix("Expectation failed"))
    return lines.prefix(hasComment ? 2 : 1).joined(separator: ": ")
  }
}

/// The image files that a snapshot test compared, as printed and without `file://`.
package struct SnapshotImages: Codable, Hashable, Sendable {
  @NullCoded package var reference: String?
  @NullCoded package var actual: String?

  package init(reference: String?, actual: String?) {
    self.reference = reference
    self.actual = actual
  }
}

/// A test with all its executions.
package struct TestCase: Codable, Hashable, Sendable {
  /// The name as printed, without quotes: `MathTests.testAdd`, `-[Mod.Class test]`, `add(_:)`.
  package var name: String
  /// `Module.Class/test` or `Module.Suite/function(_:)`, the form that `swift test --filter`
  /// accepts; `nil` when the log does not contain the module.
  package var id: String?
  package var framework: TestFramework
  @NullCoded package var module: String?
  /// The class or the suite path; `nil` for a free function, and when the log does not contain it.
  @NullCoded package var suite: String?
  package var function: String
  /// The outcome of the last execution.
  package var outcome: TestOutcome
  /// The duration of the last execution.
  @NullCoded package var durationSeconds: Double?
  /// The executions in the order in which they ended.
  package var runs: [TestRun]
  package var issues: [TestIssue]
  /// The output during the test, if no other test ran at the same time; else empty.
  package var output: String
  /// The file that declares the test; `nil` when the event stream does not contain it.
  package var file: String?
  /// 1-based.
  package var line: Int?
  /// The results of each attempt if there were several: the first ones if there are very many, and
  /// only the failed ones of repeated runs.
  package var attempts: [TestAttempt]?
  /// Whether the test failed and passed when it was rerun; `nil` means `false`.
  package var isFlaky: Bool?
  /// Why the test failed among others and passes alone; `nil` when it did not.
  package var interference: Interference?
  /// The quarantine because of which the test cannot fail the run; `nil` when it is not
  /// quarantined.
  package var quarantine: Quarantine?
  /// Swift Testing's tags, sorted; `nil` when the event stream contains none.
  package var tags: [String]?
  /// The usual duration in seconds, if the test took much longer this time.
  package var usualSeconds: Double?
  /// The lasting increase in its duration; `nil` when there is none.
  package var slowed: Slowdown?
  /// Durations in at most ten earlier runs in seconds, rounded to milliseconds, oldest first; `nil`
  /// for a fast test, and when the history does not contain the test.
  package var recentSeconds: [Double]?
  /// The outcomes in earlier runs; `nil` when the test did not fail, or the history does not
  /// contain it.
  package var earlier: EarlierOutcomes?
  /// The command that runs only this test; `nil` when it is `swift test --filter` with the id.
  package var command: String?
  /// Whether the test passed and its source contains nothing that can fail; `nil` when it does, or
  /// the source was not checked.
  package var assertsNothing: Bool?
  /// The attachments and leftover files of the last attempt; `nil` when there are none.
  package var attachments: [TestAttachment]?
  /// The id of the step that ran the test, if several steps of the run had tests; else `nil`.
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
  /// Whether the test fails the run: its outcome is a failure and it is not quarantined.
  package var failsTheRun: Bool { outcome.isFailure && quarantine == nil }
}

/// One of several attempts at a test.
package struct TestAttempt: Codable, Hashable, Sendable {
  /// 1-based.
  package var number: Int
  package var outcome: TestOutcome
  @NullCoded package var durationSeconds: Double?
  package var issues: [TestIssue]
  package var output: String
  /// The attachments of this attempt; `nil` when there are none.
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

/// The quarantine of a test: the test runs, and its failure does not fail the run.
package struct Quarantine: Codable, Hashable, Sendable {
  package var reason: String
  /// The day on which it began, such as `2026-11-20`; `nil` when the file contains none.
  @NullCoded package var since: String?

  package init(reason: String, since: String?) {
    self.reason = reason
    self.since = since
  }
}

/// A test whose duration reached the limit for slow tests.
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
  /// The name of the running test, as it is listed; `nil` when none was running.
  @NullCoded package var test: String?
  /// `SIGILL`, `SIGKILL`, …; `nil` when the log contains none.
  @NullCoded package var signal: String?
  /// The message of the fatal error or of the crash report; `nil` when the process died without
  /// one.
  @NullCoded package var reason: String?
  /// The file of the first frame inside the package, or of the location of the fatal error.
  @NullCoded package var file: String?
  /// 1-based.
  @NullCoded package var line: Int?
  /// The name of the program that died; `nil` when no crash report of the system contains it.
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
  /// The name for display: the id that `--filter` accepts, or else the name in the log.
  package var shownName: String { id ?? name }
}

extension SlowTest {
  /// The tests that ended after at least `limit` seconds, slowest first.
  package static func slowest(_ tests: [TestCase], from limit: Double) -> [SlowTest] {
    tests.compactMap { test in
      guard test.outcome != .timedOut, let seconds = test.durationSeconds, seconds >= limit else {
        return nil
      }
      return SlowTest(name: test.shownName, durationSeconds: seconds)
    }.sorted {
      $0.durationSeconds == $1.durationSeconds
        ? $0.name < $1.name : $0.durationSeconds > $1.durationSeconds
    }
  }
}
