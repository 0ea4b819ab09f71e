#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time of the wall clock.
package func secondsSince1970() -> Int64 { Int64(time(nil)) }
