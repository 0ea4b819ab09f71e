package import CIModel

/// The meaning of one line of a build or test log.
package enum LogEvent: Hashable, Sendable {
  // MARK: Building

  /// `[5/17] Compiling Demo Demo.swift`
  case buildProgress(step: Int, total: Int, task: String)
  /// A command that a build system announces, such as xcodebuild's `CompileC …`, by its kind.
  case buildCommand(kind: String)
  /// `Build complete! (28.95s)`, `** TEST FAILED **`; `action` is in lower case.
  case buildEnded(action: String, succeeded: Bool, seconds: Double?)
  /// A message that only reports that something else failed, such as `error: fatalError`.
  case failureWrapper(String)
  indirect case diagnostic(Diagnostic)

  // MARK: Testing

  /// Swift Testing's `Test run started.`
  case runStarted
  case runEnded(tests: Int, outcome: TestOutcome, seconds: Double?)
  case suiteStarted(name: String, TestFramework)
  case suiteEnded(name: String, TestFramework, TestOutcome)
  case testStarted(name: String, TestFramework)
  /// `reason` is why the test was cancelled.
  case testEnded(
    name: String, TestFramework, TestOutcome, seconds: Double?, reason: String? = nil)
  /// Swift Testing's line for a test that never started.
  case testSkipped(name: String, reason: String?)
  /// xcodebuild's line for a test on one of several devices, which prints no start.
  case testEndedOnDevice(name: String, TestFramework, TestOutcome, seconds: Double?)
  /// Such a line with the reason of the failure.
  case testFailedOnDevice(name: String, TestFramework, reason: String)
  /// SwiftPM's `[3/13] Testing Module.Class/test`: the test has ended, with an unknown result.
  case testEndedSilently(step: Int, total: Int, id: String)
  /// A case of a parameterised test; `arguments` as printed.
  case testCaseStarted(test: String, arguments: String)
  /// `test` is `nil` when the line names none.
  indirect case issueRecorded(test: String?, TestFramework, TestIssue)
  /// A line that belongs to the issue above it.
  case issueDetail(String)
  /// XCTest's reason for a skip.
  indirect case skipReason(test: String, TestIssue)
  case measured(test: String)
  /// `Executed 13 tests, with 3 failures (1 unexpected) …`
  case executed(tests: Int, skipped: Int = 0, failures: Int)
  /// Xcode restarted the test process; the test that ended it, if it is named.
  case restarted(after: String?)
  /// The runner, not a test, failed; `crashed` is the last test that it names.
  case runnerFailed(reason: String, crashed: String?)
  /// The command line of xcodebuild.
  case xcodebuildCalled(XcodebuildCall)
  /// A line above indented entries, such as xcodebuild's `Failing tests:`.
  case listStarted(ListKind)
  /// Counts of a runner other than XCTest and Swift Testing.
  case foreignTotals(passed: Int, failed: Int, skipped: Int)
  /// A test of such a runner.
  case foreignTest(name: String, TestOutcome)
  /// A test of such a runner begins; the next end belongs to it.
  case foreignStarted(name: String)
  case foreignEnded(TestOutcome, seconds: Double?)
  /// The number of tests that such a runner completed, and their total number.
  case foreignExecuted(tests: Int, total: Int, failures: Int)

  // MARK: Crashing

  /// `file` is as printed; `nil` where the line names none.
  case fatalError(reason: String, file: String?, line: Int?)
  case signalCaught(Int)
  /// The headline of a crash report, such as `Illegal instruction`.
  case crashReport(reason: String)
  /// The start of a test case whose arguments go on in the next line.
  case argumentsOpened
  /// `Thread 5 "x" crashed:`, `Thread 0:`: the frames of a thread follow.
  case crashReportThread(hasCrashed: Bool)
  /// A stack frame with a source location; `isSystem` when the report marks it as such. The function
  /// is `nil` if the report does not name it.
  case frame(file: String, line: Int, isSystem: Bool, function: String?)
  /// `error: Process '…' exited with unexpected signal code 6`; the tests that its command names.
  case processEnded(signal: Int, tests: [String])
  case crashReportEnded
  /// The first line of a crash report written by the system; its other lines follow.
  case deviceReportStarted

  // MARK: Sanitizers

  /// The headline of a sanitizer's report; `category` is one of `RuntimeWarningCategory`, the place
  /// is set when the headline contains it.
  case sanitizerReport(category: String, reason: String, file: String?, line: Int?)
  /// The last line of a report; `text` is the part after the name of the sanitizer.
  case sanitizerSummary(category: String, text: String)

  // MARK: Runtime warnings

  /// The first line of a warning; for Auto Layout, the following lines contain the shape.
  case runtimeWarning(category: String, shape: String, identifiers: [String])
  /// The paths of differing images of a snapshot test.
  case snapshotImages(reference: String, actual: String)

  // MARK: Everything else

  /// The line is recognized, but has no meaning of its own.
  case notice
  /// No recognizer takes the line; while a test runs, it is most likely the test's output.
  case unrecognized
}

/// The kind of the indented entries below a line.
package enum ListKind: Hashable, Sendable {
  /// Names of tests, possibly below the name of their target.
  case failingTests
  /// Reasons why testing failed.
  case reasons
  /// Commands that failed.
  case buildCommands
  /// Files that the message above is about.
  case files
  /// Settings, packages, paths and other entries that do not affect the result.
  case other
}

extension LogEvent {
  /// Whether it is one of XCTest's outermost suites, which begins a new process or bundle: nothing of
  /// the previous one is still running.
  package static func isProcess(suite: String) -> Bool {
    suite == "All tests" || suite == "Selected tests" || suite.hasSuffix(".xctest")
  }
}
