import CIModel
import Foundation
import Testing

struct TestCountsTests {
  private static let named = TestCase(
    name: "a", framework: .other, function: "a", outcome: .passed,
    runs: [TestRun(.passed, durationSeconds: nil)])

  /// The record of somebody else can contain any number.
  @Test(arguments: [
    (3, 2), (1, 0), (0, 0), (.min, 0), (.max, (1 << 32) - 1),
  ])
  func countsWithoutNames(passed: Int, unnamed: Int) {
    let counts = TestCounts(other: ForeignCounts(passed: passed))
    #expect((counts.unnamed(besides: [Self.named])?.passed ?? 0) == unnamed)
  }

  @Test func countsOfARecordAreBounded() throws {
    let text = """
      {"xctest": {"passed": 9223372036854775807, "failed": -1, "skipped": 2, "unfinished": 3},
      "swiftTesting": {"passed": 9223372036854775807, "failed": 1, "skipped": 0, "cancelled": 0,
      "unfinished": 0, "issues": 1, "knownIssues": 0}, "other": null}
      """
    let counts = try JSONDecoder().decode(TestCounts.self, from: Data(text.utf8))
    #expect(counts.xctest == XCTestCounts(passed: 1 << 32, skipped: 2, unfinished: 3))
    #expect(counts.swiftTesting == SwiftTestingCounts(passed: 1 << 32, failed: 1, issues: 1))
    #expect(counts.total > 1 << 32)
  }

  @Test func sumsAreBounded() {
    var counts = TestCounts(other: ForeignCounts(passed: .max, failed: .min, skipped: 1))
    counts.add(ForeignCounts(passed: .max, failed: 2, skipped: 3))
    #expect(counts.other == ForeignCounts(passed: 1 << 32, failed: 2, skipped: 4))
  }
}
