/// The durations of a test in one run and in a later one, in seconds.
package struct DurationChange: Codable, Hashable, Sendable {
  package var test: String
  package var beforeSeconds: Double
  package var afterSeconds: Double

  package init(test: String, beforeSeconds: Double, afterSeconds: Double) {
    self.test = test
    self.beforeSeconds = beforeSeconds
    self.afterSeconds = afterSeconds
  }

  package var factor: Double { afterSeconds / beforeSeconds }
}
