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
    record.tests = (0..<800).map { index in
      var test = Self.test("test\(index)", .failed, line: 3, [issue])
      test.issues[0].line = index
      return test
    }
    let pages = HTMLReportTests.pages(record, sources: HTMLReportTests.sources)
    #expect(try #require(pages[Self.address]).utf8.count < 600_000)
  }
}
