import CIModel
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

  @Test func sumsAreBounded() {
    var counts = TestCounts(other: ForeignCounts(passed: .max, failed: .min, skipped: 1))
    counts.add(ForeignCounts(passed: .max, failed: 2, skipped: 3))
    #expect(counts.other == ForeignCounts(passed: 1 << 32, failed: 2, skipped: 4))
  }
}
