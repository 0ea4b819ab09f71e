import Hostile
import XCTest

final class CrashTests: XCTestCase {
  func testAbort() { abort() }
  func testBetween() { XCTAssertEqual(covered("before"), 2) }
  func testDividesByZero() { print(1 / covered("nothing")) }
  func testFatalError() { fatalError("the end") }
  func testForceUnwrap() {
    let nothing = Int(ProcessInfo.processInfo.environment["NO_SUCH_VARIABLE"] ?? "")
    print(nothing!)
  }
  func testIndex() { print([1, 2, 3][covered("zulu")]) }
  func testIsTerminated() { raise(SIGTERM) }
  func testKill() { kill(getpid(), SIGKILL) }
  func testOverflow() { print(Int.max - 9 + covered("zulu")) }
  func testSegmentationFault() { writeNowhere() }
  func testStackOverflow() { print(overflow(0)) }
}
