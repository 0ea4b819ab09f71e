#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes out of a line what only steers a terminal: colours, cursor movements, carriage returns.
struct LineCleaner {
  private var scratch: [UInt8] = []

  /// Calls `onSegment` with the visible parts of a line: one, or more where carriage returns let
  /// later text overwrite earlier text. The pointers are valid during the call only.
  mutating func clean(
    _ line: UnsafeRawBufferPointer, _ onSegment: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let base = line.baseAddress, !line.isEmpty else { return onSegment(line) }
    if memchr(base, 0x1B, line.count) == nil {
      return Self.segments(of: line, onSegment)
    }
    scratch.removeAll(keepingCapacity: true)
    var index = 0
    while index < line.count {
      if line[index] == 0x1B {
        index = Self.endOfEscape(in: line, from: index)
      } else {
        scratch.append(line[index])
        index += 1
      }
    }
    scratch.withUnsafeBytes { Self.segments(of: $0, onSegment) }
  }

  private static func segments(
    of line: UnsafeRawBufferPointer, _ onSegment: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let base = line.baseAddress, !line.isEmpty,
      memchr(base, 0x0D, line.count) != nil
    else { return onSegment(line) }
    var start = 0
    var isBlank = true
    for index in 0...line.count where index == line.count || line[index] == 0x0D {
      if index > start {
        isBlank = false
        onSegment(UnsafeRawBufferPointer(rebasing: line[start..<index]))
      }
      start = index + 1
    }
    if isBlank { onSegment(UnsafeRawBufferPointer(start: base, count: 0)) }
  }

  /// The index after an escape sequence: CSI up to its final byte, OSC up to BEL or ST, else two
  /// bytes. Source: ECMA-48, sections 5.4 and 5.6.
  private static func endOfEscape(in line: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard start + 1 < line.count else { return line.count }
    var index = start + 2
    switch line[start + 1] {
    case UInt8(ascii: "["):
      while index < line.count, !(0x40...0x7E).contains(line[index]) {
        // A control character ends a sequence that was cut off.
        if line[index] < 0x20 { return index }
        index += 1
      }
      return min(index + 1, line.count)
    // Operating system and application program commands; Buildkite stamps lines with the latter.
    case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "^"):
      while index < line.count {
        if line[index] == 0x07 { return index + 1 }
        if line[index] == 0x1B { return min(index + 2, line.count) }
        index += 1
      }
      return line.count
    default:
      return index
    }
  }
}
