import CIModel
import Foundation
import TestSupport
import Testing

/// The machine-readable contracts promise that their keys are there, with `null` where there is
/// nothing to say.
@Suite struct CodingTests {
  private func object(_ value: some Encodable) throws -> [String: Any] {
    let data = try JSONEncoder().encode(value)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func writesNullForWhatIsMissing() throws {
    let test = TestCase(name: "a()", framework: .swiftTesting, function: "a()", outcome: .notRun)
    let keys = try object(test)
    for key in ["module", "suite", "durationSeconds"] {
      #expect(keys[key] is NSNull, "\(key)")
    }
    #expect(keys["outcome"] as? String == "not-run")
    #expect(keys["framework"] as? String == "swift-testing")

    let finding = try object(Finding(.error, "pr-size", "too large"))
    #expect(
      finding.keys.sorted() == [
        "column", "endLine", "file", "help", "line", "message", "ruleID", "severity", "suppressed",
      ])
    let change = try object(FileChange(.deleted, "a", mode: nil))
    #expect(change["mode"] is NSNull)
    #expect(change["oldPath"] is NSNull)
    #expect(change["pathBytes"] == nil)
  }

  /// A record may be a stranger's, and what is added up must not overflow.
  @Test(arguments: [
    (0, 0, true), (3, 4, true), (4, 3, false), (-1, 4, false), (0, -1, false), (1, .max, false),
  ])
  func refusesImpossibleCoverage(covered: Int, count: Int, isPossible: Bool) {
    let json = Data("{\"covered\": \(covered), \"count\": \(count)}".utf8)
    let ratio = try? JSONDecoder().decode(Coverage.Ratio.self, from: json)
    #expect((ratio != nil) == isPossible)
  }

  @Test func readsBackWhatItWrote() throws {
    var record = RunRecord.sample()
    record.steps = [StepResult(id: "a", action: "run", status: .timedOut, reason: "late")]
    record.tests = [
      TestCase(
        name: "A.b", id: "M.A/b", framework: .xctest, module: "M", suite: "A", function: "b",
        outcome: .failed, durationSeconds: 0.25, runs: [TestRun(.failed, durationSeconds: nil)],
        issues: [TestIssue("no", file: "F.swift", line: 3)])
    ]
    record.findings = [
      Finding(.warning, "r", "m", at: SourceLocation("f", line: 1, column: 2, endLine: 3)),
      Finding(.note, "r", "m", help: "h", suppressed: "because"),
    ]
    let data = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(RunRecord.self, from: data) == record)
  }

  /// Its encoding is written by hand: no member may be left out.
  @Test func writesEverythingOfAStep() throws {
    var step = StepResult(
      id: "a", action: "run", status: .warned, attempts: 2, durationSeconds: 1.5, logPath: "a.log",
      exitCode: 3, reason: "late", command: "make")
    step.outputs = ["name": "value"]
    step.artifacts = ["out/a"]
    step.startSeconds = 0.25
    step.isUpToDate = false
    step.shard = StepShard(index: 1, count: 2, split: "s")
    step.cache = ["restored"]
    step.lastLines = ["no such file"]
    step.isIncremental = true
    step.missesInput = true
    step.products = ["tool": 1]
    step.suite = SuiteResult(targets: [.init(name: "T", path: "Tests/T", tests: 1)])
    let members = Mirror(reflecting: step).children
    for (name, value) in members {
      #expect(!"\(value)".hasSuffix("nil"), "\(name ?? "") is not set here")
    }
    #expect(try object(step).count == members.count)
    let data = try JSONEncoder().encode(step)
    #expect(try JSONDecoder().decode(StepResult.self, from: data) == step)
    let least = StepResult(id: "a", action: "run", status: .skipped)
    #expect(
      try object(least).keys.sorted() == [
        "action", "attempts", "durationSeconds", "exitCode", "id", "logPath", "reason", "status",
      ])
  }

  @Test func readsDocumentsWithoutTheKeys() throws {
    let run = try JSONDecoder().decode(TestRun.self, from: Data(#"{"outcome":"passed"}"#.utf8))
    #expect(run == TestRun(.passed, durationSeconds: nil))
  }

  @Test(
    arguments: [
      (Coverage.Ratio(covered: 0, count: 0), nil), (Coverage.Ratio(covered: 1, count: 3), 3_333),
      (Coverage.Ratio(covered: 99_999, count: 100_000), 9_999),
      (Coverage.Ratio(covered: 5, count: 5), 10_000),
    ] as [(Coverage.Ratio, Int?)])
  func percentagesAreFloored(ratio: Coverage.Ratio, expected: Int?) {
    #expect(ratio.hundredthsOfPercent == expected)
  }

  @Test func findingsAreSortedTheWorstFirst() {
    let findings = [
      Finding(.note, "a", "1"), Finding(.error, "b", "2"),
      Finding(.error, "a", "4", at: SourceLocation("b", line: 1)),
      Finding(.error, "a", "3", at: SourceLocation("a", line: 9)),
      Finding(.error, "a", "5", at: SourceLocation("a", line: 2)),
    ]
    #expect(findings.sorted().map(\.message) == ["5", "3", "4", "2", "1"])
  }
}

@Test(arguments: [
  ("M.A/test", TestFramework.xctest, "^M\\.A/test$"),
  ("M.free(_:)", .swiftTesting, "^M\\.free\\(_:\\)"),
  ("M.`a+b [c]`()", .swiftTesting, "^M\\.`a\\+b \\[c\\]`\\(\\)"),
])
func filtersSelectOneTest(id: String, framework: TestFramework, pattern: String) {
  #expect(filterPattern(testID: id, framework) == pattern)
}
