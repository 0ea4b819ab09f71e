import Foundation
import XCTest

@testable import Demo

final class LegacyTests: XCTestCase {
  func testAdds() { XCTAssertEqual(add(1, 2), 3) }

  func testFailsTwice() {
    XCTAssertEqual(add(1, 2), 4, "sum is wrong")
    XCTAssertTrue(false)
  }

  func testSkips() throws { throw XCTSkip("not today") }

  func testIsSlow() { Thread.sleep(forTimeInterval: 1.2) }

  /// Gives a test of devtool the time to interrupt the run.
  func testWaitsWhenAsked() {
    if ProcessInfo.processInfo.environment["FIXTURE_WAITS"] != nil {
      Thread.sleep(forTimeInterval: 300)
    }
  }

  func testLayoutConflict() {
    let text = """
      2026-11-20 23:31:18.868 Demo[9356:1465466] [LayoutConstraints] Unable to simultaneously satisfy constraints.
      \tProbably at least one of the constraints in the following list is one you don't want.
      (
          "<NSLayoutConstraint:0x618000092390 'badge-width' UILabel:0x7fa0.width == 10   (active)>",
          "<NSLayoutConstraint:0x618000092391 UILabel:0x7fa0.width == 20   (active)>"
      )

      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x618000092391 UILabel:0x7fa0.width == 20   (active)>

      Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.

      """
    FileHandle.standardError.write(Data(text.utf8))
  }

  func testDrawsNowhere() {
    FileHandle.standardError.write(
      Data(
        "[Unknown process name] CGContextSaveGState: invalid context 0x0. If you want to see the backtrace, please set CG_CONTEXT_SHOW_BACKTRACE environmental variable.\n"
          .utf8))
  }
}

final class CrashingTests: XCTestCase {
  func testBefore() { XCTAssertEqual(add(2, 2), 4) }
  func testCrashes() { XCTAssertEqual(explode(), 1) }
  func testZAfter() { XCTAssertEqual(add(2, 3), 5) }
}
