import PipelineConfig
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("10m", .seconds(600)),
    ("2h", .seconds(7200)), ("1h30m", .seconds(5400)), ("1h1m1s1ms", .milliseconds(3_661_001)),
    ("90m", .seconds(5400)), ("007s", .seconds(7)), ("8760h", .seconds(31_536_000)),
    ("7d", .seconds(604_800)), ("1d12h", .seconds(129_600)),
  ])
  func durations(text: String, expected: Duration) {
    #expect(DurationText.duration(text) == expected)
  }

  @Test(arguments: [
    "", "10", "0s", "0h0m", "1.5s", "-1s", "1w", "s", "10 m", "1m1h", "1s1s", "1ms1s", "10min",
    "١s", "8761h", "99999999999999999999s", "9223372036854775807h9223372036854775807m", "1h ",
    "+1s", "1H",
  ])
  func notDurations(text: String) {
    #expect(DurationText.duration(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("0.0", 0), ("1", 100), ("80", 8000), ("80.5", 8050), ("80.25", 8025),
    ("80.05", 8005), ("100", 10_000), ("100.00", 10_000),
  ])
  func percentages(text: String, expected: Int) {
    #expect(PercentText.hundredths(text) == expected)
  }

  @Test(arguments: [
    "", ".", "80.", ".5", "80.125", "100.01", "101", "-1", "80%", "80 %", "%", "80,5", "8e1", "080",
    "0.8", "0.99", "99999999999999999999", "٨٠", "1.2.3",
  ])
  func notPercentages(text: String) {
    #expect(PercentText.hundredths(text) == nil)
  }
}
