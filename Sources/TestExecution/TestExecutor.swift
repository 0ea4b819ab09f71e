import CIModel

/// Runs every test of a product, XCTest first, then Swift Testing, each in processes of its own.
package struct TestExecutor {
  private let product: TestProduct
  private let context: TestExecutionContext

  package init(product: TestProduct, context: TestExecutionContext) {
    self.product = product
    self.context = context
  }

  /// Blocks until all tests have ended, the time is up, or the run is cancelled.
  package func run() throws(TestExecutionError) -> TestExecutionResult {
    var result = TestExecutionResult()
    if !product.xctests.isEmpty {
      result.append(try XCTestExecution(product: product, context: context).run())
    }
    if result.wasCancelled || result.timedOut {
      result.tests += product.swiftTestingTests.map { TestCase(notRun: $0, .swiftTesting) }
      return result
    }
    if !product.swiftTestingTests.isEmpty {
      result.append(try SwiftTestingExecution(product: product, context: context).run())
    }
    return result
  }
}
