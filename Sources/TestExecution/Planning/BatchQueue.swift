/// Deals the XCTests of a run to worker processes.
///
/// In a random order, a test that is listed before one of its class that came earlier waits for a
/// later process, because a process runs its tests as they are listed.
///
/// Starting a process costs about as much as ten small tests, and a worker without work costs more:
/// so the first batches are large and later ones smaller and smaller, down to a size at which what is
/// left is shared out evenly. With known durations the longest tests go first and the last batches
/// hold the shortest; tests that take about as long stay as they are listed, so that whole classes
/// come together. Without, a batch takes every n-th test of the list, because expensive tests are
/// neighbours in it.
struct BatchQueue {
  /// In the order in which they are dealt.
  private var waiting: [PlannedTest]
  private let workers: Int
  /// Every batch is one test.
  private let isIsolated: Bool
  /// No two tests are printed alike.
  private let hasUniqueNames: Bool
  private let strategy: Strategy
  /// Seconds of tests that have run, how many those were, and how long they should have taken: this
  /// run may be slower or faster than those before.
  private var observed: (seconds: Double, count: Int, expected: Double) = (0, 0, 0)
  /// Seconds that the tests handed out should take, and how many those are.
  private var dealt: (seconds: Double, count: Int) = (0, 0)

  private enum Strategy {
    case longestFirst
    case spread
    /// As they come; smaller batches, because a process runs its tests in its own order.
    case asListed
  }

  /// XCTest takes its list as one argument, and Linux takes at most 128 KiB in one.
  private static let longestList = 100_000
  /// What a process costs before its first test, roughly; a batch should be worth it.
  private static let startSeconds = 0.025
  /// Batches that would be smaller are the last ones.
  private static let smallestBatch = 4 * startSeconds

  /// - Parameter isShuffled: The order of `tests` is a random one and shall be kept.
  init(_ tests: [PlannedTest], workers: Int, isShuffled: Bool, isIsolated: Bool = false) {
    self.workers = max(1, workers)
    self.isIsolated = isIsolated
    hasUniqueNames = Set(tests.map(\.id.printedByXCTest)).count == tests.count
    let known = tests.count { $0.expectedSeconds != nil }
    if isShuffled {
      strategy = .asListed
      waiting = tests
    } else if known * 10 >= tests.count * 9, known > 0 {
      strategy = .longestFirst
      let typical = tests.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } / Double(known)
      waiting = tests.enumerated().map { offset, test in
        (BatchQueue.magnitude(of: test.expectedSeconds ?? typical), offset, test)
      }.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 > $1.0 }.map(\.2)
    } else {
      strategy = .spread
      waiting = tests
    }
  }

  /// Equal for durations between one power of two of milliseconds and the next, and for all that
  /// are shorter than 16 milliseconds: how long those take is chance, and the order of the list keeps
  /// classes whole.
  private static func magnitude(of seconds: Double) -> Int {
    let milliseconds = seconds * 1_000
    return milliseconds >= 16 ? milliseconds.exponent : 0
  }

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  /// Puts tests back whose process died before it came to them.
  mutating func putBack(_ tests: [PlannedTest]) {
    waiting = tests + waiting
    dealt.count -= tests.count
    dealt.seconds -= tests.reduce(0) { $0 + (expected($1) ?? 0) }
  }

  /// Takes out all that is left.
  mutating func removeAll() -> [PlannedTest] {
    defer { waiting = [] }
    return waiting
  }

  /// Learns from a test that has run.
  /// - Parameter expected: How long it should have taken; `nil` when that was not known.
  mutating func note(seconds: Double, expected: Double?) {
    observed.seconds += seconds
    observed.count += 1
    observed.expected += expected ?? seconds
  }

  /// The next batch, in the order of the product's listing; `nil` when nothing is left.
  mutating func next() -> [PlannedTest]? {
    if waiting.isEmpty { return nil }
    if isIsolated { return take(1, stride: 1) }
    if workers == 1, strategy != .asListed { return take(waiting.count, stride: 1) }
    return take(size(), stride: strategy == .spread ? stride() : 1)
  }

  private func expected(_ test: PlannedTest) -> Double? {
    test.expectedSeconds
      ?? (observed.count >= 5 ? observed.seconds / Double(observed.count) : nil)
  }

  /// How many of the tests that wait go into the next batch.
  private func size() -> Int {
    let share =
      switch strategy {
      // What is known is shared out nearly whole, the rest evens out the errors.
      case .longestFirst: 0.9
      case .spread: 0.6
      case .asListed: 0.25
      }
    let seconds = waiting.compactMap(expected)
    guard seconds.count == waiting.count else {
      // Nothing has been seen yet: a share by number.
      let fair = Double(waiting.count + max(0, dealt.count - observed.count)) / Double(workers)
      return min(waiting.count, max(1, Int((fair * share).rounded(.up))))
    }
    let total = seconds.reduce(0, +)
    // What this worker has to do if all of them are to be done at the same time.
    let fair = (total + busySeconds) / Double(workers)
    var target = fair * share
    if target < BatchQueue.smallestBatch {
      target = fair
      // What would be left is not worth a process of its own.
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

  /// What the workers still have to do with their batches.
  private var busySeconds: Double {
    if strategy == .longestFirst { return max(0, dealt.seconds - observed.expected) }
    guard observed.count > 0 else { return 0 }
    return Double(max(0, dealt.count - observed.count)) * observed.seconds / Double(observed.count)
  }

  /// Every how many-th test goes into a batch, so that batches are alike.
  private func stride() -> Int {
    max(1, waiting.count / max(1, size()))
  }

  /// Takes every `stride`-th test, as far as one executable has them, they fit one argument, and every
  /// printed name stands for one test only: XCTest prints `Class.test` without the module.
  private mutating func take(_ limit: Int, stride: Int) -> [PlannedTest] {
    var batch: [PlannedTest] = []
    var rest: [PlannedTest] = []
    var names: Set<String> = []
    var length = 0
    // By class: how far a process has come in it; the rest of a class that would go back waits.
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

  /// Whether a process that has come so far in its classes still comes to the test.
  private func isNext(_ test: PlannedTest, _ reached: inout [String: Int]) -> Bool {
    guard let suite = test.id.suite else { return true }
    let name = test.id.module + "." + suite
    let isNext = test.position > reached[name] ?? -1
    reached[name] = isNext ? test.position : .max
    return isNext
  }
}
