/// A lasting change of how long something takes.
///
/// The values are cut in two where that explains them best: at the cut with the greatest standardized
/// rank sum (Mann–Whitney; Pettitt's test for a change point), which a few outliers do not move. Then the
/// middle of the later part has to differ from the middle of the earlier part by more than three standard
/// deviations of the earlier part, estimated from its median absolute deviation, and by more than a share
/// and a time that anybody would notice; and four of five later values have to be slow, at least five.
package struct DurationShift: Hashable, Sendable {
  /// The place of the first value of the later part.
  package var index: Int
  /// The median of the earlier part, in seconds.
  package var before: Double
  /// The median of the later part, in seconds.
  package var after: Double

  package var factor: Double { after / before }

  /// How many of the newest values are looked at.
  package static let window = 60
  /// So many values each part has.
  package static let shortestPart = 5
  /// Standard deviations of the earlier part.
  static let deviations = 3.0
  /// Makes a standard deviation of a median absolute deviation where values spread normally.
  static let deviationOfMAD = 1.4826
  /// Of the earlier median.
  static let noticeableShare = 0.1
  static let noticeableSeconds = 0.005

  /// - Parameter values: Seconds, the oldest first.
  /// - Returns: The newest change that made it slower; `nil` when there is none.
  package static func slowDown(in values: [Double]) -> DurationShift? {
    let values = Array(values.suffix(window))
    guard values.count >= 2 * shortestPart else { return nil }
    guard let cut = bestCut(of: values) else { return nil }
    let before = median(values[..<cut])
    let after = median(values[cut...])
    let spread = deviationOfMAD * median(values[..<cut].map { abs($0 - before) }[...])
    let least = max(deviations * spread, noticeableShare * before, noticeableSeconds)
    guard before > 0, after - before > least else { return nil }
    // A few slow runs in a row may be those of a busy machine.
    let slow = values[cut...].count { $0 > before + least / 2 }
    guard slow >= shortestPart, slow * 5 >= (values.count - cut) * 4 else { return nil }
    return DurationShift(index: cut, before: before, after: after)
  }

  /// Where the values become greater, if they do.
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

  /// - Precondition: There is a value.
  static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
