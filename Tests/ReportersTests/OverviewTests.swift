import CIModel
import Testing

@testable import Reporters

/// What a reader of the first page wants to know: of what the run is, and what the numbers mean.
struct OverviewTests {
  @Test func saysWhatTheRunIsOf() throws {
    var record = SampleRecord.everything
    record.pullRequest = PullRequest(
      number: 12, title: "Add <carts>", author: "ana", branch: "carts")
    let head = try #require(record.changes?.head.prefix(10))
    record.packageName = "Store"
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    let header = try #require(page.split(separator: "</h1>").dropFirst().first)
    #expect(
      header.hasPrefix(
        "\n<p class=\"wrap\"><b>Store</b> · #12 Add &lt;carts&gt; · branch <code>carts</code> · by ana · <code>\(head)"
      ))
  }

  /// A share has the colour of what is required of it alone.
  @Test(
    arguments: [
      ([:], "tile ", "tile "), (["coverage.minimum": true], "tile pass", "tile "),
      (["coverage.minimum": true, "coverage.patch": false], "tile pass", "tile fail"),
      (["coverage.minimum": false, "coverage.patch": true], "tile fail", "tile pass"),
    ] as [([String: Bool], String, String)])
  func sharesAreColouredByTheirRequirement(
    passed: [String: Bool], all: String, patch: String
  ) throws {
    var record = SampleRecord.everything
    record.coverage?.thresholds = passed.sorted { $0.key < $1.key }.map {
      .init(name: $0.key, required: 50, actual: 10, passed: $0.value)
    }
    record.coverage?.isPartial = false
    record.coverage?.patch = Coverage.Patch(lines: .init(covered: 1, count: 2), files: [])
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    func tile(_ words: String) -> Substring? {
      let tiles = page.split(separator: "<a class=\"").filter { $0.hasPrefix("tile") }
      return tiles.first { $0.contains(words) }?.prefix { $0 != "\"" }
    }
    #expect(tile("of lines covered")?.description == all)
    #expect(tile("of changed lines covered")?.description == patch)
  }

  @Test func theHeaderLeadsToTheService() throws {
    var record = SampleRecord.everything
    let head = try #require(record.changes?.head)
    record.environment.links = ServiceLinks(
      host: "github.com", run: "https://github.com/o/r/actions/runs/1?a=b&c=d",
      commits: "https://github.com/o/r/commit/")
    record.pullRequest = PullRequest(
      number: 12, url: "https://github.com/o/r/pull/12", title: "Add <carts>")
    var page = try #require(HTMLReportTests.pages(record)["index.html"])
    let rest = " rel=\"noreferrer\">"
    #expect(
      page.contains("<a href=\"https://github.com/o/r/pull/12\"\(rest)#12 Add &lt;carts&gt;</a>"))
    #expect(page.contains("<a href=\"https://github.com/o/r/commit/\(head)\"\(rest)<code>"))
    #expect(
      page.contains(
        "<a href=\"https://github.com/o/r/actions/runs/1?a=b&amp;c=d\"\(rest)run on github.com</a>")
    )
    record.environment.links?.host = "evil.example"
    page = try #require(HTMLReportTests.pages(record)["index.html"])
    #expect(!page.contains("https://"))
  }

  @Test func showsTheArgumentsOfTheFailingCase() throws {
    var record = SampleRecord.green
    let issue = TestIssue("no", file: "T.swift", line: 3, arguments: "n → 2")
    record.tests = [SampleRecord.test("A", "everyNth(n:)", .failed, issues: [issue])]
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    #expect(page.contains("with <code>n → 2</code>"))
  }

  /// Of a snapshot of text the lines that differ are shown, and not the paths of its files.
  @Test(arguments: [
    ("\u{2212}", "\n\n", "\n@@ −1,2 +1,2 @@\n Dear Ana,\n−200 kr.\n+250 kr.</pre>"),
    ("-", "\n\nTo configure a tool\n\n", "\n@@ −1,2 +1,2 @@\n Dear Ana,\n−200 kr.\n+250 kr.</pre>"),
    // No message of a snapshot.
    ("x", "\n\n", "\n\n@x\n&quot;file:///p/a.txt&quot;\n@+\n&quot;a.txt&quot;, attached</pre>"),
  ])
  func showsWhatDiffersInASnapshot(mark: String, gap: String, shown: String) throws {
    let message =
      "failed - Snapshot does not match reference.\n\n@\(mark)\n\"file:///p/a.txt\"\n@+\n\"a.txt\", attached"
      + "\(gap)@@ −1,2 +1,2 @@\n Dear Ana,\n−200 kr.\n+250 kr."
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test(
        "A", "letter", .failed, issues: [TestIssue(message, file: "T.swift", line: 3)])
    ]
    let pages = HTMLReportTests.pages(record)
    let page = try #require(pages["index.html"])
    #expect(page.contains("Snapshot does not match reference.\(shown)"), "\(page)")
    #expect(pages["tests.html"]?.contains("file:///p/a.txt") == true)
  }

  /// Damaged data proves nothing, so a number must not look like a missed requirement.
  @Test(arguments: [
    ("coverage.patch", "no data", false, false), ("coverage.patch", nil, true, false),
    ("coverage.patch", nil, false, true), ("coverage.no-drop", "no data", false, true),
    ("coverage.no-drop", nil, true, false), ("coverage.minimum", "no data", true, true),
  ])
  func requirementsAreJudgedWhereTheDataIsGood(
    name: String, problem: String?, isPartial: Bool, isJudged: Bool
  ) throws {
    var record = SampleRecord.green
    var coverage = try #require(record.coverage)
    let threshold = Coverage.Threshold(name: name, required: 80, actual: 73.07, passed: false)
    coverage.patch = Coverage.Patch(lines: .init(covered: 19, count: 26), files: [])
    coverage.patch?.problem = problem
    coverage.isPartial = isPartial
    coverage.thresholds = [threshold]
    record.coverage = coverage
    #expect(coverage.isJudged(threshold) == isJudged)
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    #expect(page.contains("<span class=\"tag fail\">missed</span>") == isJudged)
    #expect(page.contains("<span class=\"tag warn\">cannot be checked</span>") != isJudged)
    let words = isJudged ? ": 73.07%, 80% required" : ": cannot be checked, 80% required"
    let text = TerminalReporter().render(coverage: coverage, style: TerminalStyle(width: 80))
    #expect(try #require(text).contains(name + words))
  }

  /// The tile of the overview, the navigation and the terminal count the same.
  @Test func countsWarningsAsTheTerminalDoes() throws {
    var record = SampleRecord.everything
    let times = record.runtimeWarnings.reduce(0) { $0 + $1.count }
    // The tests that failed tell of it.
    record.runtimeWarnings.append(
      RuntimeWarning(
        category: RuntimeWarningCategory.snapshot, count: 5, tests: ["A.testB"], shapes: []))
    let places = record.diagnostics.count { $0.severity == .warning }
    #expect(WarningTally(record).total == times + places)
  }

  @Test func countsTheFindingsThatFailTheRun() throws {
    let page = try #require(HTMLReportTests.pages(SampleRecord.everything)["index.html"])
    #expect(page.contains("<b>2</b><span>of 3 findings fail the run</span>"))
  }

  @Test(arguments: [
    (9_999, 10_000, 9_998, 10_000, "99.99% → 99.98% of lines"),
    (199_999, 200_000, 199_998, 200_000, "99.99% of lines, 1 → 2 missed"),
    (3, 3, 4, 4, "100.00% of lines"),
  ])
  func sharesThatLookAlikeSayWhatDiffers(
    before: Int, of all: Int, after: Int, of more: Int, words: String
  ) throws {
    func run(_ covered: Int, _ count: Int) -> RunRecord {
      let lines = Coverage.Ratio(covered: covered, count: count)
      var record = SampleRecord.green
      record.coverage?.totals.lines = lines
      record.coverage?.files = [
        Coverage.File(
          path: "A.swift", target: nil, lines: lines, functions: lines, regions: lines,
          uncoveredLines: [], partialLines: [])
      ]
      return record
    }
    let change = try #require(
      RunComparison(run(after, more), with: run(before, all)).coverage)
    #expect(change.words("→") == words)
    #expect(change.shownFiles.isEmpty == !words.contains("→"))
  }

  @Test func stepsStandInTheOrderInWhichTheyBegan() throws {
    var record = SampleRecord.green
    record.steps = [("c", 3.0), ("never", nil), ("a", 0), ("b", 1)].map { id, start in
      var step = SampleRecord.step(id, "run", .passed, seconds: 1)
      step.startSeconds = start
      return step
    }
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    let ids = page.split(separator: "<th scope=\"row\"><b>").dropFirst().map {
      $0.prefix { $0 != "<" }
    }
    #expect(ids == ["a", "b", "c", "never"])
    #expect(page.contains("<span>0</span><span>25.1s</span><span>50.2s</span>"))
  }

  @Test(arguments: [([0.001, 0.002], 0), ([0.001, 0.01, 0.5], 2)])
  func slowestTestsAreWorthIt(seconds: [Double], rows: Int) throws {
    var record = SampleRecord.green
    record.tests = seconds.enumerated().map {
      SampleRecord.test("A", "test\($0.offset)", seconds: $0.element)
    }
    let page = try #require(HTMLReportTests.pages(record)["tests.html"])
    let table = page.split(separator: "Slowest tests").dropFirst().joined()
    #expect(table.split(separator: "<tr>").count == (rows == 0 ? 0 : rows + 1))
    #expect(page.contains("No test took 10ms or more.") == (rows == 0))
  }

  /// A failure leads to the line of the test, although tests are not measured.
  @Test func sourcesOfTestsHavePages() throws {
    let record = SampleRecord.everything
    let path = "Tests/StoreTests/CartTests.swift"
    let name = PageNames.file(path)
    let pages = HTMLReportTests.pages(record, sources: HTMLReportTests.sources)
    #expect(pages["files/\(name).html"]?.contains("id=\"L41\"") == true)
    #expect(pages["tests.html"]?.contains("<a href=\"files/\(name).html#L41\">") == true)
    let single = String(
      decoding: HTMLReport(record, sources: HTMLReportTests.sources).singleFile(), as: UTF8.self)
    #expect(single.contains("<a href=\"#\(name)-L41\">"))
    // Without the source there is no page, and no link that leads nowhere.
    #expect(HTMLReportTests.pages(record)["files/\(name).html"] == nil)
  }
}
