import CIModel
import Testing

@testable import LogParsing

/// Tests of one process that print lines which look like XCTest's.
@Suite struct XCTestSequenceTests {
  private static let alphabet = ["S.testA", "S.testB", "S.testC", "S.testD"]

  private static func start(_ letter: String) -> String {
    "Test Case 'S.test\(letter)' started at 2026-01-01 00:00:00.000\n"
  }

  private static func end(_ letter: String, _ verb: String) -> String {
    "Test Case 'S.test\(letter)' \(verb) (0.001 seconds)\n"
  }

  private static let suites = """
    Test Suite 'S' failed at 2026-01-01 00:00:00.000
    \t Executed 9 tests, with 9 failures (9 unexpected) in 1.0 (1.0) seconds
    Test Suite 'T' started at 2026-01-01 00:00:00.000

    """

  /// Runs A to D in this order, all of which pass; each prints what `prints` says.
  private static func log(_ prints: [String: String]) -> String {
    "ABCD".map { letter in
      start("\(letter)") + (prints["\(letter)"] ?? "") + end("\(letter)", "passed")
    }.joined()
  }

  static let imitations: [(words: String, prints: [String: String])] = [
    ("its own end", ["A": end("A", "failed")]),
    ("its own end twice", ["B": end("B", "failed") + end("B", "skipped")]),
    ("its own end and suites", ["A": end("A", "failed") + suites]),
    ("the next test's start", ["A": start("B")]),
    ("its own end and the next test's start", ["A": end("A", "failed") + start("B")]),
    ("its own end and a later test's start", ["A": end("A", "failed") + start("C")]),
    (
      "its own end, a later test's start and suites",
      ["A": end("A", "failed") + start("C") + suites]
    ),
    (
      "its own end and a whole run of the next",
      ["A": end("A", "failed") + start("B") + end("B", "failed")]
    ),
    (
      "its own end and whole runs of all others",
      ["A": end("A", "failed") + "BCD".map { start("\($0)") + end("\($0)", "failed") }.joined()]
    ),
    (
      "its own end, a run of the next and a start",
      ["A": end("A", "failed") + start("B") + end("B", "failed") + start("D")]
    ),
    ("the end of a test before it", ["C": end("A", "failed")]),
    ("the end of a test before it and the next start", ["C": end("A", "failed") + start("D")]),
    ("the end of a test behind it", ["B": end("D", "failed")]),
    ("the end of a test that is not there", ["B": end("Z", "failed") + start("Z")]),
    (
      "ends in several tests",
      ["A": end("A", "failed") + start("C"), "C": end("C", "failed") + suites]
    ),
    ("its own end in the last test", ["D": end("D", "failed") + suites]),
  ]

  @Test(arguments: imitations)
  func keepsToWhatRan(words: String, prints: [String: String]) {
    let facts = read(Self.log(prints), planned: Self.alphabet)
    let outcomes = Dictionary(uniqueKeysWithValues: facts.tests.map { ($0.name, $0.outcome) })
    #expect(outcomes == Dictionary(uniqueKeysWithValues: Self.alphabet.map { ($0, .passed) }))
    #expect(facts.counts.xctest == XCTestCounts(passed: 4))
    #expect(facts.tests.allSatisfy { $0.runs.count == 1 })
  }

  @Test func keepsOutputAndIssuesWithTheirTest() {
    let facts = read(
      Self.start("A") + "first\n" + Self.end("A", "failed") + Self.start("C") + "second\n"
        + Self.end("A", "passed") + Self.start("B") + "of B\n" + Self.end("B", "passed")
        + Self.start("C") + "of C\n/p/F.swift:3: error: S.testC : XCTAssertTrue failed\n"
        + Self.end("C", "failed"),
      planned: Self.alphabet)
    let tests = Dictionary(uniqueKeysWithValues: facts.tests.map { ($0.function, $0) })
    #expect(tests["testA"]?.output.hasPrefix("first\n") == true)
    #expect(tests["testA"]?.output.contains("second\n") == true)
    #expect(tests["testB"]?.output == "of B\n")
    #expect(tests["testC"]?.output == "of C\n")
    #expect(tests["testC"]?.issues.map(\.message) == ["XCTAssertTrue failed"])
    #expect(tests["testC"]?.outcome == .failed)
  }

  @Test func listsNoTestThatWasOnlyPrinted() {
    let facts = read(
      Self.start("A") + Self.end("A", "failed") + Self.start("C") + "Fatal error: not really\n"
        + Self.end("A", "passed") + Self.start("B") + Self.end("B", "passed"),
      planned: Self.alphabet)
    #expect(facts.tests.map(\.name) == ["S.testA", "S.testB"])
    #expect(facts.crashes.isEmpty)
  }
}
