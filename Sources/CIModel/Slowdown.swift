/// A test has become slower, and stayed so.
package struct Slowdown: Codable, Hashable, Sendable {
  /// Medians.
  package var beforeSeconds: Double
  package var afterSeconds: Double
  /// The first run that was slower.
  package var since: EarlierOutcomes.Place

  package init(beforeSeconds: Double, afterSeconds: Double, since: EarlierOutcomes.Place) {
    self.beforeSeconds = beforeSeconds
    self.afterSeconds = afterSeconds
    self.since = since
  }

  /// Whether a duration is closer to the slower runs than to those before.
  package func includes(_ seconds: Double?) -> Bool {
    seconds.map { $0 > (beforeSeconds + afterSeconds) / 2 } ?? false
  }

  /// `3.1 × its usual 0.40s since 1a2b3c4d5e`.
  ///
  /// - Parameters:
  ///   - seconds: What the test takes in this run; `nil` takes the median since.
  ///   - duration: Words for seconds.
  package func words(of seconds: Double? = nil, _ duration: (Double) -> String) -> String {
    let tenths = Int((min((seconds ?? afterSeconds) / beforeSeconds, 1e9) * 10).rounded())
    return
      "\(tenths / 10).\(tenths % 10) × its usual \(duration(beforeSeconds)) since \(since.words)"
  }
}
