import CIModel
import RunHistory
import TestSupport
import Testing

@testable import Reporters

@Suite struct BaseRunTests {
  private static func record(covered: Int, isPartial: Bool = false) -> RunRecord {
    var record = RunRecord.sample(.passed)
    let lines = Coverage.Ratio(covered: covered, count: 1_000)
    record.coverage = Coverage(
      metric: .distinct, isPartial: isPartial,
      totals: .init(lines: lines, functions: lines, regions: lines),
      files: [
        .init(
          path: "a.swift", target: nil, lines: lines, functions: lines, regions: lines,
          uncoveredLines: [], partialLines: [])
      ], excluded: [])
    record.checkout = .init(
      commit: "c", branch: "main", subject: "S", author: "A", isModified: false)
    record.diagnostics = [
      Diagnostic(.warning, "old", file: "a.swift", line: 1)
    ]
    return record
  }

  @Test(
    arguments: [
      (900, "+10.00 since main"), (805, "+0.50 since main"), (800, nil), (750, "-5.00 since main"),
    ] as [(Int, String?)])
  func everyReportSaysHowCoverageChanged(covered: Int, words: String?) throws {
    var record = Self.record(covered: covered)
    record.base = HistoryRun(Self.record(covered: 800)).base(of: record)
    #expect(record.base?.coverageWords(try #require(record.coverage).totals.lines) == words)
    #expect(record.base?.newWarnings == 0)
    let style = TerminalStyle(width: 120)
    for text in [
      TerminalReporter().render(record, style: style),
      MarkdownReporter().render(record, style: style), HTMLReporter().render(record, style: style),
    ] {
      #expect(text.contains(words ?? "since main") == (words != nil))
    }
  }

  @Test func namesTheFilesWithOtherLines() throws {
    func run(_ files: [(String, Int)]) -> RunRecord {
      var record = Self.record(covered: 800)
      let file = record.coverage?.files.first
      record.coverage?.files = files.compactMap { path, covered in
        var file = file
        file?.path = path
        file?.lines.covered = covered
        return file
      }
      return record
    }
    let base = HistoryRun(run([("same", 1), ("gone", 2), ("other", 3)]))
    let files = base.base(of: run([("same", 1), ("other", 4), ("new", 5)]))?.files
    #expect(files?.mapValues(\.covered) == ["gone": 2, "other": 3, "new": 0])
  }

  /// The files are told whose share is another, and what slower tests took.
  @Test func saysWhatIsOtherwiseThanOnTheBase() throws {
    var record = Self.record(covered: 750)
    record.base = HistoryRun(Self.record(covered: 800)).base(of: record)
    let before = try #require(record.base?.lines)
    let file = try #require(record.coverage?.files.first?.path)
    record.base?.files = [file: before, "Sources/New.swift": .init(covered: 0, count: 0)]
    record.base?.tests = BaseRun.TestChanges(
      newlyFailing: [], fixed: [],
      slower: [.init(test: "M.C/slow", beforeSeconds: 0.4, afterSeconds: 1.24)], missing: [])
    let screen = TerminalReporter().render(record, style: TerminalStyle(width: 120))
    #expect(screen.contains("! M.C/slow  3.1 ×: 400ms → 1.24s\n"), "\(screen)")
    #expect(screen.contains("COVERAGE SINCE MAIN  80.00% → 75.00% of lines\n"), "\(screen)")
    #expect(screen.contains("  \(file)             80.00% →  75.00%\n"), "\(screen)")
    let markdown = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(markdown.contains("Coverage since main: 80.00% → 75.00% of lines"))
    #expect(markdown.contains("| `\(file)` | 80.00% | 75.00% |"))
    #expect(markdown.contains("| `M.C/slow` | 400ms | 1.24s |"))
    let page = HTMLReporter().render(record, style: TerminalStyle())
    #expect(page.contains("M.C/slow <span class=\"dim\">3.1 ×: 400ms → 1.24s</span>"))
  }

  @Test func countsNewWarnings() throws {
    var record = Self.record(covered: 800)
    record.diagnostics.append(
      Diagnostic(.warning, "new", file: "b.swift", line: 1))
    record.base = HistoryRun(Self.record(covered: 800)).base(of: record)
    #expect(record.base?.newWarnings == 1)
    // Each place counts, also of a message that is listed once.
    var more = record
    more.diagnostics.append(Diagnostic(.warning, "new", file: "b.swift", line: 2))
    more.base = HistoryRun(Self.record(covered: 800)).base(of: more)
    #expect(more.base?.newWarnings == 2)
    #expect(more.base?.warnings?.map(\.after) == [2])
    let style = TerminalStyle(width: 120)
    #expect(
      TerminalReporter().render(record, style: style)
        .contains("Warnings  2 compiler (1 new since main)\n"))
    #expect(HTMLReporter().render(record, style: style).contains("warnings, 1 new since main"))
    #expect(
      MarkdownReporter().render(record, style: style)
        .contains(" · **Warnings** 2, 1 new since main"))
    #expect(
      TerminalReporter().render(record, style: style)
        .contains("NEW WARNINGS SINCE MAIN  1\n! b.swift: warning: new\n"))
    #expect(
      MarkdownReporter().render(record, style: style).contains("| b.swift: warning: new | 0 | 1 |"))
    #expect(
      HTMLReporter().render(record, style: style)
        .contains("<li class=\"wrap mono\">b.swift: warning: new</li>"))
    // What was not compiled there may have had a warning.
    var base = HistoryRun(Self.record(covered: 800))
    base.isIncremental = true
    #expect(base.base(of: record)?.newWarnings == 0)
    // A run of `--only test` compiles nothing at all.
    var tests = Self.record(covered: 800)
    tests.steps = [StepResult(id: "test", action: "swift-test", status: .passed)]
    tests.steps[0].suite = SuiteResult(targets: [])
    #expect(HistoryRun(tests).base(of: record)?.newWarnings == 0)
  }

  /// A run of the base as the history has it, and one of the change.
  private static func runs(isPart: Bool = false) -> (base: HistoryRun, later: RunRecord) {
    var base = HistoryRun(record(covered: 800))
    base.suites = [
      .init(
        scope: "debug", isPart: isPart,
        tests: [
          .init(id: "M.A/breaks", outcome: .passed, seconds: 0.1),
          .init(id: "M.A/fixed", outcome: .failed, seconds: 0.1),
          .init(id: "M.A/slow", outcome: .passed, seconds: 0.5),
          .init(id: "M.A/gone<b>", outcome: .passed, seconds: 0.1),
        ])
    ]
    var later = record(covered: 800)
    later.tests = [
      ("breaks", TestOutcome.failed, 0.1), ("fixed", .passed, 0.1), ("slow", .passed, 2),
      ("new", .passed, 0.1),
    ].map { name, outcome, seconds in
      TestCase(
        name: name, id: "M.A/\(name)", framework: .xctest, function: name, outcome: outcome,
        durationSeconds: seconds)
    }
    var step = StepResult(id: "test", action: "swift-test", status: .passed)
    step.suite = SuiteResult(durationSeconds: 1, targets: [])
    later.steps = [step]
    return (base, later)
  }

  @Test func everyReportSaysWhatTestsDoOtherwise() throws {
    var (base, record) = Self.runs()
    record.base = base.base(of: record)
    let tests = try #require(record.base?.tests)
    #expect(tests.words == "1 newly failing, 1 fixed, 1 slower, 1 not in this run")
    #expect(tests.slower?.first == ["M.A/slow"])
    let style = TerminalStyle(width: 120)
    let terminal = TerminalReporter().render(record, style: style)
    #expect(terminal.contains("Compared  \(tests.words) since main\n"))
    #expect(terminal.contains("NOT IN THIS RUN, BUT ON MAIN  1\n- M.A/gone<b>\n"))
    let markdown = MarkdownReporter().render(record, style: style)
    #expect(markdown.contains("**Since main** \(tests.words)"))
    #expect(markdown.contains("Fixed since main"))
    let page = HTMLReporter().render(record, style: style)
    #expect(page.contains("Tests since main"))
    #expect(page.contains("M.A/gone&lt;b&gt;"))
    #expect(try JSONText.record(from: JSONText.bytes(record)).base == record.base)
  }

  /// What is called new is what the comparison counts.
  @Test func failuresAreNewSinceTheBase() throws {
    var (base, record) = Self.runs()
    base.suites[0].tests.append(.init(id: "M.A/old", outcome: .failed, seconds: 0.1))
    for name in ["old", "new", "quarantined"] {
      record.tests.removeAll { $0.id == "M.A/\(name)" }
      record.tests.append(
        TestCase(
          name: name, id: "M.A/\(name)", framework: .xctest, function: name, outcome: .failed,
          durationSeconds: 0.1))
    }
    record.tests[record.tests.count - 1].quarantine = Quarantine(reason: "known", since: nil)
    let place = EarlierOutcomes.Place(run: "R", commit: "c")
    record.tests[0].earlier = EarlierOutcomes(outcomes: [.failed], failingSince: place)
    record.compare(with: base)
    let tests = try #require(record.base?.tests)
    #expect(tests.newlyFailing?.first == ["M.A/breaks", "M.A/new"])
    let earlier = Dictionary(
      uniqueKeysWithValues: record.tests.compactMap { test in test.earlier.map { (test.name, $0) } }
    )
    #expect(earlier["breaks"]?.words == "failing since c, 2 runs with this one; new since main")
    #expect(earlier["old"]?.failsOnBase == true)
    #expect(earlier["old"]?.newSince == nil)
    #expect(earlier["new"]?.words == "new test, not on main")
    record.verdict = .failed
    let screen = TerminalReporter().render(record, style: TerminalStyle(width: 120))
    #expect(screen.contains("Failed: 3 tests failed: 2 new since main\n"))
    #expect(screen.contains("Compared  2 newly failing,"))
  }

  /// Of a run of a part of the tests nothing follows for the others.
  @Test func runsOfDifferentPartsAreNotCompared() {
    let (base, record) = Self.runs(isPart: true)
    #expect(base.base(of: record)?.tests == nil)
    var same = Self.runs().base
    same.suites[0].tests = [.init(id: "M.A/new", outcome: .passed, seconds: 0.1)]
    var whole = record
    whole.tests.removeAll { $0.id != "M.A/new" }
    #expect(same.base(of: whole)?.tests == nil)
  }

  @Test func manyNamesAreCounted() throws {
    var (base, record) = Self.runs()
    base.suites[0].tests += (0..<1_000).map {
      .init(id: "M.B/test\($0)", outcome: .passed, seconds: 0.1)
    }
    record.base = base.base(of: record)
    let missing = try #require(record.base?.tests?.missing)
    #expect((missing.count, missing.first.count) == (1_001, 20))
    #expect(
      TerminalReporter().render(record, style: TerminalStyle(width: 120))
        .contains("1001 not in this run"))
  }

  /// A part of the tests, lines counted in another way, and a run that measured none.
  @Test func whatCannotBeComparedIsNot() {
    let whole = HistoryRun(Self.record(covered: 800))
    #expect(whole.base(of: Self.record(covered: 1, isPartial: true))?.lines == nil)
    #expect(
      HistoryRun(Self.record(covered: 1, isPartial: true)).base(of: Self.record(covered: 800))?
        .lines == nil)
    var other = Self.record(covered: 800)
    other.coverage?.metric = .llvm
    #expect(whole.base(of: other)?.lines == nil)
    var ignoring = Self.record(covered: 800)
    ignoring.coverage?.ignore = ["Vendor/**"]
    #expect(whole.base(of: ignoring)?.lines == nil)
    #expect(HistoryRun(ignoring).base(of: ignoring)?.lines != nil)
    var detached = whole
    detached.checkout?.branch = nil
    #expect(detached.base(of: other) == nil)
  }
}
