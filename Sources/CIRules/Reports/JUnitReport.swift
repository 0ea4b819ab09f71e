import CIModel

/// Reads JUnit's XML, which Surefire, Gradle, pytest, jest-junit, xcbeautify, SwiftPM and nearly
/// every other tool write, each in its own way: there is no specification.
///
/// Sources: surefire-test-report.xsd; `junitxml.py` in pytest, which counts lines from 0;
/// `JunitReporter.swift` in xcbeautify, whose message is `/path/File.swift:12 - …`; jest-junit
/// writes a text and no message.
enum JUnitReport: ReportReader {
  static let format = ToolReport.Format.junit

  static func recognizes(_ document: ReportDocument) -> Bool {
    if case .xml(let root, _) = document {
      root == "testsuites" || root == "testsuite"
    } else {
      false
    }
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    guard case .xml(_, let bytes) = document else { return ToolReport(format) }
    var reading = Reading()
    var scanner = XMLScanner(bytes, attributes: attributes)
    while let event = scanner.next(hasTexts: reading.needsText) { try reading.take(event) }
    reading.finish()
    return reading.report
  }

  /// Every test, the reasons why more may have failed, and the duration in seconds.
  static func tests(
    _ document: ReportDocument
  ) throws(ReportProblem) -> (tests: [TestCase], doubts: [String], seconds: Double) {
    guard case .xml(_, let bytes) = document else { return ([], [], 0) }
    var reading = Reading()
    var list = JUnitTests()
    var scanner = XMLScanner(bytes, attributes: attributes)
    while let event = scanner.next(hasTexts: reading.needsText || list.needsText) {
      let failures = reading.report.entries.count
      try reading.take(event)
      try list.take(event, reading.report.entries.dropFirst(failures).first, reading.lastText)
    }
    reading.finish()
    return (list.tests, reading.report.doubts, reading.seconds)
  }

  private static let attributes: Set = [
    "classname", "disabled", "doctest_version", "errors", "failures", "file", "hostname", "ignored",
    "line", "message", "name", "result", "skipped", "status", "tests", "time",
  ]

  /// Attribute values by which a test reports that it did not pass. Some of them are Bazel's.
  private static let failedWords: Set<String> = [
    "aborted", "crashed", "error", "errored", "fail", "failed", "failure", "interrupted",
    "timedout", "timeout",
  ]

  /// Attribute values by which a test reports that it did not run: GoogleTest writes
  /// `status="notrun" result="suppressed"`, CTest `status="disabled"`.
  private static let skippedWords: Set<String> = [
    "disabled", "ignored", "notrun", "skipped", "suppressed",
  ]

  /// Whether a test reports by its attributes that it did not run.
  static func wasSkipped(_ attributes: [String: String]) -> Bool {
    outcomeWords(attributes).contains(where: skippedWords.contains)
  }

  /// The outcome of a test in lowercase letters, whatever is between the words.
  private static func outcomeWords(_ attributes: [String: String]) -> [String] {
    ["status", "result"].compactMap { attributes[$0]?.lowercased().filter(\.isLetter) }
  }

  private struct Reading {
    /// The full text of the last failure.
    private(set) var lastText = ""
    var report = ToolReport(format, tests: ToolReport.Tests())
    /// The suites around a place in the report, from the whole report to the innermost.
    private var suites = [Suite()]
    private var testCase: [String: String]?
    private var failure: (attributes: [String: String], text: String)?
    private var failures = 0
    private var isSkipped = false
    /// The number of failures outside of tests, such as in the set-up of a suite.
    private var otherFailures = 0
    /// Whether `tests` counts something other than tests: pytest also counts the parts of a test;
    /// doctest, and Catch2, which writes `tbd` as `hostname`, count assertions.
    private var countsParts = false

    /// Number of bytes after which further text of a failure is dropped.
    private static let mostText = 1 << 16

    /// Whether the next text is that of a failure.
    var needsText: Bool { failure.map { $0.text.utf8.count < Self.mostText } ?? false }

    /// The duration of the whole report.
    var seconds: Double { suites[0].seconds }

    /// Compares the tests with what the suites count. Tests that were skipped need not be named.
    mutating func finish() {
      let whole = suites[0]
      report.compare(failed: whole.failed.most)
      var tests = report.tests ?? ToolReport.Tests()
      let named = tests.count + otherFailures
      if report.doubts.isEmpty, !countsParts, whole.ran.most > named {
        report.doubt("counts \(counted(whole.ran.most, "test")), but names \(named)")
      }
      tests.unnamedSkipped = max(0, whole.skipped.most - tests.skipped)
      tests.skipped += tests.unnamedSkipped
      report.tests = tests
    }

    mutating func take(_ event: XMLScanner.Event) throws(ReportProblem) {
      switch event {
      case .start("testsuites", let attributes, _):
        suites[0].take(attributes, failed: failed(attributes))
      case .start("testsuite", let attributes, let isEmpty):
        if attributes["name"] == "pytest" || attributes["hostname"] == "tbd"
          || attributes["doctest_version"] != nil
        {
          countsParts = true
        }
        suites.append(Suite())
        suites[suites.count - 1].take(attributes, failed: failed(attributes))
        if isEmpty { endSuite() }
      case .end("testsuite"): endSuite()
      case .start("testcase", let attributes, let isEmpty):
        report.tests?.count += 1
        suites[suites.count - 1].innerSeconds += Suite.seconds(attributes) ?? 0
        failures = 0
        testCase = attributes
        isSkipped = wasSkipped(attributes)
        if isEmpty { try endTest() }
      case .end("testcase"): try endTest()
      case .start("skipped", _, _), .start("disabled", _, _), .start("ignored", _, _):
        isSkipped = true
      case .start("failure", let attributes, let isEmpty),
        .start("error", let attributes, let isEmpty):
        failure = (attributes, "")
        if isEmpty { try endFailure() }
      case .text(let text): if needsText { failure?.text += text }
      case .end("failure"), .end("error"): try endFailure()
      default: break
      }
    }

    private mutating func endSuite() {
      guard suites.count > 1, let suite = suites.popLast() else { return }
      suites[suites.count - 1].add(suite)
    }

    /// Ends a test. If only an attribute reports that it failed, the failure has no message.
    private mutating func endTest() throws(ReportProblem) {
      if failures == 0, outcomeWords(testCase ?? [:]).contains(where: failedWords.contains) {
        failure = ([:], "")
        try endFailure()
      }
      if isSkipped, failures == 0 { report.tests?.skipped += 1 }
      testCase = nil
    }

    private mutating func endFailure() throws(ReportProblem) {
      guard let (attributes, parts) = failure else { return }
      failure = nil
      let text = parts.cuttingRunsOfMarks
      lastText = text
      var message = attributes["message"] ?? ""
      // Some tools write one of these for every failure.
      let saysNothing = ["", "failed", "failure", "collection failure"].contains(
        message.lowercased())
      if saysNothing, text.contains(where: { !$0.isWhitespace }) {
        message = Self.raised(in: text) ?? text
      }
      let suite = suites.last?.attributes ?? [:]
      let isPytest = suite["name"] == "pytest"
      var file = testCase?["file"] ?? attributes["file"]
      var line = number(attributes["line"]) ?? StackPlace(file)?.line(in: text)
      if line == nil { line = number(testCase?["line"], plus: isPytest ? 1 : 0) }
      if file == nil, let place = Place(xcbeautify: message) ?? Place(in: text) {
        (file, line) = (place.file, place.line)
        message = place.message ?? message
      }
      if let file, let line, let end = message.utf8.firstIndex(of: UInt8(ascii: "\n")),
        message[..<end].hasSuffix("\(file):\(line)"),
        !message[..<end].contains(where: \.isWhitespace)
      {
        // GoogleTest repeats the place above the message.
        message = String(message[end...].drop(while: \.isNewline))
      }
      // Without a file, the suite shows where the test is.
      func start(_ name: String?) -> String? { name.map { ReportText.start($0, bytes: 4_096) } }
      let suiteName = start(testCase?["classname"] ?? suite["name"])
      let name = start(testCase?["name"])
      let names = [file == nil && name != suiteName ? suiteName : nil, name]
      try report.add(
        ToolReport.Entry(
          file: file, line: line, severity: .error,
          message: message.isEmpty ? "failed" : ReportText.failure(message),
          rule: ReportText.line(
            names.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ".")),
          isFailedTest: true, isFurther: failures > 0))
      failures += 1
      if testCase == nil { otherFailures += 1 }
    }

    /// The exception that pytest marks: `E   ImportError: no such module`.
    private static func raised(in text: String) -> String? {
      text.prefix(1 << 14).split(whereSeparator: \.isNewline).first { $0.hasPrefix("E   ") }
        .map { String($0.dropFirst(4)) }
    }

    /// The number of failures and errors. A value that is not a number adds a doubt.
    private mutating func failed(_ attributes: [String: String]) -> Int {
      var numbers: [Int] = []
      for name in ["failures", "errors"] {
        guard let text = attributes[name], text.contains(where: { !$0.isWhitespace }) else {
          continue
        }
        guard let count = count(text) else {
          let doubt = "contains `\(name)` attributes that are not numbers"
          if !report.doubts.contains(doubt) { report.doubt(doubt) }
          continue
        }
        numbers.append(count)
      }
      return numbers.reduce(0) { sum($0, $1) }
    }
  }

  /// What a suite, or the whole report, counts.
  private struct Suite {
    /// Some tools count in one place only, so the larger number counts.
    struct Count {
      var own = 0
      var inner = 0
      var most: Int { max(own, inner) }
    }

    private(set) var attributes: [String: String] = [:]
    /// Failures and errors.
    private(set) var failed = Count()
    /// Tests that ran.
    private(set) var ran = Count()
    /// Tests that did not run. A tool may count the same test under more than one name.
    private(set) var skipped = Count()
    /// The duration that the report states; `nil` when it states none, or 0.
    private var ownSeconds: Double?
    /// The sum of the durations of its suites and tests.
    var innerSeconds = 0.0

    /// The stated duration also has set-up, and tests can run at the same time, so it comes before
    /// the sum.
    var seconds: Double { ownSeconds ?? innerSeconds }

    static func seconds(_ attributes: [String: String]) -> Double? {
      attributes["time"].flatMap { ReportText.seconds($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    mutating func take(_ attributes: [String: String], failed: Int) {
      func number(_ name: String) -> Int { attributes[name].flatMap { count($0) } ?? 0 }
      self.attributes = attributes
      self.failed.own = failed
      ownSeconds = Self.seconds(attributes)
      let others = ["disabled", "ignored", "skipped"].map(number)
      skipped.own = others.max() ?? 0
      // Tests that did not run need not be in the report.
      ran.own = max(0, number("tests") - others.reduce(0, sum))
    }

    mutating func add(_ suite: Suite) {
      failed.inner = sum(failed.inner, suite.failed.most)
      ran.inner = sum(ran.inner, suite.ran.most)
      skipped.inner = sum(skipped.inner, suite.skipped.most)
      innerSeconds += suite.seconds
    }
  }

  /// Parses `1`, or `1.0` as some languages write it; a value that is too large becomes the largest
  /// number.
  private static func count(_ text: String) -> Int? {
    if let number = Int(text) { return max(0, number) }
    guard let number = Double(text), number.isFinite else { return nil }
    return number < 1e9 ? Int(max(0, number).rounded(.up)) : .max
  }

  /// A file and a line that a text contains.
  private struct Place {
    var file: String
    var line: Int
    /// The text behind the place; `nil` when the whole text is the message.
    var message: String?

    /// Parses `/path/File.swift:12 - XCTAssertTrue failed`.
    init?(xcbeautify message: String) {
      // By bytes, because the characters of a long message take long to find.
      let start = Array(message.utf8.prefix(ToolReport.longestName + 64))
      guard let dash = start.firstRange(of: Array(" - ".utf8)),
        let colon = start[..<dash.lowerBound].lastIndex(of: UInt8(ascii: ":")),
        let line = number(
          String(decoding: start[colon..<dash.lowerBound].dropFirst(), as: UTF8.self))
      else { return nil }
      file = String(decoding: start[..<colon], as: UTF8.self)
      guard colon <= ToolReport.longestName, file.contains("."), !file.contains(where: \.isNewline)
      else { return nil }
      self.line = line
      self.message = String(decoding: message.utf8.dropFirst(dash.upperBound), as: UTF8.self)
    }

    /// Finds the first line such as `tests/test_a.py:8: AssertionError`, or a frame of Rust or
    /// JavaScript. A relative path is preferred, as that of a library is absolute.
    init?(in text: String) {
      var found: (file: String, line: Int)?
      for part in text.prefix(1 << 14).split(whereSeparator: \.isNewline) {
        let fields = Self.frame(part).split(
          separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].utf8.count <= ToolReport.longestName,
          fields[0].contains("."),
          !fields[0].contains(where: \.isWhitespace),
          let line = number(String(fields[1]))
        else { continue }
        if found == nil { found = (String(fields[0]), line) }
        if fields[0].hasPrefix("/") { continue }
        found = (String(fields[0]), line)
        break
      }
      guard let found else { return nil }
      (file, line) = found
    }

    /// The place in `thread 'a' panicked at src/lib.rs:17:9:`, which Rust prints, and in
    /// `at f (/app/a.test.ts:12:20)`, a frame of V8; other lines as they are.
    private static func frame(_ line: Substring) -> Substring {
      if let range = line.firstRange(of: " panicked at ") { return line[range.upperBound...] }
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("at "), !text.contains("node_modules/"), !text.contains("node:") else {
        return line
      }
      guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else {
        return text.dropFirst(3)
      }
      return text[text.index(after: open)...].dropLast()
    }
  }

  private static func number(_ text: String?, plus offset: Int = 0) -> Int? {
    guard let text, let number = Int(text), 0..<Int.max ~= number, number + offset > 0 else {
      return nil
    }
    return number + offset
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
