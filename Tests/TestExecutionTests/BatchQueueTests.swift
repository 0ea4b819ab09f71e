import CIModel
import Testing

@testable import TestExecution

private func tests(_ seconds: [Double?], module: String = "M") -> [PlannedTest] {
  seconds.enumerated().map { index, value in
    PlannedTest(
      TestID("\(module).Class/test\(index)"), .xctest, expectedSeconds: value, position: index)
  }
}

/// Deals all tests to workers as a run does, on a clock of its own; when the last worker is done,
/// and how many processes there were.
private func simulate(
  _ planned: [PlannedTest], actual: [Double], workers: Int, isShuffled: Bool = false,
  startSeconds: Double = 0.025
) -> (seconds: Double, processes: Int, order: [[PlannedTest]]) {
  var queue = BatchQueue(planned, workers: workers, isShuffled: isShuffled)
  var freeAt = [Double](repeating: 0, count: workers)
  var order: [[PlannedTest]] = []
  var pending: [(at: Double, test: PlannedTest)] = []
  while let worker = freeAt.indices.min(by: { freeAt[$0] < freeAt[$1] }) {
    // The queue has heard of every test that ended before this worker came free.
    for (_, test) in pending.filter({ $0.at <= freeAt[worker] }) {
      queue.note(seconds: actual[test.position], expected: test.expectedSeconds)
    }
    pending.removeAll { $0.at <= freeAt[worker] }
    guard let batch = queue.next() else { break }
    order.append(batch)
    freeAt[worker] += startSeconds
    for test in batch {
      freeAt[worker] += actual[test.position]
      pending.append((freeAt[worker], test))
    }
  }
  return (freeAt.max() ?? 0, order.count, order)
}

@Suite struct BatchQueueTests {
  static let alike = [Double](repeating: 0.001, count: 2_000)
  /// 200 tests between 1 and 500 ms, in no order.
  static let mixed: [Double] = {
    var generator = SeededGenerator(seed: 7)
    return (0..<200).map { _ in Double(1 + generator.next(below: 500)) / 1_000 }
  }()
  /// The expensive ones are neighbours, as they are in real packages.
  static let clustered =
    [Double](repeating: 0.2, count: 20) + [Double](repeating: 0.002, count: 500)

  /// One new test among known ones changes nothing.
  @Test func aNewTestLeavesTheOthersBalanced() {
    let actual = [Double](repeating: 1, count: 8) + [Double](repeating: 0.001, count: 20)
    for unknown in [0, 9, 27] {
      var known: [Double?] = actual
      known[unknown] = nil
      let run = simulate(tests(known), actual: actual, workers: 2)
      #expect(run.seconds < 5.2, "\(unknown)")
    }
  }

  @Test(arguments: [
    (alike, 2, true), (alike, 2, false), (alike, 4, true), (mixed, 2, true), (mixed, 2, false),
    (mixed, 4, true), (clustered, 2, true), (clustered, 2, false), (clustered, 3, true),
  ])
  func keepsEveryWorkerBusy(actual: [Double], workers: Int, isKnown: Bool) {
    let planned = tests(isKnown ? actual : actual.map { _ in nil })
    let run = simulate(planned, actual: actual, workers: workers)
    let ideal = actual.reduce(0, +) / Double(workers)
    // Three starts of a worker, or half the longest test, where a tenth is less than that.
    let allowed = max(ideal * 1.1, ideal + 0.07, ideal + (actual.max() ?? 0) * 0.5)
    #expect(
      run.seconds <= allowed, "\(run.seconds) s in \(run.processes) processes, ideal \(ideal)")
    #expect(run.order.flatMap(\.self).count == actual.count)
    #expect(Set(run.order.flatMap(\.self)).count == actual.count)
  }

  @Test func startsWithTheLongest() {
    let run = simulate(
      tests([0.1, 3, 0.1, 2, 0.1, 0.1]), actual: [0.1, 3, 0.1, 2, 0.1, 0.1], workers: 2)
    #expect(run.order[0].contains { $0.position == 1 })
    #expect(run.order[1].contains { $0.position == 3 })
    #expect(run.seconds < 3.1)
  }

  /// Durations differ from run to run; that must not tear classes apart.
  @Test func testsThatTakeAboutAsLongStayTogether() {
    let seconds: [Double] = (0..<40).map { Double(1 + $0 * 7 % 11) / 1_000 } + [5, 0.017, 0.031]
    let order = simulate(tests(seconds), actual: seconds, workers: 1).order
    #expect(order.count == 1)
    var queue = BatchQueue(tests(seconds), workers: 4, isShuffled: false)
    #expect(queue.next()?.map(\.position) == [40])
    #expect(queue.next()?.map(\.position).sorted() == Array(0..<40) + [41, 42])
  }

  @Test(arguments: [(1, false), (2, false), (2, true)])
  func isolatesEachTest(workers: Int, isShuffled: Bool) {
    let planned = tests(BatchQueueTests.clustered)
    var queue = BatchQueue(planned, workers: workers, isShuffled: isShuffled, isIsolated: true)
    var batches: [[PlannedTest]] = []
    while let batch = queue.next() { batches.append(batch) }
    #expect(batches.allSatisfy { $0.count == 1 })
    #expect(Set(batches.flatMap(\.self)) == Set(planned))
  }

  @Test func wrongTimingsCostLittle() {
    // Half as long and twice as long as expected, by turns.
    let expected = BatchQueueTests.mixed
    let actual = expected.enumerated().map { $1 * ($0.isMultiple(of: 2) ? 0.5 : 2) }
    let run = simulate(tests(expected), actual: actual, workers: 2)
    #expect(run.seconds <= actual.reduce(0, +) / 2 * 1.1)
  }

  /// The machine is busier than it was, or less, and not the whole time.
  @Test(arguments: [0.4, 1.6, 2.5])
  func otherSpeedsCostLittle(factor: Double) {
    let actual = BatchQueueTests.alike.enumerated().map { index, seconds in
      seconds * factor * ((index / 150).isMultiple(of: 2) ? 0.8 : 1.2)
    }
    let run = simulate(tests(BatchQueueTests.alike), actual: actual, workers: 2)
    let ideal = actual.reduce(0, +) / 2
    #expect(
      run.seconds <= ideal + 0.1, "\(run.seconds) s in \(run.processes) processes, ideal \(ideal)")
  }

  /// One worker is done, three times as late as expected; the other has as much before it as it had.
  @Test func whatOthersHaveToDoCountsInTheSameMeasure() {
    var queue = BatchQueue(
      tests([Double](repeating: 0.01, count: 100)), workers: 2, isShuffled: false)
    let first = queue.next() ?? []
    let second = queue.next() ?? []
    for test in first { queue.note(seconds: 0.03, expected: test.expectedSeconds) }
    let rest = 100 - first.count - second.count
    let third = queue.next() ?? []
    #expect(rest > 1)
    #expect(third.count == rest)
  }

  @Test func oneWorkerGetsEverythingAtOnce() {
    var queue = BatchQueue(tests([nil, nil, nil]), workers: 1, isShuffled: false)
    #expect(queue.next()?.map(\.position) == [0, 1, 2])
    #expect(queue.next() == nil)
  }

  @Test func aShuffledRunKeepsItsOrderFromBatchToBatch() {
    let shuffled = [5, 3, 8, 1, 0, 7, 2, 6, 4].map {
      PlannedTest(TestID("M.Class\($0)/test"), .xctest, position: $0)
    }
    var queue = BatchQueue(shuffled, workers: 1, isShuffled: true)
    var dealt: [[Int]] = []
    while let batch = queue.next() { dealt.append(batch.map(\.position)) }
    #expect(dealt.flatMap(\.self).sorted() == Array(0..<9))
    #expect(dealt.first == [3, 5, 8])
    #expect(dealt.count > 2)
  }

  @Test func keepsTestsOfOnePrintedNameApart() {
    var queue = BatchQueue(
      tests([nil]) + tests([nil], module: "N") + tests([nil, nil], module: "O"), workers: 1,
      isShuffled: false)
    #expect(queue.next()?.map(\.id.text) == ["M.Class/test0", "O.Class/test1"])
    #expect(queue.next()?.map(\.id.text) == ["N.Class/test0"])
    #expect(queue.next()?.map(\.id.text) == ["O.Class/test0"])
  }

  @Test func staysBelowTheLongestArgument() {
    let name = String(repeating: "x", count: 1_000)
    let planned = (0..<500).map {
      PlannedTest(TestID("Mod.Class/test\(name)\($0)"), .xctest, position: $0)
    }
    var queue = BatchQueue(planned, workers: 1, isShuffled: false)
    var batches = 0
    while let batch = queue.next() {
      #expect(batch.map(\.id.text).joined(separator: ",").utf8.count < 128 * 1_024)
      batches += 1
    }
    #expect(batches == 6)
  }

  @Test func takesATestWhoseNameAloneIsTooLong() {
    let long = PlannedTest(TestID("M.C/t" + String(repeating: "x", count: 200_000)), .xctest)
    var queue = BatchQueue([long], workers: 2, isShuffled: false)
    #expect(queue.next() == [long])
    #expect(queue.isEmpty)
  }

  @Test func whatAProcessDidNotReachComesFirst() {
    let planned = tests([nil, nil, nil, nil])
    var queue = BatchQueue(Array(planned[..<2]), workers: 1, isShuffled: false)
    queue.putBack(Array(planned[2...]))
    #expect(queue.next()?.count == 4)
  }
}

/// In a random order the tests of a class run in that order, too.
@Suite struct ClassOrderTests {
  private func shuffled(_ count: Int, seed: UInt64, module: String = "M") -> [PlannedTest] {
    var planned = tests(Array(repeating: nil, count: count), module: module)
    var generator = SeededGenerator(seed: seed)
    generator.shuffle(&planned)
    return planned
  }

  private func dealt(_ planned: [PlannedTest]) -> [[PlannedTest]] {
    var queue = BatchQueue(planned, workers: 1, isShuffled: true)
    var batches: [[PlannedTest]] = []
    while let batch = queue.next() { batches.append(batch) }
    return batches
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func runsAClassInItsRandomOrder(seed: UInt64) {
    let planned = shuffled(8, seed: seed)
    #expect(ClassOrder.limited(planned) == planned)
    #expect(dealt(planned).flatMap { $0 } == planned)
  }

  @Test func everyOrderOfAClassComesUp() {
    let orders = Set((0..<200).map { dealt(shuffled(3, seed: $0)).flatMap { $0 }.map(\.position) })
    #expect(orders.count == 6)
  }

  /// The same seed gives the same order, and no test is lost.
  @Test func aLargeClassTakesFewProcesses() {
    let planned = shuffled(600, seed: 7) + shuffled(600, seed: 8, module: "N")
    let limited = ClassOrder.limited(planned)
    #expect(Set(limited) == Set(planned))
    #expect(limited == ClassOrder.limited(planned))
    let batches = dealt(limited)
    #expect(Set(batches.joined()) == Set(planned))
    #expect(batches.count <= 40)
    // Not as they are listed.
    let positions = batches.joined().filter { $0.id.module == "M" }.map(\.position)
    #expect(positions != positions.sorted())
  }
}

@Suite struct SeededGeneratorTests {
  /// Published test vector of SplitMix64 for seed 1234567.
  @Test func isSplitMix64() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func shufflesTheSameWayForASeed() {
    var first = Array(0..<100)
    var second = first
    var third = first
    var generator = SeededGenerator(seed: 42)
    generator.shuffle(&first)
    generator = SeededGenerator(seed: 42)
    generator.shuffle(&second)
    generator = SeededGenerator(seed: 43)
    generator.shuffle(&third)
    #expect(first == second)
    #expect(first != third)
    #expect(first.sorted() == Array(0..<100))
  }

  @Test func numbersStayBelowTheirBound() {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<2_000).map { _ in generator.next(below: 7) }
    #expect(Set(numbers) == Set(0..<7))
    #expect(generator.next(below: 1) == 0)
    #expect(generator.next(below: 0) == 0)
  }
}
