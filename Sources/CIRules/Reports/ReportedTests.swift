package import CIModel

/// Every test that a report of another tool names, in the form of a test run: from JUnit's XML, and
/// from the output of `xcresulttool get test-results tests`.
package struct ReportedTests: Hashable {
  /// In the order of the report.
  package private(set) var tests: [TestCase] = []
  /// Reasons why more may have failed than the report names, each a lowercase fragment.
  package private(set) var doubts: [String] = []
  /// The duration that the report states for its suites, or else that of its tests.
  package private(set) var durationSeconds = 0.0

  /// The reason why a file cannot be read.
  package struct Unreadable: Error, Hashable {
    /// A fragment that follows the name of the file: `is empty`.
    package var reason: String
    /// The next step: one sentence.
    package var help: String
  }

  /// Maximum bytes of a report; larger ones are refused.
  package static let largest = 64 << 20

  /// Reads a report of either kind.
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    do throws(ReportProblem) {
      let document = try ReportDocument.read(bytes)
      if JUnitReport.recognizes(document) {
        (tests, doubts, durationSeconds) = try JUnitReport.tests(document)
      } else if let nodes = document.json?["testNodes"]?.elements {
        tests = try XcodeTests(nodes).tests
        durationSeconds = tests.reduce(0) { $0 + ($1.durationSeconds ?? 0) }
      } else {
        throw .unknown(document.language)
      }
    } catch {
      throw Unreadable(reason: error.text, help: error.help([.junit, .xcresult]))
    }
  }
}

/// The bytes that names of suites may still have, in all tests of a report: a report has the name of
/// a suite once, and each of its tests repeats it.
struct RoomForSuites {
  /// More than real reports need.
  private var bytes = 32 << 20

  mutating func take(_ suite: String) throws(ReportProblem) {
    bytes -= suite.utf8.count
    if bytes < 0 { throw .longSuites }
  }
}

extension TestCase {
  /// Creates a test of another tool, of which only the name is known.
  ///
  /// - Parameter suite: The class as the tool names it, such as `org.example.CartTest`; may be
  ///   empty.
  init(suite: String, function: String, separator: String) {
    let parts = [suite, function].filter { !$0.isEmpty }
    self.init(
      name: parts.isEmpty ? "unnamed" : parts.joined(separator: separator), framework: .other,
      suite: suite.isEmpty ? nil : suite, function: function, outcome: .passed)
  }

  /// Adds a failure; after 100 failures of a test, further ones are dropped.
  mutating func addFailure(_ message: String, file: String?, line: Int?) {
    outcome = .failed
    guard issues.count < 100 else { return }
    issues.append(TestIssue(ReportText.start(message, bytes: 4_000), file: file, line: line))
  }

  /// Adds output of the test; beyond 64 KiB it is dropped.
  mutating func addOutput(_ text: String) {
    let room = 64 << 10
    guard output.utf8.count < room, text.contains(where: { !$0.isWhitespace }) else { return }
    if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
    output += ReportText.start(text, bytes: room)
  }

  /// Sets the runs of the test: the earlier attempts, and the last one with the outcome of the test
  /// itself.
  ///
  /// - Parameter earlier: The attempts before the last one; at most 100 are kept.
  mutating func endRuns(after earlier: [TestAttempt]) {
    let earlier = earlier.prefix(100)
    runs =
      earlier.map { TestRun($0.outcome, durationSeconds: $0.durationSeconds) }
      + [TestRun(outcome, durationSeconds: durationSeconds)]
    if outcome == .passed, earlier.contains(where: \.outcome.isFailure) { isFlaky = true }
    if earlier.isEmpty { return }
    let last = TestAttempt(
      number: earlier.count + 1, outcome: outcome, durationSeconds: durationSeconds, issues: issues,
      output: output)
    attempts = earlier + [last]
  }
}
