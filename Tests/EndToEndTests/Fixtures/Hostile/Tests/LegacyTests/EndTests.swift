import Hostile
import XCTest

/// Ends that are no crash and yet no result.
final class EndTests: XCTestCase {
  func testExits() { exit(0) }
  func testExitsAtOnce() { _exit(0) }
  func testHangsInALock() { hangInALock() }
  func testHangsInALoop() { hangInALoop() }
  func testNearby() { XCTAssertEqual(covered("before"), 2) }
}
