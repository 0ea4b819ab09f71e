/// Integers in as few bytes as each needs: LEB128, seven bits in each byte, the lowest first.
struct PackedNumbers: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  mutating func append(_ number: Int) {
    var rest = UInt64(max(0, number))
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads numbers one after the other.
  struct Reader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next number; `nil` at the end and at an invalid number.
    mutating func next() -> Int? {
      // Most numbers have one byte.
      if position < bytes.count, bytes[position] < 0x80 {
        position += 1
        return Int(bytes[position - 1])
      }
      var (value, shift) = (UInt64(0), UInt64(0))
      while position < bytes.count, shift <= 56 {
        let byte = bytes[position]
        position += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return Int(value) }
        shift += 7
      }
      position = bytes.count
      return nil
    }
  }
}
