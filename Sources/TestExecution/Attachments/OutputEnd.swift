/// The end of the output of a process.
struct OutputEnd {
  private var kept: [UInt8] = []
  private static let limit = 64 << 10

  mutating func add(_ output: UnsafeRawBufferPointer) {
    kept += output.suffix(Self.limit)
    if kept.count > 4 * Self.limit { kept.removeFirst(kept.count - Self.limit) }
  }

  /// The last 64 KiB of the output. A truncated output begins with a whole line, if it contains a
  /// line break.
  var bytes: [UInt8] {
    guard kept.count > Self.limit else { return kept }
    let end = kept.suffix(Self.limit)
    let start = end.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end.startIndex
    return Array(end[start...])
  }
}
