import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

struct JSONReporterTests {
  private func keys(_ text: String) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return Set(try #require(object as? [String: Any]).keys)
  }

  @Test(arguments: SampleRecord.all.keys.sorted())
  func aRecordSurvives(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    let text = JSONReporter().render(record, style: TerminalStyle())
    #expect(text.hasSuffix("}\n"))
    #expect(try JSONDecoder().decode(RunRecord.self, from: Data(text.utf8)) == record)
    #expect(
      try keys(text).isSuperset(of: [
        "schema", "id", "devtoolVersion", "startedAt", "durationSeconds", "verdict", "environment",
        "config", "steps", "tests", "diagnostics", "runtimeWarnings", "changes", "coverage",
        "findings", "reports",
      ]))
  }

  @Test func writesLogs() throws {
    let text = JSONReporter().render(log: SampleLog.failed, style: TerminalStyle())
    expectGolden(try #require(text), "log.json")
    let empty = JSONReporter().render(log: SampleLog.empty, style: TerminalStyle())
    expectGolden(try #require(empty), "log-empty.json")
  }

  @Test func aBrokenLimitFailsALog() throws {
    var log = SampleLog.failed
    log.facts.verdict = .passed
    log.findings = [Finding(.error, "tests.slow", "took 1.5 s, limit is 1 s")]
    let text = try #require(JSONReporter().render(log: log, style: TerminalStyle()))
    #expect(text.contains("\"verdict\" : \"failed\""))
  }

  @Test func writesChangesAndCoverage() throws {
    let changes = JSONReporter().render(changes: SampleChanges.branch, style: TerminalStyle())
    expectGolden(try #require(changes), "changes.json")
    let coverage = JSONReporter().render(
      coverage: SampleCoverage.withPatch, style: TerminalStyle())
    expectGolden(try #require(coverage), "coverage.json")
    let whole = JSONReporter().render(
      coverage: SampleCoverage.small(minimum: nil), style: TerminalStyle())
    #expect(try keys(try #require(whole)).contains("patch"))
  }

  @Test func survivesNumbersThatAreNone() throws {
    var record = SampleRecord.green
    record.durationSeconds = .nan
    let text = JSONReporter().render(record, style: TerminalStyle())
    #expect(try keys(text).contains("schema"))
  }
}
