import CIModel
import TestSupport
import Testing

struct RunTroubleTests {
  private static func run(
    _ tests: [(String, TestOutcome)] = [], errors: [String] = [], findings: [String] = [],
    steps: [(String, StepResult.Status)] = []
  ) -> RunTrouble {
    var record = RunRecord.sample()
    record.tests = tests.map { name, outcome in
      TestCase(name: name, framework: .xctest, function: name, outcome: outcome)
    }
    record.diagnostics = errors.map { Diagnostic(.error, $0) }
    record.findings = findings.map { Finding(.error, $0, "is wrong") }
    record.steps = steps.map { StepResult(id: $0, action: "run", status: $1) }
    return RunTrouble(record)
  }

  @Test(
    arguments: [
      (run([("A/a", .failed)]), run([("A/a", .passed)]), ["better: A/a"]),
      (run([("A/a", .passed)]), run([("A/a", .crashed)]), ["worse: A/a"]),
      (run([("A/a", .failed)]), run([("A/a", .failed)]), []),
      (
        run([("A/a", .failed), ("A/b", .failed)]), run([("A/b", .failed), ("A/c", .failed)]),
        ["better: A/a", "worse: A/c", "1 as before"]
      ),
      (run(), run(errors: ["no such module 'X'"]), ["worse: no such module 'X'"]),
      (run(findings: ["commits"]), run(), ["better: commits"]),
      // A step is named only where nothing else says what is wrong.
      (run(), run(steps: [("lint", .failed)]), ["worse: step lint"]),
      (run(), run([("A/a", .failed)], steps: [("test", .failed)]), ["worse: A/a"]),
      (
        run(), run((1...5).map { ("A/\($0)", .failed) }),
        ["worse: A/1, A/2, A/3 and 2 more"]
      ),
    ] as [(RunTrouble, RunTrouble, [String])])
  func tellsWhatChanged(before: RunTrouble, now: RunTrouble, sentences: [String]) {
    #expect(now.changes(since: before) == sentences)
  }

  /// A build that failed says nothing of the tests.
  @Test func keepsTestsThatDidNotRun() {
    let before = Self.run([("A/a", .failed)])
    var now = Self.run(errors: ["expected expression"])
    now.keepUnjudged(of: before)
    #expect(now.changes(since: before) == ["worse: expected expression", "1 as before"])
  }
}
