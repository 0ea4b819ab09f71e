#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of Swift Testing's event stream, which is that of `SuspendingClock`.
///
/// Source: `Sources/Testing/Events/Clock.swift` in swift-testing.
enum StreamClock {
  /// - Parameter seconds: The time in the stream. A time that is not within the last day gives the
  ///   current time.
  static func instant(_ seconds: Double?) -> SuspendingClock.Instant {
    guard let seconds else { return .now }
    let (now, reading) = simultaneous()
    let age = reading - seconds
    guard age >= 0, age < 86_400 else { return now }
    return now - .seconds(age)
  }

  /// Reads both clocks at the same moment. A thread that is interrupted in between reads again,
  /// because the difference would shift the event.
  private static func simultaneous() -> (now: SuspendingClock.Instant, seconds: Double) {
    var pair = (now: SuspendingClock.now, seconds: 0.0)
    for _ in 0..<5 {
      pair.now = .now
      var time = timespec()
      #if canImport(Glibc)
        clock_gettime(CLOCK_MONOTONIC, &time)
      #else
        clock_gettime(CLOCK_UPTIME_RAW, &time)
      #endif
      pair.seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      if SuspendingClock.now - pair.now < .microseconds(1) { break }
    }
    return pair
  }
}
