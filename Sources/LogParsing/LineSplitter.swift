#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cuts chunks of bytes into lines; how the bytes are cut into chunks makes no difference.
///
/// A line that lies whole in a chunk is handed on without copying. Of a line longer than
/// `headLimit` only its beginning and its end are kept.
package struct LineSplitter {
  /// Bytes of a line that are kept.
  package static let headLimit = 64 * 1024
  /// Bytes from the end of a line that are kept besides, when it is longer.
  package static let tailLimit = 4 * 1024

  private var head: [UInt8] = []
  private var tail: [UInt8] = []

  package init() {}

  /// Calls `onLine` with the head and the tail (mostly empty) of every line that ends in `bytes`,
  /// without its line feed. The pointers are valid during the call only.
  package mutating func split(
    _ bytes: UnsafeRawBufferPointer,
    _ onLine: (_ head: UnsafeRawBufferPointer, _ tail: UnsafeRawBufferPointer) -> Void
  ) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count, let found = memchr(base + start, 0x0A, bytes.count - start) {
      let length = UnsafeRawPointer(found) - (base + start)
      let piece = UnsafeRawBufferPointer(start: base + start, count: length)
      if head.isEmpty {
        let headLength = min(length, Self.headLimit)
        let tailLength = min(length - headLength, Self.tailLimit)
        onLine(
          UnsafeRawBufferPointer(start: base + start, count: headLength),
          UnsafeRawBufferPointer(start: base + start + length - tailLength, count: tailLength))
      } else {
        keep(piece)
        emit(onLine)
      }
      start += length + 1
    }
    if start < bytes.count {
      keep(UnsafeRawBufferPointer(start: base + start, count: bytes.count - start))
    }
  }

  /// Hands on the last line when it has no line feed.
  package mutating func finish(
    _ onLine: (_ head: UnsafeRawBufferPointer, _ tail: UnsafeRawBufferPointer) -> Void
  ) {
    if !head.isEmpty { emit(onLine) }
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    let room = min(piece.count, Self.headLimit - head.count)
    if room > 0 { head.append(contentsOf: piece.prefix(room)) }
    let rest = UnsafeRawBufferPointer(rebasing: piece.dropFirst(max(0, room)))
    guard !rest.isEmpty else { return }
    tail.append(contentsOf: rest.suffix(Self.tailLimit))
    if tail.count > Self.tailLimit { tail.removeFirst(tail.count - Self.tailLimit) }
  }

  private mutating func emit(
    _ onLine: (_ head: UnsafeRawBufferPointer, _ tail: UnsafeRawBufferPointer) -> Void
  ) {
    head.withUnsafeBytes { head in tail.withUnsafeBytes { tail in onLine(head, tail) } }
    head.removeAll(keepingCapacity: true)
    tail.removeAll(keepingCapacity: true)
  }
}
