import CIModel
import Testing

@testable import TestExecution

@Suite struct QuarantineListTests {
  @Test func readsIDsReasonsAndDays() {
    let (list, problems) = QuarantineList.parse(
      """
      # Tests that wait for a fix.

      M.A/one   # 2026-10-02: the server answers late
      M.f(n:)\t# no idea yet\r
      M.B/two # 2026-10-02
      """)
    #expect(list.entries.map(\.id) == ["M.A/one", "M.f(n:)", "M.B/two"])
    #expect(list.entries.map(\.line) == [3, 4, 5])
    #expect(
      list["M.A/one"] == Quarantine(reason: "the server answers late", since: "2026-10-02"))
    #expect(list["M.f(n:)"] == Quarantine(reason: "no idea yet", since: nil))
    #expect(problems.map(\.message) == ["'M.B/two' has no reason; write it after a '#'"])
    #expect(list["M.C/three"] == nil)
  }

  @Test func saysWhatIsThereTwice() {
    let (list, problems) = QuarantineList.parse("M.A/one # a\nM.A/one # b\n")
    #expect(list.entries.count == 1)
    #expect(
      problems == [QuarantineList.Problem(line: 2, message: "'M.A/one' is already on line 1")])
  }

  @Test(
    arguments: [
      ("2026-10-02, until 2026-11-01: late", "2026-10-02", "2026-11-01", "late"),
      ("2026-10-02 until 2026-11-01 late", "2026-10-02", "2026-11-01", "late"),
      ("until 2026-11-01: late", nil, "2026-11-01", "late"),
      ("2026-10-02: until 2026-11-01 late", "2026-10-02", nil, "until 2026-11-01 late"),
      ("2026-10-02, until it is mended", "2026-10-02", nil, "until it is mended"),
      ("until it is mended", nil, nil, "until it is mended"), ("late", nil, nil, "late"),
    ] as [(String, String?, String?, String)])
  func readsTheLastDay(comment: String, since: String?, until: String?, reason: String) {
    let (list, problems) = QuarantineList.parse("M.A/one # \(comment)\n")
    #expect(
      list.entries == [
        .init(
          id: "M.A/one", quarantine: Quarantine(reason: reason, since: since), until: until, line: 1
        )
      ])
    #expect(problems == [])
  }

  @Test func tellsWhatShouldLeave() throws {
    let (list, _) = QuarantineList.parse(
      """
      M.A/gone # a
      M.A/old # until 2026-10-02: a
      M.A/passes # a
      M.A/fails # a
      M.A/flaky # a
      M.A/young # a
      """)
    func test(_ id: String, _ outcome: TestOutcome, isFlaky: Bool? = nil) -> TestCase {
      var test = TestCase(name: id, framework: .xctest, function: "t", outcome: outcome)
      (test.id, test.isFlaky) = (id, isFlaky)
      return test
    }
    let outdated = list.outdated(
      among: ["M.A/gun", "M.A/old", "M.A/passes", "M.A/fails", "M.A/flaky", "M.A/young"],
      after: [
        test("M.A/passes", .passed), test("M.A/fails", .failed),
        test("M.A/flaky", .passed, isFlaky: true),
      ], on: try #require(Timestamp(iso8601: "2026-11-01T00:00:00Z"))
    ) { ["M.A/old": 0, "M.A/young": 9][$0] ?? 11 }
    #expect(
      outdated == [
        .unknownTest("M.A/gone", line: 1, near: "M.A/gun"),
        .expired("M.A/old", line: 2, until: "2026-10-02"),
        .passesAgain("M.A/passes", line: 3, passes: 11),
      ])
  }

  @Test func aDayThatDoesNotExistIsNoEnd() {
    let (list, problems) = QuarantineList.parse("M.A/one # until 2026-02-30: late\n")
    #expect(list.entries.map(\.until) == [nil])
    #expect(problems.map(\.message) == ["'2026-02-30' is not a calendar day"])
  }

  @Test(
    arguments: [
      ("2026-11-01T00:00:00Z", 1, false), ("2026-11-02T00:00:00Z", 0, false),
      ("2026-11-02T23:59:59Z", 0, false), ("2026-11-03T00:00:00Z", -1, true),
      ("2025-11-02T12:00:00Z", 365, false),
    ])
  func expiresBehindItsLastDay(now: String, left: Int, isExpired: Bool) throws {
    let entry = try #require(QuarantineList.parse("t # until 2026-11-02: x").list.entries.first)
    let now = try #require(Timestamp(iso8601: now))
    #expect(entry.daysLeft(on: now) == left)
    #expect(entry.isExpired(on: now) == isExpired)
  }
}
