package import CIModel

/// What a test step is going to run and how; nothing has been started yet.
package struct TestPlan: Hashable, Sendable {
  /// In the order of the product's listing, XCTest first; a shuffled run in its order.
  package var tests: [PlannedTest]
  package var settings: TestSettings
  /// How many tests the product holds of each framework, chosen or not.
  package var listed: [TestFramework: Int]

  /// - Parameter expected: Seconds by test id, from earlier runs.
  package init(_ product: TestProduct, settings: TestSettings, expected: [String: Double] = [:]) {
    self.settings = settings
    listed = [
      .xctest: product.xctests.count, .swiftTesting: product.swiftTestingTests.count,
    ]
    let xctests = product.xctests.enumerated().map { position, id in
      PlannedTest(id, .xctest, expectedSeconds: expected[id.text], position: position)
    }
    let swiftTests = product.swiftTestingTests.enumerated().map { position, id in
      PlannedTest(id, .swiftTesting, expectedSeconds: expected[id.text], position: position)
    }
    tests = xctests + swiftTests
  }

  package func tests(of framework: TestFramework) -> [PlannedTest] {
    tests.filter { $0.framework == framework }
  }

  /// Whether every test of the framework is planned, so that a process needs no list.
  func isWhole(_ framework: TestFramework) -> Bool {
    tests.count { $0.framework == framework } == listed[framework]
  }

  /// The tests in the order in which they are to start.
  func inOrder(round: Int) -> [PlannedTest] {
    guard case .random(let seed) = settings.order else { return tests }
    var generator = SeededGenerator(seed: seed &+ UInt64(round))
    var shuffled = tests
    generator.shuffle(&shuffled)
    return shuffled
  }
}
