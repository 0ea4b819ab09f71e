/// Reads numbers from untrusted bytes; little-endian, like x86-64 and arm64.
struct BinaryReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int
  private let end: Int

  /// The bytes are too short, or a number is out of range.
  struct Malformed: Error, Hashable, CustomStringConvertible {
    var offset: Int
    /// The unsupported version of the format, if that is the problem.
    var version: Int?

    init(offset: Int, version: Int? = nil) {
      self.offset = offset
      self.version = version
    }

    var description: String {
      version.map { "its format version \($0) is unknown" } ?? "malformed at byte \(offset)"
    }
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  var isAtEnd: Bool { offset >= end }
  var remaining: Int { end - offset }

  mutating func skip(_ count: Int) throws(Malformed) {
    guard count >= 0, count <= end - offset else { throw Malformed(offset: offset) }
    offset += count
  }

  mutating func align(to size: Int) {
    offset = min(end, (offset + size - 1) / size * size)
  }

  mutating func slice(_ count: Int) throws(Malformed) -> UnsafeRawBufferPointer {
    let start = offset
    try skip(count)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
  }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(Malformed) -> Number {
    let size = MemoryLayout<Number>.size
    let start = offset
    try skip(size)
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  /// Reads a number that is used as a count or a size in memory.
  mutating func count<Number: FixedWidthInteger>(_ type: Number.Type) throws(Malformed) -> Int {
    let start = offset
    guard let count = Int(exactly: try number(type)), count >= 0 else {
      throw Malformed(offset: start)
    }
    return count
  }

  /// Reads an unsigned number in groups of seven bits, lowest first (DWARF 5, section 7.6).
  mutating func variableLength() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try number(UInt8.self)
      guard shift < 63 || (shift == 63 && byte & 0x7E == 0) else { throw Malformed(offset: offset) }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
  }

  /// Reads a variable-length number up to `limit`.
  mutating func variableLength(upTo limit: Int) throws(Malformed) -> Int {
    let start = offset
    guard let value = Int(exactly: try variableLength()), value <= limit else {
      throw Malformed(offset: start)
    }
    return value
  }
}
