import CIModel

/// The tests of a JUnit report one by one, beside what `JUnitReport` reads of their failures.
///
/// Reruns are those of Surefire and cargo-nextest: `flakyFailure` beside a test that passed in the end,
/// `rerunFailure` beside one that did not.
struct JUnitTests {
  private(set) var tests: [TestCase] = []
  private var suites: [String] = []
  private var open: TestCase?
  private var earlier: [TestOutcome] = []
  /// What is printed in `system-out` and `system-err`.
  private var printed: String?
  /// SwiftPM calls its only suite so; there, class and name are what `swift test --filter` takes.
  private static let swiftSuite = "TestResults"

  private static let reruns: Set<String> = [
    "flakyFailure", "flakyError", "rerunFailure", "rerunError",
  ]

  /// - Parameters:
  ///   - failure: What the event comes to, when a failure ends with it.
  ///   - text: All that the failure says.
  mutating func take(
    _ event: XMLScanner.Event, _ failure: ToolReport.Entry?, _ text: String
  ) throws(ReportProblem) {
    if let failure { addFailure(failure, text) }
    switch event {
    case .start("testsuite", let attributes, false): suites.append(attributes["name"] ?? "")
    case .end("testsuite"): _ = suites.popLast()
    case .start("testcase", let attributes, let isEmpty):
      guard tests.count < ToolReport.mostEntries else { throw .tooMuch(ToolReport.mostEntries) }
      open = test(attributes)
      earlier = []
      if isEmpty { close() }
    case .end("testcase"): close()
    case .start("skipped", let attributes, _), .start("disabled", let attributes, _):
      open?.outcome = .skipped
      if let reason = attributes["message"], !reason.isEmpty {
        open?.issues.append(TestIssue(reason, severity: .note))
      }
    case .start(let name, _, _) where Self.reruns.contains(name): earlier.append(.failed)
    case .start("system-out", _, false), .start("system-err", _, false): printed = ""
    case .text(let text):
      if printed.map({ $0.utf8.count < 1 << 16 }) == true { printed? += text }
    case .end("system-out"), .end("system-err"):
      open?.addOutput(printed ?? "")
      printed = nil
    default: break
    }
  }

  private func test(_ attributes: [String: String]) -> TestCase {
    let name = attributes["name"] ?? ""
    let suite = attributes["classname"] ?? suites.last ?? ""
    // jest-junit gives both the same name.
    var test = TestCase(suite: suite == name ? "" : suite, function: name, separator: ".")
    test.durationSeconds = attributes["time"].flatMap { ReportText.seconds($0) }
    test.file = attributes["file"]
    if suites.last == Self.swiftSuite, let module = suite.split(separator: ".").first {
      test.module = String(module)
      test.id = "\(suite)/\(name)"
      test.name = "\(suite)/\(name)"
    }
    return test
  }

  private mutating func addFailure(_ entry: ToolReport.Entry, _ text: String) {
    // Outside of a test something else failed, such as what a suite does before.
    var test = open ?? TestCase(suite: suites.last ?? "", function: "", separator: ".")
    test.addFailure(entry.message, file: entry.file, line: entry.line)
    test.addOutput(text)
    if open != nil {
      open = test
    } else {
      test.endRuns(after: [])
      tests.append(test)
    }
  }

  private mutating func close() {
    guard var test = open else { return }
    open = nil
    test.endRuns(after: earlier)
    tests.append(test)
  }
}
