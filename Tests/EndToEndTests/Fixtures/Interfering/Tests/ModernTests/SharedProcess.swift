import Foundation
import Testing

/// What everything in a process can change.
enum Settings {
  nonisolated(unsafe) static var shared: [String] = []
}

@Suite struct SingletonTests {
  @Test func first() { Settings.shared.append("first") }
  @Test func second() { #expect(Settings.shared.isEmpty) }
}

@Suite struct TimeZoneTests {
  @Test func first() throws { NSTimeZone.default = try #require(TimeZone(secondsFromGMT: 7_200)) }
  @Test func second() { #expect(NSTimeZone.default.secondsFromGMT() == 0) }
}

@Suite struct MaskTests {
  @Test func first() { umask(0o077) }
  @Test func second() {
    let mask = umask(0o022)
    umask(mask)
    #expect(mask != 0o077)
  }
}
