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
  /// Makes the id of a run that begins now. Ids sort in the order of the start times, also within a
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

extension Timestamp {
  /// The start time of a run, from its id; `nil` for an invalid id.
  package init?(runID: String) {
    guard RunDirectory.isID(runID) else { return nil }
    let digits = Array(runID.prefix(15))
    let parts = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15].map { String(digits[$0]) }
    self.init(
      iso8601: parts[0...2].joined(separator: "-") + "T" + parts[3...5].joined(separator: ":") + "Z"
    )
  }
}
