import Core
import Helpers
import XCTest

final class CoreTests: XCTestCase {
  func testSearch() {
    XCTAssertEqual(firstEven(sample()), 4)
    XCTAssertEqual(firstEven([2]), 2)
    XCTAssertNil(firstNegative([1, 2]))
  }

  func testRegions() {
    XCTAssertEqual(describe(5, loud: true), "few!")
    var counter = Counter(limit: 3)
    counter.add([1, -1])
    XCTAssertFalse(counter.isFull)
  }
}
