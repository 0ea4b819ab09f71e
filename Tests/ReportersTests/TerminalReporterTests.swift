import CIModel
import Reporters
import TestSupport
import Testing

struct TerminalReporterTests {
  private static let styles: [(String, TerminalStyle)] = [
    ("140", TerminalStyle(width: 140)),
    ("80-color", TerminalStyle(width: 80, color: true)),
    ("80-ascii", TerminalStyle(width: 80, unicode: false)),
  ]

  @Test(arguments: styles)
  func showsEverything(name: String, style: TerminalStyle) {
    expectGolden(
      TerminalReporter().render(SampleRecord.everything, style: style),
      "terminal-everything-\(name).txt")
  }

  @Test(arguments: SampleRecord.all.keys.sorted())
  func showsRuns(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    expectGolden(
      TerminalReporter().render(record, style: TerminalStyle(width: 80)), "terminal-\(name).txt")
  }

  @Test(arguments: [80, 140])
  func showsChangesAndCoverage(width: Int) throws {
    let style = TerminalStyle(width: width)
    let changes = TerminalReporter().render(changes: SampleChanges.branch, style: style)
    expectGolden(try #require(changes), "terminal-changes-\(width).txt")
    let coverage = TerminalReporter().render(coverage: SampleCoverage.withPatch, style: style)
    expectGolden(try #require(coverage), "terminal-coverage-\(width).txt")
  }

  @Test func showsLogs() throws {
    let failed = TerminalReporter().render(log: SampleLog.failed, style: TerminalStyle(width: 80))
    expectGolden(try #require(failed), "terminal-log.txt")
    let empty = TerminalReporter().render(log: SampleLog.empty, style: TerminalStyle(width: 80))
    expectGolden(try #require(empty), "terminal-log-empty.txt")
  }

  @Test func aGreenRunIsShort() {
    let text = TerminalReporter().render(SampleRecord.green, style: TerminalStyle(width: 80))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
  }

  @Test(arguments: [20, 21])
  func manyStepsThatHadNothingToDoAreCounted(number: Int) {
    var record = SampleRecord.green
    record.steps = (0..<number).map { index in
      var step = StepResult(
        id: "step\(index)", action: "run", status: .passed, reason: "up to date")
      step.isUpToDate = true
      return step
    }
    record.steps.append(StepResult(id: "last", action: "run", status: .failed, reason: "exit 1"))
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(text.contains("step7") == (number == 20))
    #expect(text.contains("21 steps  up to date") == (number == 21))
    #expect(text.contains("last"))
  }

  /// If only the coverage of the change is too low, files that it did not touch are no help.
  @Test(arguments: [
    (["coverage.patch"], true, false), (["coverage.minimum"], false, true),
    (["coverage.patch", "coverage.minimum.file"], true, true),
  ])
  func showsTheFilesThatMissTheRequirement(names: [String], change: Bool, all: Bool) {
    var record = SampleRecord.green
    record.coverage = SampleCoverage.withPatch
    record.coverage?.thresholds = names.map {
      .init(name: $0, required: 90, actual: 77.77, passed: false)
    }
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(text.contains("COVERAGE  files with the most changed lines missed\n") == change)
    #expect(text.contains("  7/9") == change)
    #expect(text.contains("COVERAGE  files with the most lines missed\n") == all)
    #expect(text.contains("Cache.swift") == all)
  }

  /// A line that has no room for one of them moves both to the left.
  @Test(arguments: [(20, 20), (120, 20), (20, 120)])
  func logAndCommandBeginAtOneColumn(log: Int, command: Int) throws {
    var record = SampleRecord.green
    record.verdict = .failed
    var step = StepResult(
      id: "a-step-with-a-name", action: "run", status: .failed,
      logPath: String(repeating: "l", count: log))
    step.command = String(repeating: "c", count: command)
    record.steps = [step]
    let lines = TerminalReporter().render(record, style: TerminalStyle(width: 80)).split(
      separator: "\n")
    func column(_ text: String) throws -> Int {
      try #require(lines.first { $0.drop { $0 == " " }.hasPrefix(text) }).prefix { $0 == " " }.count
    }
    #expect(try column("lll") == column("$ ccc"))
    #expect(try (column("lll") == 4) == (log + command > 40))
  }

  private static let allReporters: [any Reporter] = [
    TerminalReporter(), PlainReporter(), MarkdownReporter(), GitHubReporter(), SARIFReporter(),
  ]

  @Test(arguments: allReporters.indices)
  func warningsOfTestsAreListed(index: Int) {
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test(
        "A", "warns()",
        issues: [TestIssue("a leak", file: "Tests/A.swift", line: 4, severity: .warning)])
    ]
    let text = Self.allReporters[index].render(record, style: TerminalStyle())
    #expect(text.contains("A/warns(): a leak"))
    #expect(text.contains("Tests/A.swift"))
    #expect(text.contains("1 of tests") || text.contains("**Warnings** 1") || index > 2)
  }

  @Test(arguments: [
    ("one\ntwo\n", "output:"),
    (String(repeating: "line\n", count: 11), "output, last 10 of 11 lines:"),
    (
      String(repeating: "line\n", count: 9) + "\n[9 KiB of output left out]\nend\n",
      "output, last 10 lines:"
    ),
  ])
  func theTitleOfOutputTellsWhatIsMissing(output: String, title: String) {
    var record = SampleRecord.green
    var test = SampleRecord.test("A", "testFails", .failed)
    test.output = output
    record.tests = [test]
    #expect(TerminalReporter().render(record, style: TerminalStyle()).contains("  \(title)\n"))
  }

  @Test func testsThatDidNotPassAreCountedAndListed() {
    var record = SampleRecord.green
    var quarantined = SampleRecord.test("A", "testFails", .failed)
    quarantined.quarantine = Quarantine(reason: "known", since: nil)
    record.tests = [quarantined]
    #expect(
      TerminalReporter().render(record, style: TerminalStyle()).contains(
        "Tests     1 quarantined\n"))
    record.tests = [
      SampleRecord.test(
        "A", "stops()", .cancelled, issues: [TestIssue("no network", severity: .note)])
    ]
    #expect(
      TerminalReporter().render(record, style: TerminalStyle()).contains("A/stops()  no network"))
  }

  @Test func testsThatDidNotRunHaveAReason() {
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test("A", "testOne", .notRun, issues: [TestIssue("not run: it died")])
    ]
    #expect(
      MarkdownReporter().render(record, style: TerminalStyle()).contains(
        "A/testOne`: not run: it died\n"))
  }

  @Test func slowTestsAreNotListedTwice() {
    var record = SampleRecord.everything
    record.slow = [SlowTest(name: "A.slow", durationSeconds: 2)]
    record.findings = [
      Finding(.warning, "tests.slow", "A.slow took 2 s, limit is 1 s"),
      Finding(.error, "tests.slow", "A.slower took 20 s, limit is 10 s"),
    ]
    let text = TerminalReporter().render(record, style: TerminalStyle())
    #expect(text.contains("2.00s  A.slow"))
    #expect(!text.contains("A.slow took 2 s"))
    #expect(text.contains("A.slower took 20 s"))
  }

  /// More than ten slow tests have one finding.
  @Test(arguments: [
    (11, 1, "slow tests among them"), (2, 2, "2 slow tests among them"),
    (1, 1, "1 slow test among them"),
  ])
  func slowTestsAreCounted(tests: Int, findings: Int, words: String) {
    var record = SampleRecord.everything
    record.slow = (0..<tests).map { SlowTest(name: "A.slow\($0)", durationSeconds: 2) }
    record.findings = (0..<findings).map { number in
      let subject = findings < tests ? "\(tests) tests" : "A.slow\(number)"
      return Finding(.warning, "tests.slow", "\(subject) took 2 s or longer")
    }
    record.findings.append(Finding(.warning, "pr-size", "changes 500 lines"))
    let text = TerminalReporter().render(record, style: TerminalStyle())
    #expect(text.contains("\n\(words); the slowest are listed below\n"))
  }

  /// Tests whose times are not known are in no list.
  @Test func testsThatWereNotJudgedAreTold() {
    var record = SampleRecord.green
    record.slow = [SlowTest(name: "A.slow", durationSeconds: 2)]
    let message =
      "`slow.fail` did not judge 3 tests: Swift Testing does not tell how long they took"
    record.findings = [Finding(.warning, "tests.slow", message)]
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 120))
    #expect(text.contains("warning: \(message) [tests.slow]\n"))
    #expect(text.contains("Passed with 1 warning\n"))
  }

  @Test func theVerdictCountsSlowTests() {
    var record = SampleRecord.green
    record.slow = [SlowTest(name: "A.slow", durationSeconds: 2)]
    record.findings = [Finding(.warning, "tests.slow", "A.slow took 2 s, limit is 1 s")]
    func end() -> String { TerminalReporter().render(record, style: TerminalStyle()) }
    #expect(end().contains("Passed with 1 slow test\n"))
    record.findings.append(Finding(.warning, "pr-size", "changes 500 lines"))
    #expect(end().contains("Passed with 1 warning, 1 slow test\n"))
  }
}
