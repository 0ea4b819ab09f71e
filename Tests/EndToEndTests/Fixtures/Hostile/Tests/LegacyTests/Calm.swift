import Hostile
import XCTest

/// Tests with nothing wrong in them, before and behind the hostile ones.
final class ACalmTests: XCTestCase {
  func testBefore() { XCTAssertEqual(covered("before"), 2) }
}

final class ZuluTests: XCTestCase {
  func testAfter() { XCTAssertEqual(covered("zulu"), 10) }
}
