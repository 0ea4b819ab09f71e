import CIModel

/// The tests that have started but not ended, with one entry per start.
struct RunningTests {
  private struct Start {
    var since: SuspendingClock.Instant
    var isToldSlow = false
  }

  private var starts: [String: [Start]] = [:]
  private(set) var count = 0
  /// Whether tests of the process have run at once: their times include waiting for each other.
  private(set) var overlap = false

  mutating func start(_ name: String) {
    starts[name, default: []].append(Start(since: SuspendingClock.now))
    count += 1
    overlap = overlap || count > 1
  }

  /// - Returns: Whether the test was running.
  mutating func end(_ name: String) -> Bool {
    guard var known = starts[name] else { return false }
    known.removeLast()
    starts[name] = known.isEmpty ? nil : known
    count -= 1
    return true
  }

  mutating func removeAll() {
    starts.removeAll(keepingCapacity: true)
    count = 0
    overlap = false
  }

  /// The only running test; `nil` when none or several run.
  var only: String? { count == 1 ? starts.keys.first : nil }

  /// The test that has been running longest.
  var oldest: (name: String, since: SuspendingClock.Instant)? {
    var oldest: (name: String, since: SuspendingClock.Instant)?
    for (name, known) in starts {
      guard let first = known.first else { continue }
      if let oldest, (oldest.since, oldest.name) <= (first.since, name) { continue }
      oldest = (name, first.since)
    }
    return oldest
  }

  /// A summary: `Shop/slow() 0:12 and 2 more`; `nil` when no test is running.
  var summary: String? {
    guard let (name, since) = oldest else { return nil }
    let seconds = (SuspendingClock.now - since).seconds
    return name + (seconds >= 1 ? " \(LiveView.clock(seconds))" : "")
      + (count > 1 ? " and \(count - 1) more" : "")
  }

  /// Tests that have been running for at least this long, by name; each is returned once.
  mutating func newlySlow(after limit: Double) -> [(name: String, seconds: Double)] {
    let now = SuspendingClock.now
    var slow: [(name: String, seconds: Double)] = []
    for name in starts.keys.sorted() {
      guard let known = starts[name] else { continue }
      for (index, start) in known.enumerated() where !start.isToldSlow {
        let seconds = (now - start.since).seconds
        guard seconds >= limit else { continue }
        starts[name]?[index].isToldSlow = true
        slow.append((name, seconds))
      }
    }
    return slow
  }
}
