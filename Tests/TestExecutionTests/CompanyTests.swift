import CIModel
import Testing

@testable import TestExecution

/// Who ran beside a test, and who before it.
struct CompanyTests {
  private let origin = SuspendingClock.now

  private func at(_ milliseconds: Int) -> SuspendingClock.Instant {
    origin + .milliseconds(milliseconds)
  }

  /// - Parameter times: Names with start and end in milliseconds; without an end it never ended.
  private func process(
    _ number: Int, _ times: [(String, Int, Int?)], _ framework: TestFramework = .xctest,
    start: Int = 0, end: Int = 1_000
  ) -> EndedProcess {
    EndedProcess(
      number: number,
      job: TestJob(
        framework: framework,
        tests: times.enumerated().map { PlannedTest(TestID($1.0), framework, position: $0) }),
      spans: times.map { name, start, end in
        TestSpan(id: name, startedAt: at(start), endedAt: end.map(at))
      }, startedAt: at(start), endedAt: at(end))
  }

  @Test func namesWhatRanAtTheSameTime() throws {
    let company = try #require(
      Company(
        of: "M.A/victim",
        in: [
          process(1, [("M.A/first", 0, 100), ("M.A/victim", 100, 200), ("M.A/later", 200, 300)]),
          process(
            2,
            [("M.B/before", 0, 90), ("M.B/short", 90, 120), ("M.B/long", 120, 400)]),
          process(3, [("M.C/never", 150, nil)]),
          process(4, [("M.D/late", 210, 300)]),
        ]))
    #expect(company.before.map(\.id.text) == ["M.A/first"])
    #expect(company.beside == ["M.B/long", "M.C/never", "M.B/short"])
    #expect(company.elsewhere.map { $0.tests.count } == [2, 1])
    #expect(company.together.isEmpty)
  }

  /// XCTest prints when a test began in whole milliseconds, so that it seems to begin too early.
  @Test func oneProcessRunsItsXCTestsOneByOne() throws {
    let company = try #require(
      Company(of: "M.A/victim", in: [process(1, [("M.A/first", 0, 12), ("M.A/victim", 11, 20)])]))
    #expect(company.before.map(\.id.text) == ["M.A/first"])
    #expect(company.beside.isEmpty)
  }

  @Test func testsOfSwiftTestingOverlapInOneProcess() throws {
    let company = try #require(
      Company(
        of: "M.S/victim()",
        in: [
          process(
            1,
            [
              ("M.S/a()", 0, 10), ("M.S/b()", 5, 30), ("M.S/victim()", 10, 20), ("M.S/c()", 20, 30),
            ],
            .swiftTesting)
        ]))
    #expect(company.before.map(\.id.text) == ["M.S/a()"])
    #expect(company.beside == ["M.S/b()"])
    #expect(company.together.map(\.id.text) == ["M.S/b()"])
  }

  /// Times of tests are coarse, those of processes are not.
  @Test func processesOneAfterTheOtherHaveNothingInCommon() throws {
    let company = try #require(
      Company(
        of: "M.A/victim",
        in: [
          process(1, [("M.B/before", 0, 20)], end: 20),
          process(2, [("M.A/victim", 20, 30)], start: 20, end: 30),
          process(3, [("M.B/later", 30, 40)], start: 30, end: 40),
        ]))
    #expect(company.isEmpty)
  }

  @Test func aTestWithoutCompanyHasNone() throws {
    let alone = [process(1, [("M.A/victim", 0, 10)]), process(2, [("M.B/other", 20, 30)])]
    #expect(try #require(Company(of: "M.A/victim", in: alone)).isEmpty)
    #expect(Company(of: "M.A/unknown", in: alone) == nil)
  }
}
