import CIModel

/// The tests of Swift Testing by name, and which of them are running.
///
/// Swift Testing's lines contain neither module nor suite, so several tests can have the same name;
/// in one run, the second test of a name gets the second ordinal.
struct SwiftTestNames {
  /// A test that has started and not ended.
  struct OpenRun {
    /// Index of the test among all.
    var index: Int
    var hasFailed = false
  }

  /// The position of a name; one look-up serves all queries about the name.
  struct Slot { fileprivate var number: Int }

  /// Number of running tests.
  private(set) var openCount = 0
  /// The exclusive-or of the indices of all open tests; with a single open test, its index.
  private var openIndices = 0
  private var slots: [String: Int] = [:]
  private var entries: [Entry] = []
  /// Entries that may contain open tests: all that do, possibly repeated.
  private var touched: [Int] = []
  private var touchedLimit = 1024
  private var run = 0

  private struct Entry {
    var name: String
    /// The run in which `started` was counted.
    var run = 0
    var started = 0
    /// Indices of the tests of this name, by ordinal.
    var tests: [Int] = []
    var open: [OpenRun] = []
  }

  /// Maximum number of open tests with the same name.
  static let openLimit = 1024

  /// The slot of a known name; `nil` for any other.
  func find(_ name: String) -> Slot? { slots[name].map(Slot.init) }

  mutating func slot(_ name: String) -> Slot {
    if let number = slots[name] { return Slot(number: number) }
    slots[name] = entries.count
    entries.append(Entry(name: name))
    return Slot(number: entries.count - 1)
  }

  /// Returns the ordinal of the next test of this name in the current run, and counts it.
  mutating func nextOrdinal(_ slot: Slot) -> Int {
    if entries[slot.number].run != run {
      entries[slot.number].run = run
      entries[slot.number].started = 0
    }
    defer { entries[slot.number].started += 1 }
    return entries[slot.number].started
  }

  /// The test with this ordinal; `nil` when it is new.
  func test(_ slot: Slot, ordinal: Int) -> Int? {
    let tests = entries[slot.number].tests
    return ordinal < tests.count ? tests[ordinal] : nil
  }

  /// Adds a new test, whose ordinal is the next of its name.
  mutating func add(_ slot: Slot, test: Int) { entries[slot.number].tests.append(test) }

  /// Opens a run of a test; returns the index of the oldest open test of the name if it was closed
  /// to make room.
  mutating func open(_ slot: Slot, test: Int) -> Int? {
    var oldest: Int?
    if entries[slot.number].open.isEmpty {
      touch(slot.number)
    } else if entries[slot.number].open.count == Self.openLimit {
      let first = entries[slot.number].open.removeFirst().index
      openCount -= 1
      openIndices ^= first
      oldest = first
    }
    entries[slot.number].open.append(OpenRun(index: test))
    openCount += 1
    openIndices ^= test
    return oldest
  }

  /// Closes the open run that fits the outcome, and returns the index of its test; of several tests
  /// with one name, the one whose issues match. `nil` when none is open.
  mutating func close(_ slot: Slot, failed: Bool) -> Int? {
    guard let last = entries[slot.number].open.indices.last else { return nil }
    let position =
      last == 0 ? 0 : entries[slot.number].open.firstIndex { $0.hasFailed == failed } ?? 0
    let index = entries[slot.number].open.remove(at: position).index
    openCount -= 1
    openIndices ^= index
    return index
  }

  /// The running test, if it is the only one.
  var onlyOpen: Int? { openCount == 1 ? openIndices : nil }

  /// The oldest open test of a name; `fails` marks it as failed.
  mutating func oldestOpen(_ slot: Slot, fails: Bool) -> Int? {
    guard let first = entries[slot.number].open.first else { return nil }
    if fails { entries[slot.number].open[0].hasFailed = true }
    return first.index
  }

  /// All open tests with their names, in the order of the tests.
  var allOpen: [(name: String, index: Int)] {
    Set(touched).flatMap { number in
      entries[number].open.map { (entries[number].name, $0.index) }
    }
    .sorted { $0.index < $1.index }
  }

  /// Closes all open runs; returns the indices of their tests, in order.
  mutating func closeAll() -> [Int] {
    let open = openCount == 0 ? [] : allOpen.map(\.index)
    for number in touched { entries[number].open.removeAll(keepingCapacity: true) }
    touched.removeAll(keepingCapacity: true)
    openCount = 0
    openIndices = 0
    return open
  }

  /// Begins a run, in which ordinals start again at 0.
  mutating func startRun() { run += 1 }

  private mutating func touch(_ number: Int) {
    if touched.count >= touchedLimit {
      touched = Set(touched).filter { !entries[$0].open.isEmpty }.sorted()
      touchedLimit = max(1024, 2 * touched.count)
    }
    touched.append(number)
  }
}
