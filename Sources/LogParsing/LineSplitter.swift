#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Splits chunks of bytes into lines; how the bytes are cut into chunks makes no difference.
///
/// A line that is complete in a chunk is passed on without copying. Of a line longer than
/// `headLimit`, only the beginning and the end are kept.
package struct LineSplitter {
  /// Maximum number of bytes kept from the beginning of a line.
  package static let headLimit = 64 * 1024
  /// Maximum number of bytes also kept from the end of a longer line.
  package static let tailLimit = 4 * 1024

  private var head: [UInt8] = []
  private var tail: [UInt8] = []

  package init() {}

  /// Calls `onLine` with the head and the tail (mostly empty) of every line that ends in `bytes`,
  /// without its line feed. The pointers are valid only during the call.
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

  /// Passes on the last line if it has no line feed.
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
