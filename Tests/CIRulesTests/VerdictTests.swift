import CIModel
import CIRules
import Testing

struct VerdictTests {
  private static func record(
    _ statuses: [StepResult.Status], tests: [TestOutcome] = [], findings: [Severity] = []
  ) -> RunRecord {
    var record = RunRecord(
      id: "1", devtoolVersion: "1", startedAt: Timestamp(secondsSinceEpoch: 0),
      environment: RunRecord.Environment(
        os: "linux", architecture: "arm64", cpus: 1, swiftVersion: nil, ci: nil),
      config: RunRecord.Config(path: nil))
    record.steps = statuses.enumerated().map {
      StepResult(id: "step\($0)", action: "run", status: $1)
    }
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
    var missesInput = false
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
      title: "a missing input is the whole trouble", record: record([.failed]), missesInput: true,
      expected: .missingInput),
    Row(
      title: "a missing input beside another failed step", record: record([.failed, .failed]),
      missesInput: true, expected: .failed),
    Row(
      title: "a missing input beside a failed test", record: record([.failed], tests: [.failed]),
      missesInput: true, expected: .failed),
    Row(
      title: "a signal goes before everything", record: record([.failed], findings: [.error]),
      missesInput: true, signal: 2, expected: .cancelled(signal: 2)),
  ]

  @Test(arguments: rows)
  func followsFromTheRecord(row: Row) {
    let verdict = Verdict(
      row.record, failOn: row.failOn, missesInput: row.missesInput, signal: row.signal)
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
