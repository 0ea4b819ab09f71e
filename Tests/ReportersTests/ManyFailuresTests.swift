import CIModel
import Testing

@testable import Reporters

struct ManyFailuresTests {
  private static func record(_ count: Int, causes: Int) -> RunRecord {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = (0..<count).map { index in
      let issue = TestIssue("is \(index)", file: "T.swift", line: index % causes)
      return SampleRecord.test("A", "test\(index)", .failed, issues: [issue])
    }
    return record
  }

  private static func text(_ count: Int, causes: Int) -> String {
    TerminalReporter().render(record(count, causes: causes), style: TerminalStyle(width: 80))
  }

  @Test func groupsByCause() {
    let text = Self.text(300, causes: 3)
    #expect(text.split(separator: "\n").count < 120)
    #expect(
      text.contains(
        "  and 99 more with a message like this at this place:\n    StoreTests.A/test3\n"))
    #expect(text.contains("WHAT FAILED  300\n✗ StoreTests.A/test0\n✗ StoreTests.A/test1\n"))
    #expect(text.contains("and 250 more tests\n\nTests"))
    let end = text.split(separator: "\n").suffix(2)
    #expect(end.first?.hasPrefix("✗ Failed: 300 tests failed") == true)
    #expect(end.last == "Next: `devtool check --failed` or `devtool report --open`")
  }

  /// Tests that another one kept from ending are counted.
  @Test func countsTestsThatDidNotEnd() {
    var record = Self.record(3, causes: 3)
    record.tests += (0..<1_070).map {
      SampleRecord.test("B", "test\($0)", $0 < 20 ? .notRun : .unfinished)
    }
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    let end = text.split(separator: "WHAT FAILED").last ?? ""
    #expect(end.hasPrefix("  1,073\n✗ StoreTests.A/test0\n"))
    #expect(
      end.contains(
        "✗ StoreTests.B/test4  not run\n  … and 1,065 more tests without a result\n"), "\(end)")
    #expect(!text.contains("1070") && !text.contains("1050"))
  }

  /// The last line says what to do next, in a way that works for the run that is shown.
  @Test func theLastLineSaysWhatToDo() {
    func last(_ record: RunRecord, _ name: String? = nil) -> Substring? {
      var style = TerminalStyle(width: 80)
      style.runName = name
      return TerminalReporter().render(record, style: style).split(separator: "\n").last
    }
    var record = Self.record(1, causes: 1)
    let both: Substring = "Next: `devtool check --failed` or `devtool report --open`"
    #expect(last(record) == both)
    #expect(last(record, "out/a b.tar") == "Next: `devtool report 'out/a b.tar' --open`")
    record.tests = []
    #expect(last(record) == "Next: `devtool report --open`")
    record.steps[0].status = .failed
    #expect(last(record) == both)
    #expect(last(SampleRecord.green)?.contains("Next") == false)
  }

  /// The Markdown report shows one test of each cause in full, too.
  @Test func groupsByCauseInMarkdown() {
    let text = MarkdownReporter().render(Self.record(300, causes: 3), style: TerminalStyle())
    #expect(text.split(separator: "\n").count < 70)
    #expect(
      text.contains(
        "and 99 more with a message like this at this place:\n\n- `StoreTests.A/test3`\n"))
    #expect(text.contains("- and 94 more tests\n"))
  }

  /// 40 known failures of one cause and one of another, among them a new one each; in the order of the run the
  /// new ones come last.
  private static var newAmongKnown: RunRecord {
    var record = record(42, causes: 2)
    record.tests.swapAt(1, 40)
    for index in record.tests.indices {
      record.tests[index].issues[0].line = index < 40 ? 1 : index
      let isNew = index == 39 || index == 41
      record.tests[index].earlier =
        isNew
        ? EarlierOutcomes(outcomes: [.passed], failsOnBase: false, newSince: "main")
        : EarlierOutcomes(outcomes: [.failed], failsOnBase: true)
    }
    return record
  }

  /// Causes with a new failure come first, the most frequent one at the top.
  @Test func newFailuresComeFirst() {
    let causes = FailureCause.all(Self.newAmongKnown)
    #expect(causes.map(\.failures.count) == [40, 1, 1])
    #expect(
      causes.map { $0.failures[0].title }
        == ["StoreTests.A/test39", "StoreTests.A/test41", "StoreTests.A/test1"])
    #expect(causes.map(\.newCount) == [1, 1, 0])
  }

  /// Every format that has no room for all begins with what is new.
  @Test(arguments: ["terminal", "plain", "markdown", "brief", "github", "html"])
  func everyFormatBeginsWithNewFailures(format: String) throws {
    var record = Self.newAmongKnown
    // Only those at lines of the change show in a request; the new ones come before them all the same.
    record.changes = ChangeSet(
      base: "a", head: "b", mergeBase: "a", files: [FileChange(.modified, "T.swift")], commits: [])
    record.tests[39].issues[0].file = "U.swift"
    record.tests[41].issues[0].file = "U.swift"
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let text = reporter.render(record, style: TerminalStyle(width: 80))
    let places = ["A/test39", "A/test41", "A/test0"].map {
      text.firstRange(of: $0)?.lowerBound ?? text.endIndex
    }
    #expect(places == places.sorted() && places[1] < text.endIndex, "\(text)")
  }

  /// The list of names at the end begins with those that are new, and says so.
  @Test func namesOfNewFailuresComeFirst() {
    let text = TerminalReporter().render(Self.newAmongKnown, style: TerminalStyle(width: 80))
    #expect(
      text.contains(
        "WHAT FAILED  42\n✗ StoreTests.A/test39  new\n✗ StoreTests.A/test41  new\n✗ StoreTests.A/test0\n"
      ), "\(text)")
  }

  /// Of one cause the others are named, too.
  @Test func othersOfACauseSayThatTheyAreNew() {
    var record = Self.newAmongKnown
    record.tests[38].earlier = record.tests[39].earlier
    let screen = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(
      screen.contains("\n    StoreTests.A/test39  new\n    StoreTests.A/test0\n"), "\(screen)")
    let markdown = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(markdown.contains("- `StoreTests.A/test39` new\n- `StoreTests.A/test0`\n"))
    let pages = HTMLReportTests.pages(record)
    #expect(
      pages["index.html"]?.contains("and 39 more for the same reason, 1 of them new<") == true)
  }

  /// Crashes that are known leave room for a test that newly fails.
  @Test func crashesLeaveRoomForWhatIsNew() {
    var record = Self.newAmongKnown
    record.crashes = (0..<99).map {
      Crash(test: "T\($0)", signal: "SIGILL", reason: "reason \($0)")
    }
    let text = MarkdownReporter(byteLimit: 3_000).render(record, style: TerminalStyle())
    #expect(text.utf8.count <= 3_000)
    #expect(text.contains("A/test39"), "\(text)")
  }

  /// What is left out is where the line says: in the record of the run that is shown.
  @Test(
    arguments: [
      (nil, "`devtool report --format json`"),
      ("out/a b.tar", "`devtool report 'out/a b.tar' --format json`"),
    ] as [(String?, String)])
  func whatIsLeftOutIsNamed(run: String?, command: String) {
    var record = Self.record(300, causes: 300)
    record.tests[0].issues[0].message = (0..<200).map { "line \($0)\n" }.joined()
    var style = TerminalStyle(width: 80)
    style.runName = run
    let markdown = MarkdownReporter(byteLimit: 9_000).render(record, style: style)
    #expect(markdown.utf8.count <= 9_000)
    #expect(markdown.contains(" entries left out; \(command) has all of it._\n"), "\(markdown)")
    #expect(markdown.contains("lines left out; \(command) has all of it\n"), "\(markdown)")
    let brief = BriefReporter().render(record, style: style)
    #expect(brief.hasSuffix("and 250 more: \(command) has them\n"), "\(brief)")
  }

  /// What the compiler adds to its message stands beside it wherever a message is shown.
  @Test(arguments: [
    "terminal", "markdown", "github", "sarif", "codequality", "checkstyle", "brief", "html",
  ])
  func notesOfTheCompilerAreShown(format: String) throws {
    var record = SampleRecord.green
    record.verdict = .failed
    var error = Diagnostic(.error, "cannot assign", file: "A.swift", line: 3, column: 1)
    error.notes = ["change let to var (line 2)"]
    record.diagnostics = [error]
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let text = reporter.render(record, style: TerminalStyle(width: 80))
    #expect(text.contains("note: change let to var (line 2)"), "\(text)")
  }

  @Test func groupsCrashesByCause() {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = (0..<60).map { SampleRecord.test("A", "test\($0)", .crashed) }
    record.crashes = record.tests.enumerated().map { index, test in
      index < 40
        ? Crash(
          test: test.name, signal: "SIGILL", reason: "index \(index) is out of range",
          file: "S.swift", line: 3)
        : Crash(test: test.name, signal: "SIGKILL")
    }
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(text.split(separator: "\n").count < 90)
    #expect(text.contains("  and 39 more with a message like this at this place:\n"))
    #expect(text.contains("  and 19 more like it, without a message:\n"))
    #expect(text.contains("WHAT FAILED  60\n✗ StoreTests.A/test0  crashed\n"))
    record.crashes = record.crashes.indices.map {
      Crash(test: record.tests[$0].name, file: "S.swift", line: $0)
    }
    let others = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(others.contains("and 40 more causes; "))
  }

  /// What failed comes first, then what else made the run red; the rest does not stand in the way.
  @Test func theWorstComesFirst() throws {
    var record = SampleRecord.everything
    let lint = Diagnostic(.warning, "unindent", file: "A.swift", line: 1, step: "lint")
    record.diagnostics.append(lint)
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    let headings = text.split(separator: "\n\n").compactMap { $0.split(separator: "  ").first }
      .filter { $0 == $0.uppercased() }
    #expect(
      headings == [
        "CRASHES", "FAILED TESTS", "ERRORS", "FINDINGS", "WARNINGS", "RUNTIME WARNINGS", "COVERAGE",
        "SLOWEST TESTS", "SKIPPED TESTS", "LINT", "WHAT FAILED",
      ])
  }

  @Test func countsCausesThatAreLeftOut() {
    let text = Self.text(300, causes: 300)
    #expect(text.contains("and 280 more causes; `devtool report --format json` "))
  }

  @Test func fewFailuresStandOnce() {
    #expect(!Self.text(10, causes: 10).contains("WHAT FAILED"))
  }

  @Test func aFailureFarAboveIsNamedAgain() {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = [SampleRecord.test("A", "test", .failed)]
    record.diagnostics = [Diagnostic(.warning, "unused", file: "A.swift", line: 1)]
    let text = TerminalReporter().render(record, style: TerminalStyle(width: 80))
    #expect(text.contains("\n\nWHAT FAILED  1\n✗ StoreTests.A/test\n\n"))
  }
}
