import Hostile
import XCTest

final class CrashTests: XCTestCase {
  func testAbort() { abort() }
  func testBetween() { XCTAssertEqual(covered("before"), 2) }
  func testFatalError() { fatalError("the end") }
  func testForceUnwrap() {
    let nothing = Int(ProcessInfo.processInfo.environment["NO_SUCH_VARIABLE"] ?? "")
    print(nothing!)
  }
  func testIndex() { print([1, 2, 3][covered("zulu")]) }
  func testKill() { kill(getpid(), SIGKILL) }
  func testSegmentationFault() { writeNowhere() }
  func testStackOverflow() { print(overflow(0)) }
}
