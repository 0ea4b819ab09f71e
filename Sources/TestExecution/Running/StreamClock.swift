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
    let now = SuspendingClock.now
    guard let seconds else { return now }
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_UPTIME_RAW, &time)
    #endif
    let age = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - seconds
    guard age >= 0, age < 86_400 else { return now }
    return now - .seconds(age)
  }
}
