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
    #expect(problems.map(\.message) == ["'M.B/two' has no reason; write it behind a '#'"])
    #expect(list["M.C/three"] == nil)
  }

  @Test func saysWhatIsThereTwice() {
    let (list, problems) = QuarantineList.parse("M.A/one # a\nM.A/one # b\n")
    #expect(list.entries.count == 1)
    #expect(
      problems == [QuarantineList.Problem(line: 2, message: "'M.A/one' is on line 1 already")])
  }
}
