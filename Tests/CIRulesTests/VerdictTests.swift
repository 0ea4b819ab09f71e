import CIModel
import CIRules
import TestSupport
import Testing

struct VerdictTests {
  private static func record(
    _ statuses: [StepResult.Status], lacking: Int = 0, tests: [TestOutcome] = [],
    findings: [Severity] = []
  ) -> RunRecord {
    var record = RunRecord.sample()
    record.steps = statuses.enumerated().map {
      StepResult(id: "step\($0)", action: "run", status: $1)
    }
    for index in 0..<lacking { record.steps[index].missesInput = true }
    record.tests = tests.map {
      TestCase(name: "T.t", framework: .xctest, function: "t", outcome: $0)
    }
    record.findings = findings.map { Finding($0, "rule", "message") }
    return record
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var title: String
    var record: RunRecord
    var failOn: Severity? = .error
    var missing: Evaluation.MissingInput?
    var signal: Int32?
    var expected: Verdict
    var testDescription: String { title }
  }

  private static let rows = [
    Row(title: "nothing ran", record: record([]), expected: .passed),
    Row(title: "warnings pass", record: record([.warned], findings: [.warning]), expected: .passed),
    Row(
      title: "warnings fail with --fail-on", record: record([.passed], findings: [.warning]),
      failOn: .warning, expected: .failed),
    Row(title: "an error fails", record: record([.passed], findings: [.error]), expected: .failed),
    Row(
      title: "no finding fails with --fail-on never", record: record([], findings: [.error]),
      failOn: nil, expected: .passed),
    Row(title: "a failed step fails", record: record([.failed], findings: []), expected: .failed),
    Row(
      title: "a failed step fails whatever --fail-on says", record: record([.failed]), failOn: nil,
      expected: .failed),
    Row(title: "out of time", record: record([.timedOut, .passed]), expected: .timedOut),
    Row(
      title: "a failure goes before a timeout", record: record([.timedOut, .failed]),
      expected: .failed),
    Row(
      title: "a step that lacks input", record: record([.failed, .passed], lacking: 1),
      expected: .missingInput),
    Row(
      title: "two steps that lack input", record: record([.failed, .failed], lacking: 2),
      expected: .missingInput),
    Row(
      title: "a step that lacks input and may fail", record: record([.warned], lacking: 1),
      expected: .passed),
    Row(
      title: "a step that lacks input beside one that failed",
      record: record([.failed, .failed], lacking: 1), expected: .failed),
    Row(
      title: "a step that lacks input beside an error",
      record: record([.failed], lacking: 1, findings: [.error]), expected: .failed),
    Row(
      title: "a check that lacks input", record: record([.passed], findings: [.error]),
      missing: .init(finding: Finding(.error, "rule", "message")), expected: .missingInput),
    Row(
      title: "a check that lacks input, said by a policy", record: record([.passed]),
      missing: .init(), expected: .missingInput),
    Row(
      title: "a check that lacks input beside a failed step",
      record: record([.failed], tests: [.failed], findings: [.error]),
      missing: .init(finding: Finding(.error, "rule", "message")), expected: .failed),
    Row(
      title: "a check that lacks input beside another error",
      record: record([.passed], findings: [.error]),
      missing: .init(finding: Finding(.error, "rules", "there is no merge base")),
      expected: .failed),
    Row(
      title: "a check that lacks input beside a step out of time", record: record([.timedOut]),
      missing: .init(), expected: .timedOut),
    Row(
      title: "a signal goes before everything", record: record([.failed], findings: [.error]),
      missing: .init(), signal: 2, expected: .cancelled(signal: 2)),
  ]

  @Test(arguments: rows)
  func followsFromTheRecord(row: Row) {
    let verdict = Verdict(
      row.record, failOn: row.failOn, missing: row.missing, signal: row.signal)
    #expect(verdict == row.expected)
  }

  @Test func aSuppressedFindingDoesNotFail() {
    var record = Self.record([], findings: [.error])
    record.findings[0].suppressed = "agreed"
    #expect(Verdict(record, failOn: .error) == .passed)
  }

  @Test(arguments: [
    (LogVerdict.passed, [Severity](), Verdict.passed), (.passed, [.warning], .passed),
    (.passed, [.error], .failed), (.unknown, [], .missingInput), (.unknown, [.error], .failed),
    (.failed, [], .failed),
  ])
  func limitsMakeALogWorse(log: LogVerdict, severities: [Severity], expected: Verdict) {
    let findings = severities.map { Finding($0, "rule", "message") }
    #expect(Verdict(log: log, findings, failOn: .error) == expected)
  }

  @Test(arguments: [
    (Verdict.passed, Int32(0), RunRecord.Verdict.passed), (.failed, 1, .failed),
    (.timedOut, 124, .failed), (.missingInput, 69, .failed),
    (.cancelled(signal: 15), 143, .cancelled),
  ])
  func givesTheExitStatus(verdict: Verdict, status: Int32, recorded: RunRecord.Verdict) {
    #expect(verdict.exitCode.status == status)
    #expect(verdict.recorded == recorded)
  }
}
