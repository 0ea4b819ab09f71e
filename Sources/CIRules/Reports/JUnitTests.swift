import CIModel

/// Lists the tests of a JUnit report one by one, with the failures that `JUnitReport` reads.
///
/// Reruns are those of Surefire and cargo-nextest: `flakyFailure` in a test that passed in the end,
/// `rerunFailure` in one that did not.
struct JUnitTests {
  private(set) var tests: [TestCase] = []
  private var suites: [String] = []
  private var room = RoomForSuites()
  private var open: TestCase?
  private var earlier: [TestAttempt] = []
  /// Whether the current element describes an attempt before the last one.
  private var isInRerun = false
  /// The content of an open `system-out` or `system-err`; `nil` outside of them.
  private var printed: String?
  /// The name of SwiftPM's only suite. In it, class and name are what `swift test --filter` takes.
  private static let swiftSuite = "TestResults"

  /// Number of bytes after which further output is dropped.
  private static let mostOutput = 1 << 16

  private static let mostReruns = 100

  private static let reruns: Set<String> = [
    "flakyFailure", "flakyError", "rerunFailure", "rerunError",
  ]

  /// - Parameters:
  ///   - failure: The failure that ends with the event, if any.
  ///   - text: The full text of the failure.
  mutating func take(
    _ event: XMLScanner.Event, _ failure: ToolReport.Entry?, _ text: String
  ) throws(ReportProblem) {
    // At the start of a test, a failure comes from an attribute of an empty element; it is added
    // once the test is open.
    if let failure, !Self.beginsTest(event) { try addFailure(failure, text) }
    switch event {
    case .start("testsuite", let attributes, false): suites.append(attributes["name"] ?? "")
    case .end("testsuite"): _ = suites.popLast()
    case .start("testcase", let attributes, let isEmpty):
      guard tests.count < ToolReport.mostEntries else { throw .tooMuch(ToolReport.mostEntries) }
      open = try test(attributes)
      (earlier, isInRerun) = ([], false)
      if let failure { try addFailure(failure, text) }
      if isEmpty { close() }
    case .end("testcase"): close()
    case .start("skipped", let attributes, _), .start("disabled", let attributes, _),
      .start("ignored", let attributes, _):
      if open?.outcome == .passed { open?.outcome = .skipped }
      if let reason = attributes["message"], !reason.isEmpty {
        open?.issues.append(TestIssue(reason, severity: .note))
      }
    case .start(let name, let attributes, let isEmpty) where Self.reruns.contains(name):
      isInRerun = !isEmpty && earlier.count < Self.mostReruns
      if earlier.count < Self.mostReruns { addRerun(attributes["message"] ?? "failed") }
    case .end(let name) where Self.reruns.contains(name): isInRerun = false
    case .text(let text) where isInRerun:
      if needsText, let last = earlier.indices.last { earlier[last].output += text }
    case .start("system-out", _, false), .start("system-err", _, false): printed = ""
    case .text(let text): if needsText { printed? += text }
    case .end("system-out"), .end("system-err"):
      open?.addOutput(printed ?? "")
      printed = nil
    default: break
    }
  }

  /// Whether the next text is output of a test.
  var needsText: Bool {
    let output = isInRerun ? earlier.last?.output : printed
    return output.map { $0.utf8.count < Self.mostOutput } ?? false
  }

  private static func beginsTest(_ event: XMLScanner.Event) -> Bool {
    if case .start("testcase", _, _) = event { true } else { false }
  }

  private mutating func test(_ attributes: [String: String]) throws(ReportProblem) -> TestCase {
    let name = attributes["name"] ?? ""
    var suite = attributes["classname"] ?? ""
    if attributes["classname"] == nil { suite = try innermostSuite() }
    // jest-junit writes the same name for both.
    var test = TestCase(suite: suite == name ? "" : suite, function: name, separator: ".")
    test.durationSeconds = attributes["time"].flatMap { ReportText.seconds($0) }
    test.file = attributes["file"]
    if JUnitReport.wasSkipped(attributes) { test.outcome = .skipped }
    if suites.last == Self.swiftSuite, let module = suite.split(separator: ".").first {
      test.module = String(module)
      test.id = "\(suite)/\(name)"
      test.name = "\(suite)/\(name)"
    }
    return test
  }

  private mutating func innermostSuite() throws(ReportProblem) -> String {
    let name = suites.last ?? ""
    try room.take(name)
    return name
  }

  /// Whether the text of a failure only says its message again, alone or behind its place.
  private static func repeats(_ entry: ToolReport.Entry, _ text: String) -> Bool {
    let text = text.utf8.drop { $0 <= 0x20 }
    let end = text.lastIndex { $0 > 0x20 }.map { text.index(after: $0) } ?? text.startIndex
    let words = text[..<end]
    let message = entry.message.utf8
    guard !message.isEmpty, words.count >= message.count,
      words.suffix(message.count).elementsEqual(message)
    else { return false }
    let place = words.dropLast(message.count)
    guard let file = entry.file?.utf8, place.starts(with: file) else { return place.isEmpty }
    return place.dropFirst(file.count).allSatisfy("0123456789: \n".utf8.contains)
  }

  private mutating func addFailure(
    _ entry: ToolReport.Entry, _ text: String
  ) throws(ReportProblem) {
    // Outside of a test something else failed, such as the set-up of a suite.
    let suite = open == nil ? try innermostSuite() : ""
    var test = open ?? TestCase(suite: suite, function: "", separator: ".")
    test.addFailure(entry.message, file: entry.file, line: entry.line)
    if !Self.repeats(entry, text) { test.addOutput(text) }
    if open != nil {
      open = test
    } else {
      test.endRuns(after: [])
      tests.append(test)
    }
  }

  private mutating func addRerun(_ message: String) {
    let issue = TestIssue(ReportText.start(message, bytes: 4_000))
    earlier.append(
      TestAttempt(
        number: earlier.count + 1, outcome: .failed, durationSeconds: nil, issues: [issue],
        output: ""))
  }

  private mutating func close() {
    guard var test = open else { return }
    open = nil
    test.endRuns(after: earlier)
    tests.append(test)
  }
}
