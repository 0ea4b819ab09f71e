/// The end of a long output whose beginning is stored elsewhere: its last 32 KiB, from the start of a
/// line if one is near.
///
/// The beginning shows what a test set out to do, the end what happened before it failed.
package struct OutputTail: Sendable {
  private var bytes: [UInt8] = []
  private var dropped = 0

  /// The size of the beginning, and of the end, in bytes.
  package static let limit = 32 * 1024

  package init() {}

  package mutating func add(_ more: UnsafeRawBufferPointer) {
    let kept = more.suffix(Self.limit)
    dropped += more.count - kept.count
    bytes += kept
    if bytes.count > 2 * Self.limit { shorten() }
  }

  package mutating func add(_ text: StaticString) {
    add(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The text after the beginning, with a line that says how much is missing in between.
  package var text: String {
    var tail = self
    if bytes.count > Self.limit { tail.shorten() }
    if tail.dropped == 0 { return String(decoding: tail.bytes, as: UTF8.self) }
    let lineEnd = tail.bytes.prefix(1024).firstIndex(of: 0x0A)
    let kept = tail.bytes[(lineEnd.map { $0 + 1 } ?? 0)...]
    let missing = tail.dropped + tail.bytes.count - kept.count
    return "\n[\((missing + 1023) / 1024) KiB of output left out]\n"
      + String(decoding: kept, as: UTF8.self)
  }

  private mutating func shorten() {
    let surplus = bytes.count - Self.limit
    bytes.removeFirst(surplus)
    dropped += surplus
  }
}
