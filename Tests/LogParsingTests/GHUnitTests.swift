import CIModel
import Testing

@testable import LogParsing

/// Lines in the form of `GHTestRunner.m` and `GHTesting.m`, gh-unit.
@Suite struct GHUnitTests {
  private static func log(_ middle: String, _ totals: String) -> String {
    """
    Test Suite 'Tests' started.
    Starting CartTest/testAdd
     OK (0.001s)

    \(middle)
    Test Suite 'Tests' finished.
    \(totals)
    """
  }

  @Test func passes() {
    let facts = read(
      Self.log("", "Executed 1 of 1 tests, with 0 failures in 0.250 seconds (0 disabled)."))
    #expect(facts.verdict == .passed)
    #expect(facts.counts == TestCounts(other: ForeignCounts(passed: 1)))
    #expect(facts.tests.map(\.name) == ["CartTest/testAdd"])
    #expect(facts.tests.map(\.durationSeconds) == [0.001])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func tellsWhyATestFailed() {
    let facts = read(
      Self.log(
        """
        Starting CartTest/testSum
        2014-03-04 10:11:12.345 App[21:303] adding
        \tName: GHTestFailureException
        \tFile: ~/App/Tests/CartTest.m
        \tLine: 24
        \tReason: '3' should be equal to '4'.

         FAIL (0.013s)
        """,
        """
        Executed 2 of 3 tests, with 1 failures in 0.250 seconds (1 disabled).

        Failed tests:
        \tCartTest/testSum

        """))
    #expect(facts.counts == TestCounts(other: ForeignCounts(passed: 1, failed: 1, skipped: 1)))
    #expect(facts.reasons == ["1 test failed"])
    let failed = facts.tests.last
    #expect(
      failed?.issues == [
        TestIssue("'3' should be equal to '4'.", file: "~/App/Tests/CartTest.m", line: 24)
      ])
    #expect(failed?.output == "2014-03-04 10:11:12.345 App[21:303] adding\n")
  }

  /// Whatever a log counts, and however often.
  @Test(arguments: [
    "Executed 9223372036854775807 of 9223372036854775807 tests, with 0 failures in 1 seconds (0 disabled).",
    "9223372036854775807 passes and 0 failures",
  ])
  func numbersWithoutBoundsEndNothing(line: String) {
    let facts = read("\(line)\n\(line)\n")
    #expect((facts.counts.other?.passed ?? 0) > 1_000_000)
    let odd = read("Executed 1 of 9 tests, with 5 failures in 0.250 seconds (0 disabled).\n")
    #expect(odd.counts.other == ForeignCounts(passed: 0, failed: 5, skipped: 8))
  }

  @Test func aTestWithoutAnEndFails() {
    let facts = read("Test Suite 'Tests' started.\nStarting CartTest/testAdd\n")
    #expect(facts.tests.map(\.outcome) == [.unfinished])
    #expect(facts.verdict == .failed)
  }

  @Test func totalsThatDifferFail() {
    let facts = read(
      Self.log("", "Executed 2 of 2 tests, with 0 failures in 0.250 seconds (0 disabled)."))
    #expect(facts.reasons == ["GHUnit counted 2 tests, the log shows 1"])
  }

  @Test func totalsAloneCount() {
    let facts = read("Executed 5 of 6 tests, with 2 failures in 0.250 seconds (1 disabled).\n")
    #expect(facts.counts == TestCounts(other: ForeignCounts(passed: 3, failed: 2, skipped: 1)))
  }

  @Test(arguments: [
    "Starting the server", "Starting a/b now", "OK (0.001s)", " OK (soon)", " OKAY (0.1s)",
    "Test Suite 'Tests' is old.", "Executed 5 of 6 statements",
  ])
  func isNotGHUnits(line: String) {
    #expect(event(line, by: GHUnitLine()) == nil)
  }
}
