import CIModel
import Testing

@Suite struct RatioTests {
  /// Floored: 100.00 % means that nothing is missed.
  @Test(
    arguments: [
      (0, 0, nil), (0, 1, 0), (1, 1, 10_000), (1, 3, 3_333), (2, 3, 6_666), (9_999, 10_000, 9_999),
      (99_999, 100_000, 9_999), (1 << 62, 1 << 62, 10_000),
    ] as [(Int, Int, Int?)])
  func hundredths(covered: Int, count: Int, expected: Int?) {
    let ratio = Coverage.Ratio(covered: covered, count: count)
    #expect(ratio.hundredthsOfPercent == expected)
    #expect(ratio.missed == count - covered)
  }

  @Test func addsUp() {
    let sum = Coverage.Ratio(covered: 1, count: 2) + Coverage.Ratio(covered: 3, count: 7)
    #expect(sum == Coverage.Ratio(covered: 4, count: 9))
  }

  /// What a file says nothing about is not required.
  @Test func thePolicyOfAChangeThatSaysNothing() {
    let patch = CoveragePolicy.Patch()
    #expect(patch.minimum == nil)
    #expect(!patch.ignoresWhitespace)
    #expect(!patch.ignoresComments)
    #expect(!patch.missesPartialLines)
    #expect(patch.noData == .warning)
  }
}
