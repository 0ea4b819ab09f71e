package import CIModel

/// Every test that a report of another tool names, as a run has them: JUnit's XML, and what
/// `xcresulttool get test-results tests` prints.
package struct ReportedTests: Hashable {
  /// In the order of the report.
  package private(set) var tests: [TestCase] = []
  /// Why more may have failed than the report names, each a lowercase fragment.
  package private(set) var doubts: [String] = []

  /// Why a file is not read.
  package struct Unreadable: Error, Hashable {
    /// A fragment that follows the name of the file: `is empty`.
    package var reason: String
    /// A sentence.
    package var help: String
  }

  /// Larger reports are refused, in bytes.
  package static let largest = 64 << 20

  /// Reads a report of either kind.
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    do throws(ReportProblem) {
      let document = try ReportDocument.read(bytes)
      if JUnitReport.recognizes(document) {
        (tests, doubts) = try JUnitReport.tests(document)
      } else if let nodes = document.json?["testNodes"]?.elements {
        tests = try XcodeTests(nodes).tests
      } else {
        throw .unknown(document.language)
      }
    } catch {
      throw Unreadable(reason: error.text, help: error.help)
    }
  }
}

extension TestCase {
  /// A test of another tool, of which only a name is known.
  ///
  /// - Parameter suite: What the tool calls its class, such as `org.example.CartTest`; may be empty.
  init(suite: String, function: String, separator: String) {
    let parts = [suite, function].filter { !$0.isEmpty }
    self.init(
      name: parts.isEmpty ? "unnamed" : parts.joined(separator: separator), framework: .other,
      suite: suite.isEmpty ? nil : suite, function: function, outcome: .passed)
  }

  /// Adds a failure; beyond 100 of a test the rest is dropped.
  mutating func addFailure(_ message: String, file: String?, line: Int?) {
    outcome = .failed
    guard issues.count < 100 else { return }
    issues.append(TestIssue(ReportText.start(message, bytes: 4_000), file: file, line: line))
  }

  /// Adds what was printed.
  mutating func addOutput(_ text: String) {
    let room = 64 << 10
    guard output.utf8.count < room, text.contains(where: { !$0.isWhitespace }) else { return }
    if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
    output += ReportText.start(text, bytes: room)
  }

  /// Closes the list of its runs, whose last one is what it says itself.
  ///
  /// - Parameter earlier: The attempts before.
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
