import CIModel
import Testing

@testable import LogParsing

/// What `swift test --parallel` prints.
@Suite struct SilentTestsTests {
  private static let whole = """
    [1/3] Testing M.MathTests/testAdd
    [2/3] Testing M.MathTests/testSkip
    [3/3] Testing M.MathTests/testFails

    """
  private static let failure = """
    Test Suite 'Selected tests' started at 2026-11-21 04:20:20.546
    Test Suite 'MathTests' started at 2026-11-21 04:20:20.547
    Test Case 'MathTests.testFails' started at 2026-11-21 04:20:20.547
    /p/T.swift:6: error: MathTests.testFails : XCTAssertTrue failed
    Test Case 'MathTests.testFails' failed (0.25 seconds)
    Test Suite 'MathTests' failed at 2026-11-21 04:20:20.548
    \t Executed 1 test, with 1 failure (0 unexpected) in 0.25 (0.25) seconds
    Test Suite 'Selected tests' failed at 2026-11-21 04:20:20.548
    \t Executed 1 test, with 1 failure (0 unexpected) in 0.25 (0.25) seconds

    """

  @Test func aWholeRunIsNoSilence() {
    let facts = read(Self.whole)
    #expect(facts.verdict == .passed)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(notTold: 3)))
    #expect(facts.tests.map(\.outcome) == [.notTold, .notTold, .notTold])
    #expect(
      facts.tests.map(\.runs)
        == Array(repeating: [TestRun(.notTold, durationSeconds: nil)], count: 3))
    let first = facts.tests.first
    #expect(first?.name == "MathTests.testAdd")
    #expect(first?.id == "M.MathTests/testAdd")
    #expect(first?.module == "M")
    #expect(first?.suite == "MathTests")
    #expect(first?.function == "testAdd")
  }

  @Test func aFailureTellsOfItsTest() {
    let facts = read(Self.whole + Self.failure)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(failed: 1, notTold: 2)))
    #expect(facts.tests.map(\.outcome) == [.notTold, .notTold, .failed])
    #expect(facts.tests.last?.id == "M.MathTests/testFails")
    #expect(facts.tests.last?.durationSeconds == 0.25)
    #expect(facts.tests.last?.runs.count == 1)
    #expect(facts.reasons == ["1 test failed"])
  }

  @Test func theNamesOfMacOSAreTheSameTests() {
    let facts = read(
      Self.whole + """
        Test Case '-[M.MathTests testFails]' started.
        Test Case '-[M.MathTests testFails]' failed (0.250 seconds).

        """)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(failed: 1, notTold: 2)))
    #expect(
      facts.tests.map(\.name)
        == ["MathTests.testAdd", "MathTests.testSkip", "-[M.MathTests testFails]"])
  }

  @Test(arguments: [
    ("", ["SwiftPM ran 2 of 3 tests"]),
    // The next run begins to count again.
    (whole, ["SwiftPM ran 2 of 3 tests"]),
  ])
  func aCutRunFails(rest: String, reasons: [String]) {
    let facts = read(
      "[1/3] Testing M.MathTests/testAdd\n[2/3] Testing M.MathTests/testSkip\n" + rest)
    #expect(facts.verdict == .failed)
    #expect(facts.reasons == reasons)
  }

  @Test func aProcessThatDiedTellsOfItsTest() {
    let facts = read(
      "error: Process '/p/X.xctest M.MathTests/testFails' exited with unexpected signal code 9\n"
        + Self.whole)
    #expect(facts.tests.last?.outcome == .crashed)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(unfinished: 1, notTold: 2)))
    #expect(facts.crashes.map(\.test) == ["MathTests.testFails"])
  }

  @Test func aNameOfTwoModulesLeavesTheModuleOpen() {
    let both = "[1/2] Testing M.MathTests/testFails\n[2/2] Testing N.MathTests/testFails\n"
    let silent = read(both)
    #expect(silent.tests.map(\.id) == ["M.MathTests/testFails", "N.MathTests/testFails"])
    let facts = read(both + Self.failure)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(failed: 1, notTold: 1)))
    #expect(facts.tests.map(\.id) == [nil, nil])
  }

  @Test func repeatedRunsCountEach() {
    let facts = read(Self.whole + Self.failure + Self.whole)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(failed: 1, notTold: 5)))
    #expect(facts.tests.count == 3)
    // What was told says more than what was not.
    #expect(facts.tests.last?.outcome == .failed)
    #expect(facts.verdict == .failed)
  }

  @Test func printedProgressOfARunningTestIsOutput() {
    let facts = read(
      """
      Test Case 'A.testB' started at 2026-01-01 00:00:00.000
      [1/9] Testing M.Ghost/test
      Test Case 'A.testB' passed (0.25 seconds)
      """)
    #expect(facts.counts == TestCounts(xctest: XCTestCounts(passed: 1)))
    #expect(facts.verdict == .passed)
  }
}
