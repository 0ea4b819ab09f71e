import CIModel
import LogParsing
import Testing

/// Which test a line belongs to when a process ends, and when modules use the same names.
@Suite struct ProcessBoundaryTests {
  private func log(_ name: String) throws -> String {
    String(decoding: try fixture(name + ".log"), as: UTF8.self)
  }

  @Test func classesOfOneNameInTwoModulesAreTwo() throws {
    let log = try log("swift63-classes-of-one-name")
    for repetitions in 1...2 {
      let facts = read(String(repeating: log, count: repetitions), root: fixtureRoot)
      let tests = facts.tests.filter { $0.framework == .xctest }
      #expect(
        tests.map { "\($0.function) \($0.outcome) \($0.runs.count)" } == [
          "testAdd failed \(repetitions)", "testPolar passed \(repetitions)",
          "testAdd passed \(repetitions)", "testPolar passed \(repetitions)",
          "testSkipped skipped \(repetitions)",
        ])
      #expect(
        tests.flatMap(\.issues).map(\.file) == Array(
          repeating: "Tests/ComplexTests/ArithmeticTests.swift", count: repetitions)
          + Array(
            repeating: "Tests/RealTests/ArithmeticTests.swift", count: repetitions))
      #expect(tests.map(\.output).filter { $0 != "" }.count == 2)
    }
  }

  /// The end of a process is printed at once, its last 4 KiB of output afterwards.
  @Test func theEndOfAProcessCanStandAnywhere() throws {
    let log = try log("swift63-crash-interrupted-line")
    let end = try #require(log.firstRange(of: #/error: Process [^\n]* signal code 4\n/#))
    let message = Array(log[end].utf8)
    let text = log[..<end.lowerBound] + log[end.upperBound...]
    let output = Array(text.utf8)
    func offset(of words: String) throws -> Int {
      let range = try #require(text.firstRange(of: words))
      return text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    }
    // Every seventh byte of the lines about tests, and the start and the middle of all.
    let start = try offset(of: "Test Suite 'All tests' started")
    let report = try offset(of: "*** Signal 4")
    let last = try offset(of: "Backtrace took")
    let lines = output.indices.filter { output[$0] == UInt8(ascii: "\n") }
    let offsets = Set(stride(from: start, to: report, by: 7)).union(
      lines.flatMap { [$0 + 1, $0 + 20] }
    )
    .filter { $0 >= start && $0 < last }
    #expect(offsets.count > 200)
    for offset in offsets.sorted() {
      let bytes = output[..<offset] + message + output[offset...]
      let facts = read(Array(bytes), chunk: .max, root: fixtureRoot).facts
      let crashed = facts.tests.filter { $0.outcome == .crashed }.map(\.name)
      guard facts.crashes.count == 1, let crash = facts.crashes.first,
        crash.test == "CrashTests.testCrash", crash.signal == "SIGILL",
        crash.reason == "Precondition failed: no angle",
        crash.file == "Sources/Complex/Complex.swift", crash.line == 2,
        crashed == ["CrashTests.testCrash"], facts.counts.xctest?.unfinished == 1,
        facts.counts.xctest?.passed == 4,
        facts.counts.xctest?.failed == 1
      else {
        let around = String(decoding: output[(offset - 20)..<(offset + 20)], as: UTF8.self)
        Issue.record("at \(offset), in '\(around)': \(facts.crashes), \(crashed)")
        continue
      }
    }
  }

  /// A printed line without an end stands before the message, too.
  @Test func aLineWithoutAnEndIsNoStartOfTheNext() {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      half a lineerror: Process '/p/X.xctest' exited with unexpected signal code 9
      ◇ Test run started.
      ◇ Test a() started.
      ✔ Test a() passed after 0.100 seconds.
      ✔ Test run with 1 test in 0 suites passed after 0.100 seconds.

      """)
    #expect(facts.tests.map(\.name) == ["A.testB", "a()"])
    #expect(facts.crashes.map(\.test) == ["A.testB"])
    #expect(facts.counts.swiftTesting == SwiftTestingCounts(passed: 1))
  }

  private static let start = """
    ◇ Test run started.
    ↳ Testing Library Version: 1743
    ◇ Test a() started.

    """
  private static let run =
    start + """
      ✔ Test a() passed after 0.001 seconds.
      ✔ Test run with 1 test passed after 0.001 seconds.

      """

  /// Only the end of the XCTest shows that it has printed the run.
  @Test func aRunWithinAnXCTestIsItsOutput() throws {
    let log =
      "Test Case 'A.testB' started at 2026-01-01 00:00:00.000\nbefore\n" + Self.run + "behind\n"
    let facts = read(log + "Test Case 'A.testB' passed (0.25 seconds)\n")
    #expect(facts.tests.map(\.name) == ["A.testB"])
    #expect(facts.tests.first?.output == "before\n\(Self.run)behind\n")
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(passed: 1)))
    #expect(facts.verdict == .passed)
    // Its process has ended without a message.
    let ended = read(log)
    #expect(ended.tests.map { "\($0.name) \($0.outcome)" } == ["A.testB unfinished", "a() passed"])
    let again = read(log + log + "Test Case 'A.testB' passed (0.25 seconds)\n")
    #expect(again.tests.map { "\($0.name) \($0.runs.count)" } == ["A.testB 2", "a() 1"])
  }

  /// A process cannot hide that its tests failed or did not end by the end of a test of another.
  @Test(arguments: [
    (
      """
      ✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: no
      ✘ Test a() failed after 0.001 seconds with 1 issue.
      ✘ Test run with 1 test failed after 0.001 seconds with 1 issue.
      """, "a() failed"
    ),
    ("✘ Test run with 1 test failed after 0.001 seconds with 1 issue.", "a() unfinished"),
    ("✘ Test a() failed after 0.001 seconds with 1 issue.", "a() failed"),
    ("", "a() unfinished"),
  ])
  func aRunThatFailsIsNoOutput(end: String, test: String) throws {
    let facts = read(
      "Test Case 'A.testB' started at 2026-01-01 00:00:00.000\n\(Self.start)\(end)\n"
        + "Test Case 'A.testB' passed (0.25 seconds)\n")
    #expect(facts.tests.map { "\($0.name) \($0.outcome)" }.contains(test))
    #expect(facts.verdict == .failed)
  }

  @Test func anyNumberOfTestsPrintRuns() {
    let log = (1...50).map { number in
      "Test Case 'A.test\(number)' started at 2026-01-01 00:00:00.000\n\(Self.run)"
        + "Test Case 'A.test\(number)' passed (0.25 seconds)\n"
    }.joined()
    let facts = read(log + Self.run)
    #expect(facts.counts.xctest == XCTestCounts(passed: 50))
    #expect(facts.counts.swiftTesting == SwiftTestingCounts(passed: 1))
    #expect(facts.tests.map(\.name).last == "a()")
  }

  /// A test that runs again in the next process and passes has crashed nevertheless.
  @Test func aTestThatPassesInTheNextProcessHasCrashed() {
    let start = """
      Test Suite 'All tests' started at 2026-01-01 00:00:00.000
      Test Suite 'A' started at 2026-01-01 00:00:00.000
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000

      """
    let facts = read(
      start + "error: Process '/p/X.xctest' exited with unexpected signal code 9\n" + start
        + "Test Case 'A.testB' passed (0.25 seconds)\n")
    #expect(facts.crashes == [Crash(test: "A.testB", signal: "SIGKILL")])
  }

  /// Of several tests that run at once, the one on the stack crashed.
  @Test func theTestOnTheStackCrashed() throws {
    let facts = read(try log("swift63-crash-parallel-swift-testing"), root: fixtureRoot)
    #expect(
      facts.tests.filter { $0.outcome == .unfinished }.map(\.name) == ["other()", "third()"])
    #expect(
      facts.crashes == [
        Crash(
          test: "crashes()", signal: "SIGILL", reason: "Precondition failed: no angle",
          file: "Sources/Complex/Complex.swift", line: 2)
      ])
  }
}
