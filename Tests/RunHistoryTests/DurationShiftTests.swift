import TestSupport
import Testing

@testable import RunHistory

@Suite struct DurationShiftTests {
  @Test(arguments: [
    // Too few values.
    ([1, 1, 1, 1, 2, 2, 2, 2, 2], nil as Int?),
    ([1, 1, 1, 1, 1, 2, 2, 2, 2, 2], 5),
    ([2, 2, 2, 2, 2, 1, 1, 1, 1, 1], nil),
    // Four slow runs may be a busy machine.
    ([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2], nil),
    // An outlier on each side is none.
    ([1, 1, 9, 1, 1, 1, 2, 2, 0.1, 2, 2, 2, 2], 6),
    // Less than a tenth, and less than five milliseconds.
    ([1, 1, 1, 1, 1, 1.09, 1.09, 1.09, 1.09, 1.09], nil),
    ([0.001, 0.001, 0.001, 0.001, 0.001, 0.004, 0.004, 0.004, 0.004, 0.004], nil),
    // Within what the earlier part spreads.
    ([1, 2, 1, 2, 1, 2, 1, 2, 2.5, 2.5, 2.5, 2.5, 2.5], nil),
  ])
  func tellsAChangeFromNoise(values: [Double], cut: Int?) {
    #expect(DurationShift.slowDown(in: values)?.index == cut)
  }

  @Test func givesTheMediansOfBothParts() throws {
    let shift = try #require(
      DurationShift.slowDown(in: [0.1, 0.2, 0.1, 0.1, 0.1, 0.1, 0.5, 0.4, 0.4, 0.4, 0.3]))
    #expect(shift == DurationShift(index: 6, before: 0.1, after: 0.4))
  }

  @Test func looksAtTheNewestValuesOnly() {
    let old = [Double](repeating: 1, count: 30)
    let new = [Double](repeating: 3, count: DurationShift.window)
    #expect(DurationShift.slowDown(in: old + new) == nil)
  }

  /// Planted slow-downs in noise of a tenth, with outliers as a busy machine makes them: what is found, and
  /// what is not there.
  @Test func findsPlantedSlowDowns() {
    var random = SeededRandom(seed: 38)
    func noise(_ seconds: Double) -> Double {
      let spread = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random)
      }
      let outlier = Int.random(in: 0..<50, using: &random) == 0 ? 3.0 : 1.0
      return max(0.001, seconds * (1 + 0.1 * spread) * outlier)
    }
    func found(_ factor: Double, of count: Int) -> Int {
      (0..<count).count { _ in
        let cut = Int.random(in: 10...50, using: &random)
        let values = (0..<60).map { noise($0 < cut ? 0.4 : 0.4 * factor) }
        guard let shift = DurationShift.slowDown(in: values) else { return false }
        return factor > 1 ? abs(shift.index - cut) <= 3 : true
      }
    }
    #expect(found(1, of: 1_500) < 15, "false alarms")
    #expect(found(1.5, of: 200) > 190)
    #expect(found(2, of: 200) > 196)
    #expect(found(4, of: 200) > 196)
  }
}
