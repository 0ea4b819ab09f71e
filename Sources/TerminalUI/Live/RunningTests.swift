import CIModel

/// The tests that have started and not ended, with one entry for each start.
struct RunningTests {
  private struct Start {
    var since: SuspendingClock.Instant
    var isToldSlow = false
  }

  private var starts: [String: [Start]] = [:]
  private(set) var count = 0

  mutating func start(_ name: String) {
    starts[name, default: []].append(Start(since: SuspendingClock.now))
    count += 1
  }

  /// - Returns: Whether such a test was running.
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
  }

  /// The only test that runs; `nil` when none or several do.
  var only: String? { count == 1 ? starts.keys.first : nil }

  /// The test that has been running for longest.
  var oldest: (name: String, since: SuspendingClock.Instant)? {
    var oldest: (name: String, since: SuspendingClock.Instant)?
    for (name, known) in starts {
      guard let first = known.first else { continue }
      if let oldest, (oldest.since, oldest.name) <= (first.since, name) { continue }
      oldest = (name, first.since)
    }
    return oldest
  }

  /// `Shop/slow() 0:12 and 2 more`; `nil` when none runs.
  var summary: String? {
    guard let (name, since) = oldest else { return nil }
    let seconds = (SuspendingClock.now - since).seconds
    return name + (seconds >= 1 ? " \(LiveView.clock(seconds))" : "")
      + (count > 1 ? " and \(count - 1) more" : "")
  }

  /// Tests that have been running for at least so long, by name; each is answered once.
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
