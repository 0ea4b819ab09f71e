package import CIModel

/// The tests of a step and how they run; nothing has been started yet.
package struct TestPlan: Hashable, Sendable {
  /// The tests, in the order of the product's listing, XCTest first.
  package var tests: [PlannedTest]
  package var settings: TestSettings
  /// The number of tests in the product, selected or not, by framework.
  package var listed: [TestFramework: Int]
  /// The number of selected tests, on all shards together.
  package var selectedCount: Int
  /// The shard that runs here; `nil` runs all tests.
  package var shard: Shard?
  /// The fingerprint of the split into shards.
  package var splitFingerprint: String?

  /// - Parameters:
  ///   - expected: Durations in seconds by test id, from earlier runs.
  ///   - splitSeconds: Durations for the split into shards, identical on every machine.
  ///   - apart: Tests that run with nothing beside them.
  package init(
    _ product: TestProduct, settings: TestSettings, selection: TestSelection = TestSelection(),
    shard: Shard? = nil, expected: [String: Double] = [:],
    splitBy splitSeconds: [String: Double] = [:], apart: ApartTests = ApartTests()
  ) throws(TestExecutionError) {
    self.settings = settings
    self.shard = shard
    listed = [
      .xctest: product.xctests.count, .swiftTesting: product.swiftTestingTests.count,
    ]
    let xctests = product.xctests.enumerated().map { position, id in
      PlannedTest(
        id, .xctest, expectedSeconds: expected[id.text], position: position,
        executable: product.executable(of: id))
    }
    let swiftTests = product.swiftTestingTests.enumerated().map { position, id in
      PlannedTest(
        id, .swiftTesting, expectedSeconds: expected[id.text], position: position,
        executable: product.executable(of: id))
    }
    tests = xctests + swiftTests
    selectedCount = tests.count
    try set(apart, product)
    if !selection.isEverything {
      let matcher = try TestPlan.checked { () throws(TestSelection.BadPattern) in
        try TestSelection.Matcher(selection)
      }
      tests.removeAll { !matcher.includes($0.id.text, tags: product.tags[$0.id.text] ?? []) }
    }
    selectedCount = tests.count
    guard let shard else { return }
    let split = Shard.split(tests.map(\.id.text), seconds: splitSeconds, count: shard.count)
    splitFingerprint = Shard.fingerprint(split)
    tests.removeAll { split[$0.id.text] != shard.index }
  }

  private mutating func set(
    _ apart: ApartTests, _ product: TestProduct
  ) throws(TestExecutionError) {
    if apart.patterns.isEmpty, apart.remembered.isEmpty { return }
    let matcher = try TestPlan.checked { () throws(TestSelection.BadPattern) in
      try ApartTests.Matcher(apart)
    }
    for index in tests.indices {
      let id = tests[index].id.text
      tests[index].apart = matcher.place(of: id, tags: product.tags[id] ?? [])
    }
  }

  private static func checked<Value>(
    _ make: () throws(TestSelection.BadPattern) -> Value
  ) throws(TestExecutionError) -> Value {
    do throws(TestSelection.BadPattern) {
      return try make()
    } catch {
      throw .badPattern(error.pattern, message: error.message)
    }
  }

  package var listedCount: Int { listed.values.reduce(0, +) }

  package func tests(of framework: TestFramework) -> [PlannedTest] {
    tests.filter { $0.framework == framework }
  }

  /// The total seconds of tests with a known duration, and their number.
  package func expectation(of framework: TestFramework) -> (seconds: Double, known: Int) {
    let known = tests.lazy.filter { $0.framework == framework }.compactMap(\.expectedSeconds)
    return (known.reduce(0, +), known.count)
  }

  /// The number of processes for the XCTests, as far as it is known in advance.
  package var xctestBatches: Int {
    var queue = BatchQueue(
      inOrder(round: 0).filter { $0.framework == .xctest && $0.apart == nil },
      workers: max(1, settings.workers), isShuffled: settings.order != .listed,
      isIsolated: settings.isIsolated)
    var count = 0
    while queue.next() != nil { count += 1 }
    return count + apartJobs.count { $0.framework == .xctest }
  }

  /// The jobs of the tests that run apart, after the others: first the tests that share a process,
  /// in the order of the listing, then those that need a process of their own.
  var apartJobs: [TestJob] {
    var jobs: [TestJob] = []
    let apart = tests.filter { $0.apart != nil }
    for framework in [TestFramework.xctest, .swiftTesting] {
      let own = apart.filter { $0.framework == framework }
      var queue = BatchQueue(
        own.filter { $0.apart == .together }, workers: 1, isShuffled: false,
        isIsolated: settings.isIsolated)
      while let batch = queue.next() {
        jobs.append(TestJob(framework: framework, tests: batch, isExclusive: true))
      }
      jobs += own.filter { $0.apart == .alone }.map {
        TestJob(framework: framework, tests: [$0], isExclusive: true)
      }
    }
    return jobs
  }

  /// The tests in the order in which they start.
  func inOrder(round: Int) -> [PlannedTest] {
    guard case .random(let seed) = settings.order else { return tests }
    var generator = SeededGenerator(seed: seed &+ UInt64(round))
    var shuffled = tests
    generator.shuffle(&shuffled)
    return ClassOrder.limited(shuffled)
  }
}

extension TestPlan {
  /// The number of test runs, each repetition counted; `nil` for a run with a time limit.
  package var runCount: Int? {
    guard settings.stressDuration == nil else { return nil }
    let (count, isTooMuch) = tests.count.multipliedReportingOverflow(by: settings.repetitions)
    return isTooMuch ? nil : count
  }
}
