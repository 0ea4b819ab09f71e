import CIModel
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"),
      (1_077_926_399, "2004-02-27T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"),
      (1_795_217_478, "2026-11-20T23:31:18Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func isWrittenAndReadInUTC(seconds: Int64, text: String) {
    #expect(Timestamp(secondsSinceEpoch: seconds).iso8601 == text)
    #expect(Timestamp(iso8601: text)?.secondsSinceEpoch == seconds)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T23:31:18", "2026-11-20 23:31:18Z", "2026-13-20T23:31:18Z",
    "2026-11-20T24:31:18Z", "2026-11-2xT23:31:18Z", "2026-11-20T23:31:18+0",
  ])
  func refusesOtherText(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(
    arguments: [
      ("2026-11-20", 1_795_132_800), ("2024-02-29", 1_709_164_800), ("2026-02-29", nil),
      ("2026-11-31", nil), ("2026-1-20", nil), ("2026-11-20 ", nil), ("", nil),
    ] as [(String, Int64?)])
  func readsADayOfTheCalendar(text: String, seconds: Int64?) {
    let day = Timestamp(calendarDay: text)
    #expect(day?.secondsSinceEpoch == seconds)
    if let day { #expect(day.calendarDay == text) }
  }
}
