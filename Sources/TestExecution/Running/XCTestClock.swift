import LogParsing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Determines when an XCTest began, from XCTest's output: on a busy machine the line may be read
/// much later.
///
///     Test Case 'MathTests.testAdd' started at 2026-11-20 23:31:18.868
///
/// Source: `PrintObserver.swift` in swift-corelibs-xctest. The time is in the time zone of the
/// process, which differs from ours by a multiple of a quarter of an hour, so only the time within
/// the quarter counts.
enum XCTestClock {
  private static let quarter = 900_000

  /// - Parameter wallClock: The current time in milliseconds since 1970.
  /// - Returns: The age of the time at the end of the line, in milliseconds; `nil` when there is no
  ///   time, or when it is not from the last minute.
  static func age(_ line: LogLine, wallClock: Int) -> Int? {
    // `31:18.868`
    let text = line.bytes.suffix(9)
    guard text.count == 9 else { return nil }
    var digits: [Int] = []
    for (offset, byte) in text.enumerated() {
      switch offset {
      case 2: guard byte == UInt8(ascii: ":") else { return nil }
      case 5: guard byte == UInt8(ascii: ".") else { return nil }
      default:
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        digits.append(Int(byte - UInt8(ascii: "0")))
      }
    }
    let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
    let printed = (number(0..<2) * 60 + number(2..<4)) * 1_000 + number(4..<7)
    let age = ((wallClock - printed) % quarter + quarter) % quarter
    return age <= 60_000 ? age : nil
  }

  /// When the test of the line began; the current time if that is unknown.
  static func start(_ line: LogLine) -> SuspendingClock.Instant {
    let now = SuspendingClock.now
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let wallClock = Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    return now - .milliseconds(age(line, wallClock: wallClock) ?? 0)
  }
}
