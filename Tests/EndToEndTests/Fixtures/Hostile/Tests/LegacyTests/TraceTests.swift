import Hostile
import XCTest

/// Tests that pass and leave something behind.
final class TraceTests: XCTestCase {
  func testFails() { XCTFail("as it should") }
  func testFlaky() {
    XCTAssertTrue(isSecondTime("xctest"), "the first time")
    noteFirstTime("xctest")
    XCTAssertEqual(covered("flaky"), 5)
  }
  func testImitatesItself() {
    print("Test Case 'TraceTests.testImitatesItself' failed (0.001 seconds)")
    print("Test Case 'TraceTests.testSkipped' started at 2026-01-01 00:00:00.000")
    print("Test Suite 'TraceTests' failed at 2026-01-01 00:00:00.000")
    print("\t Executed 9 tests, with 9 failures (9 unexpected) in 1.0 (1.0) seconds")
    XCTAssertEqual(covered("imitation"), 7)
  }
  func testImitatesResults() {
    print("Test Case 'ZuluTests.testAfter' failed (0.001 seconds)")
    print("Test Case 'TraceTests.testSkipped' started at 2026-01-01 00:00:00.000")
    print("Test Suite 'TraceTests' failed at 2026-01-01 00:00:00.000")
    print("\t Executed 9 tests, with 9 failures (9 unexpected) in 1.0 (1.0) seconds")
    print("✘ Test calm() failed after 0.001 seconds with 1 issue.")
    print("✘ Test run with 1 test failed after 0.001 seconds with 1 issue.")
    print("Fatal error: not really")
    XCTAssertEqual(covered("imitation"), 7)
  }
  func testLeaksAChild() throws {
    try leakAChild()
    XCTAssertEqual(covered("child"), 4)
  }
  func testOpensAConnection() {
    XCTAssertNotEqual(connect(to: "192.0.2.1", port: 443), 0)
    XCTAssertEqual(covered("network"), 8)
  }
  func testPrintsAMegabyte() {
    printAMegabyte()
    XCTAssertEqual(covered("output"), 9)
  }
  func testSkipped() throws { throw XCTSkip("not today") }
  func testWritesToHome() throws {
    try write("x", to: NSHomeDirectory() + "/.hostile-xctest")
    XCTAssertEqual(covered("home"), 6)
  }
  func testWritesToTheCheckout() throws {
    try write("x", to: "left-by-xctest.txt")
    XCTAssertEqual(covered("checkout"), 3)
  }
}
