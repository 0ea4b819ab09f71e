#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A point in time of a file system: seconds since 1970 and nanoseconds.
package struct FileTime: Hashable, Comparable, Sendable {
  package var seconds: Int
  /// The nanoseconds, 0..<1_000_000_000.
  package var nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  private init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  init(modificationOf status: stat) {
    #if canImport(Darwin)
      self.init(status.st_mtimespec)
    #else
      self.init(status.st_mtim)
    #endif
  }

  init(changeOf status: stat) {
    #if canImport(Darwin)
      self.init(status.st_ctimespec)
    #else
      self.init(status.st_ctim)
    #endif
  }

  /// Parses a text such as `1763750000.000000042`; the digits after the point are an integer of
  /// nanoseconds, with or without leading zeros.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = Int(parts[0]), let nanoseconds = Int(parts[1]),
      (0..<1_000_000_000).contains(nanoseconds)
    else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The text form; the nanoseconds have no leading zeros, because only devtool reads it.
  package var text: String { "\(seconds).\(nanoseconds)" }

  package static var now: FileTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FileTime(now)
  }

  package static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }

  /// Sets the modification time of a file, or of a link itself.
  package func apply(to path: String) throws(FileError) {
    #if canImport(Darwin)
      let omitted = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))
    #else
      // UTIME_OMIT, a macro that Swift does not import (bits/stat.h).
      let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    #endif
    let times = [omitted, timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
    let place = try FilePlace(path, .setTime)
    guard utimensat(place.folder, place.name, times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw FileError(.setTime, path)
    }
  }
}

/// Sets the modification time of a file to the current time.
package func touchFile(_ path: String) {
  guard let place = try? FilePlace(path, .touch) else { return }
  utimensat(place.folder, place.name, nil, AT_SYMLINK_NOFOLLOW)
}
