/// A lasting increase in the duration of a test.
package struct Slowdown: Codable, Hashable, Sendable {
  /// The medians before and after.
  package var beforeSeconds: Double
  package var afterSeconds: Double
  /// The first run that was slower.
  package var since: EarlierOutcomes.Place

  package init(beforeSeconds: Double, afterSeconds: Double, since: EarlierOutcomes.Place) {
    self.beforeSeconds = beforeSeconds
    self.afterSeconds = afterSeconds
    self.since = since
  }

  /// Whether a duration is closer to the later median than to the earlier one.
  package func includes(_ seconds: Double?) -> Bool {
    seconds.map { $0 > (beforeSeconds + afterSeconds) / 2 } ?? false
  }

  /// A description such as `3.1 × its usual 0.40s since 1a2b3c4d5e`.
  ///
  /// - Parameters:
  /// - seconds: The duration of the test in this run; `nil` uses the later median.
  /// - duration: Formats seconds.
  package func words(of seconds: Double? = nil, _ duration: (Double) -> String) -> String {
    let tenths = Int((min((seconds ?? afterSeconds) / beforeSeconds, 1e9) * 10).rounded())
    return
      "\(tenths / 10).\(tenths % 10) × its usual \(duration(beforeSeconds)) since \(since.words)"
  }
}
