import LogParsing
import Testing

@testable import TestExecution

@Suite struct XCTestClockTests {
  /// 2026-11-20 23:31:18.868 UTC.
  private static let printed = 1_795_217_478_868

  @Test(arguments: [
    ("Test Case 'A.test' started at 2026-11-20 23:31:18.868", 0, 0),
    ("Test Case 'A.test' started at 2026-11-20 23:31:18.868", 1_234, 1_234),
    // India, Nepal, and the hour after the next.
    ("Test Case 'A.test' started at 2026-11-21 05:01:18.868", 20_000, 20_000),
    ("Test Case 'A.test' started at 2026-11-21 05:16:18.868", 7, 7),
    // The other side of a quarter.
    ("Test Case 'A.test' started at 2026-11-20 23:29:59.999", -70_000, 8_869),
    ("Test Case 'A.test' started at 2026-11-20 23:31:18.868", 60_001, nil),
    ("Test Case 'A.test' started at 2026-11-20 23:31:18.868", -1, nil),
    ("Test Case 'A.test' started.", 0, nil),
    ("31:18,868", 0, nil), ("3a:18.868", 0, nil), ("18.868", 0, nil), ("", 0, nil),
  ])
  func tellsHowLongAgo(text: String, later: Int, expected: Int?) {
    var text = text
    text.withUTF8 { bytes in
      let line = LogLine(UnsafeRawBufferPointer(bytes))
      #expect(XCTestClock.age(line, wallClock: Self.printed + later) == expected)
    }
  }
}
