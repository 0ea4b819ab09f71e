import Testing

@testable import TestExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct StreamClockTests {
  /// What the event stream would say now.
  private static var seconds: Double {
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_UPTIME_RAW, &time)
    #endif
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func tellsWhenItWas() {
    let earliest = SuspendingClock.now
    let moment = Self.seconds
    let latest = SuspendingClock.now
    for age in [0, 0.5, 100, 86_000] {
      let instant = StreamClock.instant(moment - age).advanced(by: .seconds(age))
      // A microsecond for the rounding of large numbers.
      #expect(instant >= earliest.advanced(by: .microseconds(-1)), "\(age)")
      #expect(instant <= latest.advanced(by: .microseconds(1)), "\(age)")
    }
  }

  /// Later than now, more than a day ago, or no number at all.
  @Test(arguments: [nil, -1_000, -0.5e9, 86_500, 1e300, .infinity, -.infinity, .nan] as [Double?])
  func takesNonsenseForNow(age: Double?) {
    let earliest = SuspendingClock.now
    let instant = StreamClock.instant(age.map { Self.seconds - $0 })
    #expect(instant >= earliest)
    #expect(instant <= SuspendingClock.now)
  }
}
