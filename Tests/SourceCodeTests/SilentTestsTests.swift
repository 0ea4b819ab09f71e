import SourceCode
import Testing

struct SilentTestsTests {
  private func silent(_ sources: String...) -> [String] {
    var tests = SilentTests()
    for (number, source) in sources.enumerated() {
      tests.add(Array(source.utf8), path: "Tests/\(number).swift")
    }
    return tests.found.map { "\($0.path):\($0.test.line) \($0.test.name)" }
  }

  @Test(arguments: [
    "", "// TODO: write it", "_ = Cart()", "let cart = Cart()\ncart.add(2)\nprint(cart.sum())",
    "let a = !flag\nif a != b, (a) { return }", "try? cart.load()", "let text = \"#expect(a)\"",
    "if #available(macOS 15, *) { cart.add(1) }", "for n in [1, 2] where n > 1 { cart.add(n) }",
    "await cart.add(1)",
  ])
  func checksNothing(body: String) {
    #expect(silent("@Test func a() async {\n\(body)\n}\n") == ["Tests/0.swift:1 a"])
    #expect(
      silent("class A: XCTestCase {\nfunc testA() {\n\(body)\n}\n}") == ["Tests/0.swift:2 A.testA"])
  }

  @Test(arguments: [
    "#expect(a == b)", "XCTAssertEqual(a, b)", "try cart.load()", "try! cart.load()",
    "let a = cart.first!", "_ = cart as! Int", "throw Wrong()", "Issue.record(\"no\")",
    "await confirmation { $0() }", "assertSnapshot(of: view)", "expect(a).to(equal(b))",
    "cart.verify()", "helper(cart)", "carts.forEach(helper)", "let f = helper", "cart.helped()",
    "AssertParse(cart)", "withKnownIssue { }", "measure { cart.add(1) }", "#customMacro(a)",
    "wait(for: [done], timeout: 1)", "fatalError()", "elsewhere(a)", "XCTFail()",
    "\"\\(cart.first!)\".count", "`adds two`()",
  ])
  func checksSomething(body: String) {
    let helpers = "func helper(_ c: Cart) {}\nextension Cart { func helped() {} }\n"
    #expect(silent("@Test func a() async throws {\n\(body)\n}\n", helpers) == [])
  }

  @Test func whatIsCheckedAfterEachTestIsCheckedByEach() {
    let test = "class A: B {\n  func testA() { _ = Cart() }\n}\n"
    let base = "class B: XCTestCase {\n  override func tearDown() { XCTAssert(done) }\n}\n"
    #expect(silent(test, base) == [])
    #expect(silent(test, base.replacing("XCTAssert(done)", with: "clean()")) == [])
    #expect(silent(test, base.replacing("XCTAssert(done)", with: "done = 1")) != [])
  }

  @Test func ofTwoDeclarationsOneMayCheck() {
    let test = "struct S { @Test func a() {} }\n"
    #expect(silent(test, "extension S { @Test func a(_ n: Int) { #expect(n > 1) } }\n") == [])
    #expect(silent(test + "/* open") == [])
  }
}
