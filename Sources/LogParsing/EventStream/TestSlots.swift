/// When tests really begin that Swift Testing announces all at once.
///
/// With `--experimental-maximum-parallelization-width N` a test says that it has started, and then
/// waits until one of the N slots is free: the time from its start to its end is mostly that of other
/// tests. The slots are given in the order of the announcements, which makes it possible to follow
/// them. A parameterised test takes a slot for each case, and tells when each begins; of the others
/// the stream tells nothing in between.
///
/// Source: `Runner.swift` and `Serializer.swift` in swift-testing 6.3.
struct TestSlots {
  /// A test, by its number in the stream, that has got a slot.
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

  /// Since when each of the free slots is free, the oldest first.
  private var free: [Double]
  private var waiting: [Waiting] = []
  private var first = 0
  /// The places of `waiting` tests that still wait.
  private var places: [Int: Int] = [:]
  /// Tests without cases that have a slot.
  private var running: Set<Int> = []

  /// - Parameter width: How many tests, or cases of tests, run at once.
  init(width: Int) {
    free = Array(repeating: -.infinity, count: max(1, min(width, 4_096)))
  }

  /// A test says that it has started.
  mutating func announce(_ test: Int, at instant: Double, hasCases: Bool) -> [Beginning] {
    places[test] = waiting.count
    waiting.append(Waiting(test: test, announcedAt: instant, hasCases: hasCases))
    return assign()
  }

  /// A case of a parameterised test begins.
  mutating func beginCase() {
    if !free.isEmpty { free.removeFirst() }
  }

  mutating func endCase(at instant: Double) -> [Beginning] {
    release(at: instant)
    return assign()
  }

  /// A test has ended; when it was thought to wait, it is among those that have begun.
  mutating func end(_ test: Int, at instant: Double) -> [Beginning] {
    var begun: [Beginning] = []
    if running.remove(test) != nil {
      release(at: instant)
    } else if let place = places.removeValue(forKey: test), !waiting[place].hasCases {
      // Others were quicker to ask for a slot than to be announced.
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

  /// Gives free slots to waiting tests, in order. A parameterised test at the head of the queue keeps
  /// the others waiting until it ends: the stream does not say how many cases it has.
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
