/// Distributes the XCTests of a run to worker processes in batches.
///
/// A process runs its tests in the order of the listing. So in a random order, a test that is
/// listed before an earlier one of its class waits for a later process.
///
/// Starting a process costs about as much as ten small tests, and an idle worker costs more. So the
/// first batches are large and later ones get smaller, until the remaining tests are shared out
/// evenly. With known durations, the longest tests go first and the last batches contain the
/// shortest; tests of similar duration keep the order of the listing, so that whole classes stay
/// together. Without durations, a batch takes every n-th test of the list, because slow tests are
/// often neighbours.
struct BatchQueue {
  /// The remaining tests, in the order in which they are distributed.
  private var waiting: [PlannedTest]
  private let workers: Int
  /// Whether every batch is a single test.
  private let isIsolated: Bool
  /// Whether XCTest prints a different name for every test.
  private let hasUniqueNames: Bool
  private let strategy: Strategy
  /// The average duration of the tests that have run before, in seconds, for those that have not;
  /// `nil` where most are new.
  private let typicalSeconds: Double?
  /// The total seconds of tests that have run, their number, and their expected total: this run may
  /// be slower or faster than earlier ones.
  private var observed: (seconds: Double, count: Int, expected: Double) = (0, 0, 0)
  /// The expected total seconds of the tests in batches, and their number.
  private var dealt: (seconds: Double, count: Int) = (0, 0)

  private enum Strategy {
    case longestFirst
    case spread
    /// In the given order; smaller batches, because a process runs its tests in its own order.
    case asListed
  }

  /// The maximum length of a test list: XCTest takes it as one argument, which Linux limits to 128
  /// KiB.
  private static let longestList = 100_000
  /// The approximate cost of a process before its first test; a batch should take longer.
  private static let startSeconds = 0.025
  /// A batch smaller than this is the last one of its worker.
  private static let smallestBatch = 4 * startSeconds

  /// - Parameter isShuffled: Whether the order of `tests` is random and must be kept.
  init(_ tests: [PlannedTest], workers: Int, isShuffled: Bool, isIsolated: Bool = false) {
    self.workers = max(1, workers)
    self.isIsolated = isIsolated
    hasUniqueNames = Set(tests.map(\.id.printedByXCTest)).count == tests.count
    let known = tests.count { $0.expectedSeconds != nil }
    if isShuffled {
      strategy = .asListed
      typicalSeconds = nil
      waiting = tests
    } else if known * 10 >= tests.count * 9, known > 0 {
      strategy = .longestFirst
      let typical = tests.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } / Double(known)
      typicalSeconds = typical
      waiting = tests.enumerated().map { offset, test in
        (BatchQueue.magnitude(of: test.expectedSeconds ?? typical), offset, test)
      }.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 > $1.0 }.map(\.2)
    } else {
      strategy = .spread
      typicalSeconds = nil
      waiting = tests
    }
  }

  /// The power of two of a duration in milliseconds, the same for all durations below 16
  /// milliseconds: differences among those are chance, and the order of the list keeps classes
  /// whole.
  private static func magnitude(of seconds: Double) -> Int {
    let milliseconds = seconds * 1_000
    return milliseconds >= 16 ? milliseconds.exponent : 0
  }

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  /// Returns tests to the queue whose process died before it ran them.
  mutating func putBack(_ tests: [PlannedTest]) {
    waiting = tests + waiting
    dealt.count -= tests.count
    dealt.seconds -= tests.reduce(0) { $0 + (expected($1) ?? 0) }
  }

  /// Removes and returns all remaining tests.
  mutating func removeAll() -> [PlannedTest] {
    defer { waiting = [] }
    return waiting
  }

  /// Records the duration of a test that has run.
  /// - Parameter expected: The expected duration in seconds; `nil` when it was unknown.
  mutating func note(seconds: Double, expected: Double?) {
    observed.seconds += seconds
    observed.count += 1
    observed.expected += expected ?? seconds
  }

  /// Returns the next batch, in the order of the product's listing; `nil` when no test is left.
  mutating func next() -> [PlannedTest]? {
    if waiting.isEmpty { return nil }
    if isIsolated { return take(1, stride: 1) }
    if workers == 1, strategy != .asListed { return take(waiting.count, stride: 1) }
    return take(size(), stride: strategy == .spread ? stride() : 1)
  }

  private func expected(_ test: PlannedTest) -> Double? {
    test.expectedSeconds ?? typicalSeconds
      ?? (observed.count >= 5 ? observed.seconds / Double(observed.count) : nil)
  }

  /// The number of waiting tests for the next batch.
  private func size() -> Int {
    let share =
      switch strategy {
      // Known durations are distributed almost entirely; the rest compensates for errors.
      case .longestFirst: 0.9
      case .spread: 0.6
      case .asListed: 0.25
      }
    let seconds = waiting.compactMap(expected)
    guard seconds.count == waiting.count else {
      // No duration is known yet, so the share is based on numbers.
      let fair = Double(waiting.count + max(0, dealt.count - observed.count)) / Double(workers)
      return min(waiting.count, max(1, Int((fair * share).rounded(.up))))
    }
    let total = seconds.reduce(0, +)
    // The load of this worker if all workers are to finish at the same time.
    let fair = (total + busySeconds) / Double(workers)
    var target = fair * share
    if target < BatchQueue.smallestBatch {
      target = fair
      // The remainder would not be worth a process.
      if total - target < BatchQueue.startSeconds { return waiting.count }
    }
    var sum = 0.0
    var size = 0
    for value in seconds {
      if size > 0, sum + value > target * 1.1 { break }
      sum += value
      size += 1
      // Sums of many small numbers are not exact.
      if sum >= target * 0.999 { break }
    }
    return max(1, size)
  }

  /// The expected seconds of the tests in batches that have not ended.
  private var busySeconds: Double {
    if strategy == .longestFirst { return max(0, dealt.seconds - observed.expected) }
    guard observed.count > 0 else { return 0 }
    return Double(max(0, dealt.count - observed.count)) * observed.seconds / Double(observed.count)
  }

  /// The stride that spreads similar tests over the batches.
  private func stride() -> Int {
    max(1, waiting.count / max(1, size()))
  }

  /// Takes every `stride`-th test of one executable, while the list fits into one argument and all
  /// printed names differ: XCTest prints `Class.test` without the module.
  private mutating func take(_ limit: Int, stride: Int) -> [PlannedTest] {
    var batch: [PlannedTest] = []
    var rest: [PlannedTest] = []
    var names: Set<String> = []
    var length = 0
    // The position that a process has reached, by class; later tests listed before it must wait,
    // and so must the rest of their class.
    var reached: [String: Int] = [:]
    for (index, test) in waiting.enumerated() {
      let bytes = test.id.text.utf8.count + 1
      if batch.count == limit || (!batch.isEmpty && length + bytes > BatchQueue.longestList) {
        rest += waiting[index...]
        break
      }
      if !index.isMultiple(of: stride)
        || batch.first.map({ $0.executable != test.executable }) ?? false
        || strategy == .asListed && !isNext(test, &reached)
        || !hasUniqueNames && !names.insert(test.id.printedByXCTest).inserted
      {
        rest.append(test)
        continue
      }
      length += bytes
      batch.append(test)
    }
    waiting = rest
    dealt.count += batch.count
    dealt.seconds += batch.reduce(0) { $0 + (expected($1) ?? 0) }
    return batch.sorted { $0.position < $1.position }
  }

  /// Whether the test is listed after the tests of its class that the batch contains.
  private func isNext(_ test: PlannedTest, _ reached: inout [String: Int]) -> Bool {
    guard let suite = test.id.suite else { return true }
    let name = test.id.module + "." + suite
    let isNext = test.position > reached[name] ?? -1
    reached[name] = isNext ? test.position : .max
    return isNext
  }
}
