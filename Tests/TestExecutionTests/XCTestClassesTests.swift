import CIModel
import Testing

@testable import TestExecution

struct XCTestClassesTests {
  private static let product: TestProduct = {
    var product = TestProduct(path: "/product")
    product.xctests = [
      "M.A/test1", "M.A/test2", "M.AB/test1", "N.A/test1", "M.Outer.A/test1", "odd",
    ]
    .map(TestID.init)
    return product
  }()

  @Test(arguments: [
    (["M.A/test1", "M.A/test2"], "M.A"),
    (["M.A/test1"], "M.A/test1"),
    (["M.A/test2", "M.AB/test1"], "M.A/test2,M.AB/test1"),
    (["N.A/test1", "M.A/test2", "M.Outer.A/test1", "M.A/test1"], "N.A/test1,M.A,M.Outer.A/test1"),
    (["odd", "M.A/test2"], "odd,M.A/test2"),
    // Not listed, so nothing is known of its class.
    (["M.New/test1"], "M.New/test1"),
    ([], ""),
  ])
  func namesWholeClassesOnly(tests: [String], argument: String) {
    let planned = tests.map { PlannedTest(TestID($0), .xctest) }
    #expect(XCTestClasses(of: Self.product).argument(for: planned) == argument)
  }
}
