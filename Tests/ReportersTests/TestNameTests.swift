import CIModel
import Testing

@testable import Reporters

/// What stands behind the id of a test.
struct TestNameTests {
  @Test(
    arguments: [
      ("adds two numbers", "adds()", .swiftTesting, "adds two numbers"),
      ("adds()", "adds()", .swiftTesting, nil), ("Sums.adds(_:)", "adds(_:)", .swiftTesting, nil),
      ("it's parsed", "`it's parsed`()", .swiftTesting, nil),
      ("-[M.C testA]", "testA", .xctest, nil),
    ] as [(String, String, TestFramework, String?)])
  func displayNamesAreThoseThatSomebodyGave(
    name: String, function: String, framework: TestFramework, expected: String?
  ) {
    let test = TestCase(
      name: name, id: "M.S/\(function)", framework: framework, function: function, outcome: .failed)
    #expect(test.displayName == expected)
  }
}
