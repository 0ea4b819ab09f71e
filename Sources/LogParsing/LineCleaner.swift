import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Removes terminal control from a line: colours, cursor movements, carriage returns.
struct LineCleaner {
  private var scratch: [UInt8] = []

  /// Calls `onSegment` with the visible parts of a line: one, or several when carriage returns let
  /// later text overwrite earlier text. The pointers are valid only during the call.
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
        index += EscapeSequence.length(inLine: .init(rebasing: line[index...]))
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
}
