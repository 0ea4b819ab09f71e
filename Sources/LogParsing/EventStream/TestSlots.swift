/// Computes when tests really begin that Swift Testing announces all at once.
///
/// With `--experimental-maximum-parallelization-width N`, a test reports its start and then waits
/// until one of the N slots is free: the time from its start to its end is mostly spent on other
/// tests. Slots are assigned in the order of the announcements, which makes it possible to track
/// them. A parameterised test takes a slot for each case, and the stream reports when each begins;
/// for other tests, the stream reports nothing in between.
///
/// Source: `Runner.swift` and `Serializer.swift` in swift-testing 6.3.
struct TestSlots {
  /// A test, by its number in the stream, that received a slot.
  struct Beginning: Hashable {
    var test: Int
    /// In seconds on the clock of the stream.
    var instant: Double
  }

  private struct Waiting {
    var test: Int
    var announcedAt: Double
    var hasCases: Bool
  }

  var lateEnds: LateEnds
  /// The time since when each free slot is free, the oldest first.
  private var free: [Double]
  private var waiting: [Waiting] = []
  private var first = 0
  /// Indices in `waiting` of the tests that still wait.
  private var places: [Int: Int] = [:]
  /// Tests without cases that have a slot.
  private(set) var running: Set<Int> = []

  /// - Parameter width: Maximum number of tests, or cases of tests, that run at once.
  init(width: Int) {
    lateEnds = LateEnds(width: width)
    free = Array(repeating: -.infinity, count: max(1, min(width, 4_096)))
  }

  /// Records that a test reported its start; returns the tests that begin.
  mutating func announce(_ test: Int, at instant: Double, hasCases: Bool) -> [Beginning] {
    places[test] = waiting.count
    waiting.append(Waiting(test: test, announcedAt: instant, hasCases: hasCases))
    return assign()
  }

  /// Records that a case of a parameterised test begins.
  mutating func beginCase() {
    if !free.isEmpty { free.removeFirst() }
  }

  mutating func endCase(at instant: Double) -> [Beginning] {
    release(at: instant)
    return assign()
  }

  /// Records that a test has ended; a test that was assumed to wait is returned among those that
  /// began.
  mutating func end(_ test: Int, at instant: Double) -> [Beginning] {
    var begun: [Beginning] = []
    if running.remove(test) != nil {
      release(at: instant)
    } else if let place = places.removeValue(forKey: test), !waiting[place].hasCases {
      // The order of the requests for slots can differ from that of the announcements.
      let since = free.isEmpty ? waiting[place].announcedAt : free.removeFirst()
      begun.append(Beginning(test: test, instant: max(since, waiting[place].announcedAt)))
      release(at: instant)
    }
    return begun + assign()
  }

  private mutating func release(at instant: Double) {
    let place = free.firstIndex { $0 > instant } ?? free.count
    free.insert(instant, at: place)
  }

  /// Assigns free slots to waiting tests, in order. A parameterised test at the head of the queue
  /// blocks the others until it ends, since the stream does not contain its number of cases.
  private mutating func assign() -> [Beginning] {
    var begun: [Beginning] = []
    while first < waiting.count {
      let next = waiting[first]
      guard places[next.test] == first else {
        first += 1
        continue
      }
      if next.hasCases || free.isEmpty { break }
      let since = free.removeFirst()
      places[next.test] = nil
      running.insert(next.test)
      begun.append(Beginning(test: next.test, instant: max(since, next.announcedAt)))
      first += 1
    }
    return begun
  }
}
