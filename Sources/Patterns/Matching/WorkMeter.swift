/// The work that a matcher may still do besides table look-ups, in moves of threads.
final class WorkMeter {
  // A class, because the automata of a matcher share it.
  private var left: Int?

  /// - Parameter most: The limit; `nil` sets none.
  func limit(to most: Int?) { left = most }

  func take(_ count: Int) {
    if let left { self.left = max(0, left - count) }
  }

  var isSpent: Bool { left == 0 }
}
