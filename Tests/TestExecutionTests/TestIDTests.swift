import Testing

@testable import TestExecution

@Test(arguments: [
  ("Mod.Class/testOne", "Mod", "Class", "testOne", "Class.testOne"),
  ("Mod.Outer/Inner/works(_:)", "Mod", "Outer/Inner", "works(_:)", "Outer/Inner.works(_:)"),
  ("Mod.free()", "Mod", nil, "free()", "free()"),
  ("Mod.`raw name`()", "Mod", nil, "`raw name`()", "`raw name`()"),
])
func takesAnIDApart(
  text: String, module: String, suite: String?, function: String, printed: String
) {
  let id = TestID(text)
  #expect(id.module == module)
  #expect(id.suite == suite)
  #expect(id.function == function)
  #expect(id.printedByXCTest == printed)
}

@Suite struct TestProductTests {
  @Test func readsXCTestsListing() {
    let text = """
      a line that the program prints while it loads
      Listing 2 tests in debug.xctest:

      Mod.A/testOne
      Mod.B/testTwo

      """
    #expect(
      TestProduct.testIDs(inXCTestListing: text)
        == [TestID("Mod.A/testOne"), TestID("Mod.B/testTwo")])
    #expect(TestProduct.testIDs(inXCTestListing: "Listing 0 tests in debug.xctest:\n\n") == [])
    #expect(TestProduct.testIDs(inXCTestListing: "") == [])
  }

  @Test(arguments: [
    ("Mod.one()", "Mod.one()"),
    ("Mod.Suite/two(_:)", "Mod.Suite/two(_:)"),
    ("Mod.Suite/same()/File.swift:3:4", "Mod.Suite/same()"),
    ("Mod.`a name with blanks`()", "Mod.`a name with blanks`()"),
    ("loading plugin v1.2 (beta)", nil),
    ("ready.", nil),
    ("", nil),
  ])
  func readsSwiftTestingsListing(line: String, expected: String?) {
    let ids = TestProduct.testIDs(inSwiftTestingListing: "Mod.first()\n\(line)\n")
    #expect(ids == [TestID("Mod.first()")] + (expected.map { [TestID($0)] } ?? []))
  }
}

@Test(arguments: [
  ("6.3.1", "6.3"), ("6.3", "6.3"), ("7.0", "6.3"), ("6.2.4", "0"), ("", "0"),
])
func choosesTheEventStreamVersion(toolchain: String, expected: String) {
  #expect(TestExecutionContext.eventStreamVersion(toolchain: toolchain) == expected)
}
