/// A lasting increase of a duration.
///
/// The values are split where the split explains them best: at the point with the greatest
/// standardized rank sum (Mann–Whitney; Pettitt's test for a change point), which is robust against
/// a few outliers. Then the median of the later part must exceed the median of the earlier part by
/// more than three standard deviations of the earlier part, estimated from its median absolute
/// deviation, and by more than a noticeable share and time; and at least five, and four of five,
/// later values must be slow.
package struct DurationShift: Hashable, Sendable {
  /// The index of the first value of the later part.
  package var index: Int
  /// The median of the earlier part, in seconds.
  package var before: Double
  /// The median of the later part, in seconds.
  package var after: Double

  package var factor: Double { after / before }

  /// The number of newest values that are examined.
  package static let window = 60
  /// The minimum number of values in each part.
  package static let shortestPart = 5
  /// The required number of standard deviations of the earlier part.
  static let deviations = 3.0
  /// Converts a median absolute deviation to a standard deviation, for normally distributed values.
  static let deviationOfMAD = 1.4826
  /// A share of the earlier median.
  static let noticeableShare = 0.1
  static let noticeableSeconds = 0.005

  /// - Parameter values: Durations in seconds, the oldest first.
  /// - Returns: The newest increase; `nil` when there is none.
  package static func slowDown(in values: [Double]) -> DurationShift? {
    let values = Array(values.suffix(window))
    guard values.count >= 2 * shortestPart else { return nil }
    guard let cut = bestCut(of: values) else { return nil }
    let before = median(values[..<cut])
    let after = median(values[cut...])
    let spread = deviationOfMAD * median(values[..<cut].map { abs($0 - before) }[...])
    let least = max(deviations * spread, noticeableShare * before, noticeableSeconds)
    guard before > 0, after - before > least else { return nil }
    // A few slow runs in a row may come from a busy machine.
    let slow = values[cut...].count { $0 > before + least / 2 }
    guard slow >= shortestPart, slow * 5 >= (values.count - cut) * 4 else { return nil }
    return DurationShift(index: cut, before: before, after: after)
  }

  /// The index at which the values increase, if they do.
  private static func bestCut(of values: [Double]) -> Int? {
    let count = values.count
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: count)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, values[order[end]] == values[order[start]] { end += 1 }
      // Equal values share the mean of their ranks.
      for index in start..<end { ranks[order[index]] = Double(start + end + 1) / 2 }
      start = end
    }
    var best: (cut: Int, score: Double)?
    var sum = 0.0
    for cut in 1..<count {
      sum += ranks[cut - 1]
      guard cut >= shortestPart, count - cut >= shortestPart else { continue }
      let (n, m) = (Double(cut), Double(count - cut))
      let expected = n * Double(count + 1) / 2
      let score = (expected - sum) / (n * m * Double(count + 1) / 12).squareRoot()
      if score > best?.score ?? 0 { best = (cut, score) }
    }
    return best?.cut
  }

  /// - Precondition: `values` is not empty.
  static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
