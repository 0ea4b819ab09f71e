import CIModel
import TestSupport
import Testing

@testable import Reporters

/// The pages of sources with tests.
struct TestFilePageTests {
  private static let path = "Tests/StoreTests/PriceTests.swift"

  /// A test that failed on a line, one that failed without telling where, one that passed and one that was left out.
  static var record: RunRecord {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = [
      test("testFails", .failed, line: 3, [TestIssue("is <1>", file: path, line: 4)]),
      test("testThrows", .failed, line: 7, [TestIssue("threw error \"Gone()\"")]),
      test("testPasses", .passed, line: 9, []),
      test("testSkipped", .skipped, line: 900, []),
      test("testFree", .passed, line: nil, []),
    ]
    return record
  }

  private static func test(
    _ function: String, _ outcome: TestOutcome, line: Int?, _ issues: [TestIssue]
  ) -> TestCase {
    var test = SampleRecord.test("PriceTests", function, outcome, issues: issues)
    test.file = path
    test.line = line
    return test
  }

  private static let pages = HTMLReportTests.pages(record, sources: HTMLReportTests.sources)
  private static var address: String { "files/\(PageNames.file(path)).html" }

  @Test func showsTestsBesideTheirDeclarations() throws {
    expectGolden(try #require(Self.pages[Self.address]), "html-test-file.html")
  }

  @Test func failureWithoutAPlaceShowsTheDeclaration() throws {
    let tests = try #require(Self.pages["tests.html"])
    #expect(tests.contains("Declared at"))
    #expect(tests.contains("<a class=\"place\" href=\"\(Self.address)#L7\">\(Self.path):7</a>"))
  }

  @Test func listNamesTheSourceOncePerRow() throws {
    let data = try #require(Self.pages["data/tests.js"])
    #expect(data.contains("\"files\":[[\"\(Self.path)\",\"\(Self.address)\",5]]"))
    #expect(data.contains("\"lines\":[3,0,9,900,7]"))
  }

  /// A stranger's record may have any number of tests on a line, and of remarks.
  @Test func staysSmall() throws {
    var record = Self.record
    let issue = TestIssue(String(repeating: "long ", count: 1_000), file: Self.path, line: 4)
    record.tests = (0..<400).map { index in
      var test = Self.test("test\(index)", .failed, line: 3, [issue])
      test.issues[0].line = index
      return test
    }
    let pages = HTMLReportTests.pages(record, sources: HTMLReportTests.sources)
    #expect(try #require(pages[Self.address]).utf8.count < 600_000)
  }

  /// A crash is told at its line, with a way to the card of the test that it ended.
  @Test func aCrashStandsOnTheLineOfTheSource() throws {
    let pages = HTMLReportTests.pages(SampleRecord.everything, sources: HTMLReportTests.sources)
    let address = "files/\(PageNames.file("Sources/Store/Cache.swift")).html"
    let line = try #require(pages[address]?.split(separator: "id=\"L88\"").last?.prefix(400))
    #expect(line.contains("crashed with SIGILL: Fatal error: Index out of range"))
    #expect(line.contains("tests.html#"))
  }

  /// Where each attempt failed without a place, too.
  @Test func aFailureWithoutAPlaceShowsItsDeclaration() throws {
    var record = SampleRecord.everything
    record.crashes = []
    var test = SampleRecord.test("CartTests", "testThrows", .failed)
    (test.file, test.line) = ("Tests/StoreTests/CartTests.swift", 6)
    test.issues = [TestIssue("threw error")]
    test.attempts = (1...2).map {
      TestAttempt(
        number: $0, outcome: .failed, durationSeconds: 1, issues: test.issues, output: "")
    }
    record.tests = [test]
    let page = try #require(
      HTMLReportTests.pages(record, sources: HTMLReportTests.sources)["tests.html"])
    #expect(page.contains("Declared at"))
    #expect(page.contains("<span class=\"hit\" data-n=\"6\">"))
  }

  /// Regions are landmarks, which a reader tells apart by their names.
  @Test func landmarksHaveNamesOfTheirOwn() {
    let pages = HTMLReportTests.pages(SampleRecord.everything, sources: HTMLReportTests.sources)
    for (path, page) in pages where path.hasSuffix(".html") {
      let names = page.split(separator: "role=\"region\" aria-label=\"").dropFirst().map {
        $0.prefix { $0 != "\"" }
      }
      #expect(Set(names).count == names.count, "\(path): \(names)")
    }
  }

  /// Arguments of one test that fail at one place show it once.
  @Test func argumentsShareTheirExcerpt() throws {
    var record = SampleRecord.everything
    record.crashes = []
    let issues = (1...3).map {
      TestIssue("is \($0)", file: "Tests/A.swift", line: 7, arguments: "n → \($0)")
    }
    record.tests = [
      SampleRecord.test(
        "A", "test", .failed, issues: issues + [TestIssue("other", file: "Tests/A.swift", line: 9)])
    ]
    let page = try #require(
      HTMLReportTests.pages(record, sources: HTMLReportTests.sources)["tests.html"])
    #expect(page.split(separator: "class=\"hit\"").count == 3)
    #expect(page.contains("n → 3") && page.contains("is 3"))
  }

  @Test func knownIssuesAreShown() throws {
    var record = SampleRecord.green
    var issue = TestIssue("wrong since 2020", file: "Tests/A.swift", line: 7)
    issue.isKnown = true
    record.tests = [SampleRecord.test("A", "test", issues: [issue])]
    let page = try #require(HTMLReportTests.pages(record)["tests.html"])
    #expect(page.contains("Known issues") && page.contains("wrong since 2020"))
  }
}
