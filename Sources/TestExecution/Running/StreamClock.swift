#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of Swift Testing's event stream, which is the one of `SuspendingClock`.
///
/// Source: `Sources/Testing/Events/Clock.swift` in swift-testing.
enum StreamClock {
  /// - Parameter seconds: As the stream has them. What cannot be a moment shortly before this one
  ///   is taken for now.
  static func instant(_ seconds: Double?) -> SuspendingClock.Instant {
    guard let seconds else { return .now }
    let (now, reading) = simultaneous()
    let age = reading - seconds
    guard age >= 0, age < 86_400 else { return now }
    return now - .seconds(age)
  }

  /// Both clocks at one moment. A thread that is held up between the two looks again: the difference would
  /// move the event.
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
