package import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Timestamp {
  package static func now() -> Timestamp { RunDirectory.newID().time }
}

extension RunDirectory {
  /// The id of a run that begins now: sorted by id, runs are in the order of their starts, also within a
  /// second.
  package static func newID() -> (id: String, time: Timestamp) {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    let time = Timestamp(secondsSinceEpoch: Int64(clock.tv_sec))
    let milliseconds = String(1_000 + clock.tv_nsec / 1_000_000).dropFirst()
    let stamp =
      time.iso8601.filter { $0 != "-" && $0 != ":" && $0 != "Z" } + ".\(milliseconds)Z"
    return ("\(stamp)-\(getpid())", time)
  }
}
