/// How much a matcher may still do beside looking into its tables: moves of threads.
final class WorkMeter {
  // A class, because the automata of a matcher take from the same one.
  private var left: Int?

  /// - Parameter most: `nil` is as much as it takes.
  func limit(to most: Int?) { left = most }

  func take(_ count: Int) {
    if let left { self.left = max(0, left - count) }
  }

  var isSpent: Bool { left == 0 }
}
