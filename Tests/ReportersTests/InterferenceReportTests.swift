import CIModel
import CIRules
import Reporters
import TestSupport
import Testing

/// Interference is told once, in the words of its finding; JUnit tells it with the failed attempt.
struct InterferenceReportTests {
  private static var record: RunRecord {
    var test = SampleRecord.test("A", "two")
    test.id = "M.A/two"
    test.interference = Interference(beside: ["M.A/one"], isReproduced: true)
    test.runs.insert(TestRun(.failed, durationSeconds: 0.1), at: 0)
    test.attempts = [
      TestAttempt(
        number: 1, outcome: .failed, durationSeconds: 0.1,
        issues: [TestIssue("the port is taken", file: "Tests/A.swift", line: 3)], output: ""),
      TestAttempt(number: 2, outcome: .passed, durationSeconds: 0.1, issues: [], output: ""),
    ]
    var record = SampleRecord.green
    record.tests = [test]
    record.counts = TestCounts(of: record.tests)
    var facts = Facts()
    facts.tests = record.tests
    record.findings = Evaluation(policies: Policies()).evaluate(facts).findings
    return record
  }

  @Test(arguments: ["terminal", "markdown", "github", "plain"])
  func isToldOnce(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let text = reporter.render(Self.record, style: TerminalStyle(width: 200))
    #expect(text.ranges(of: "failed beside").count == 1, "\(text)")
    #expect(text.contains("Give the test a folder, file or port of its own"), "\(text)")
    #expect(!text.contains("flaky"), "\(text)")
  }

  @Test func junitTellsItWithTheFailedAttempt() {
    let text = JUnitReporter().render(Self.record, style: TerminalStyle())
    #expect(
      text.contains(
        "<flakyFailure message=\"failed beside M.A/one, passes alone: the port is taken\""),
      "\(text)")
    #expect(text.contains("failures=\"0\" errors=\"0\""))
  }
}
