import CIModel

/// The tests in the tree that `xcrun xcresulttool get test-results tests` prints.
///
/// Format: the schema that `xcrun xcresulttool help get test-results tests` prints (Xcode 16).
struct XcodeTests {
  private(set) var tests: [TestCase] = []
  private var room = RoomForSuites()

  init(_ nodes: JSONText.Elements) throws(ReportProblem) {
    for node in nodes { try add(node, bundle: nil) }
  }

  private mutating func add(_ node: JSONText, bundle: String?) throws(ReportProblem) {
    let type = node["nodeType"]?.text
    guard type == "Test Case" else {
      let isBundle = type?.hasSuffix("test bundle") == true
      let bundle = isBundle ? node["name"]?.text : bundle
      let first = tests.count
      for child in node["children"].list { try add(child, bundle: bundle) }
      if Self.outcome(node) == .failed, !tests[first...].contains(where: \.outcome.isFailure) {
        try addFailure(of: node, bundle: bundle)
      }
      return
    }
    guard tests.count < ToolReport.mostEntries else { throw .tooMuch(ToolReport.mostEntries) }
    try room.take(bundle ?? "")
    let identifier = node["nodeIdentifier"]?.text ?? node["name"]?.text ?? ""
    let parts = identifier.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
      String(Substring($0))
    }
    let suite = [bundle, parts.count > 1 ? parts[0] : nil].compactMap { $0 }
    var test = TestCase(
      suite: suite.joined(separator: "."), function: parts.last ?? "", separator: "/")
    test.module = bundle
    var details = Details()
    details.add(node, arguments: nil)
    // The node has the total time of all repetitions.
    test.durationSeconds = details.attempts.last?.durationSeconds ?? Self.seconds(node)
    test.issues = details.issues + (details.attempts.last?.issues ?? [])
    test.outcome = Self.outcome(node)
    if node["result"]?.text == "Passed", details.hasFailed { test.outcome = .failed }
    if test.outcome == .failed, details.hasCrashed || details.attempts.last?.outcome == .crashed {
      test.outcome = .crashed
    }
    if test.outcome == .failed, test.issues.isEmpty {
      test.addFailure("failed", file: nil, line: nil)
    }
    if node["result"]?.text == "Expected Failure" {
      for index in test.issues.indices { test.issues[index].isKnown = true }
    }
    test.endRuns(after: Array(details.attempts.dropLast()))
    tests.append(test)
  }

  /// Adds a failure of a suite or bundle that failed although none of its tests did: in code that
  /// runs before or after them, or in the runner.
  private mutating func addFailure(of node: JSONText, bundle: String?) throws(ReportProblem) {
    try room.take(bundle ?? "")
    var test = TestCase(
      suite: bundle ?? "", function: node["name"]?.text ?? "", separator: "/")
    test.module = bundle
    var details = Details()
    details.add(node, arguments: nil)
    (test.outcome, test.issues) = (details.hasCrashed ? .crashed : .failed, details.issues)
    if test.issues.isEmpty {
      test.addFailure("failed, although none of its tests did", file: nil, line: nil)
    }
    test.endRuns(after: [])
    tests.append(test)
  }

  /// The data below a test: failures, repetitions, and the arguments that it was called with.
  private struct Details {
    var issues: [TestIssue] = []
    var attempts: [TestAttempt] = []
    var hasCrashed = false
    /// On a device, or with arguments; what the repetitions said does not count.
    var hasFailed = false

    mutating func add(_ node: JSONText, arguments: String?) {
      let mayFail = !["Expected Failure", "Skipped"].contains(node["result"]?.text)
      for child in node["children"].list {
        let name = child["name"]?.text ?? ""
        switch child["nodeType"]?.text {
        case "Failure Message":
          hasCrashed = hasCrashed || name.hasPrefix("Crash: ")
          hasFailed = hasFailed || mayFail
          if issues.count < 100 { issues.append(XcodeTests.issue(name, arguments)) }
        case "Repetition":
          var own = Details()
          own.add(child, arguments: arguments)
          attempts.append(
            TestAttempt(
              number: attempts.count + 1,
              outcome: own.hasCrashed ? .crashed : XcodeTests.outcome(child),
              durationSeconds: XcodeTests.seconds(child), issues: own.issues, output: ""))
        case "Arguments", "Device":
          hasFailed = hasFailed || XcodeTests.outcome(child) == .failed
          add(child, arguments: child["nodeType"]?.text == "Arguments" ? name : arguments)
        // Suites and tests below a suite that failed as a whole report their own failures.
        case "Test Case", "Test Suite": break
        default: add(child, arguments: arguments)
        }
      }
    }
  }

  /// Parses `ATests.swift:41: XCTAssertEqual failed: …`.
  private static func issue(_ text: String, _ arguments: String?) -> TestIssue {
    let text = ReportText.start(text, bytes: 4_000)
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[1]), line > 0 else {
      return TestIssue(text, arguments: arguments)
    }
    return TestIssue(
      String(parts[2].drop { $0 == " " }), file: String(parts[0]), line: line, arguments: arguments)
  }

  private static func outcome(_ node: JSONText) -> TestOutcome {
    switch node["result"]?.text {
    case "Passed", "Expected Failure": .passed
    case "Failed": .failed
    case "Skipped": .skipped
    // `unknown`: the test did not finish.
    default: .unfinished
    }
  }

  private static let units: [Substring: Double] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]

  /// The duration: `durationInSeconds` since Xcode 16.3; before that `duration`, such as `1h 2m 3s`
  /// or `0,5s`, with the decimal comma of some languages.
  private static func seconds(_ node: JSONText) -> Double? {
    if let number = node["durationInSeconds"]?.writtenNumber { return ReportText.seconds(number) }
    guard let text = node["duration"]?.text, text.utf8.count < 100 else { return nil }
    var total: Double?
    for part in text.split(whereSeparator: \.isWhitespace) {
      guard let unit = units[part.drop { !$0.isLetter }],
        let number = ReportText.seconds(
          String(part.prefix { !$0.isLetter }.map { $0 == "," ? "." : $0 }))
      else { return nil }
      total = (total ?? 0) + number * unit
    }
    return total
  }
}
