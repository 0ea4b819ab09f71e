/// Writes fields in the format of Protocol Buffers
/// (https://protobuf.dev/programming-guides/encoding/); fields with their default value are
/// omitted, as in proto3.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func integer(_ field: Int, _ value: Int64) {
    if value == 0 { return }
    varint(UInt64(field) << 3)
    varint(UInt64(bitPattern: value))
  }

  mutating func data(_ field: Int, _ value: [UInt8]) {
    if value.isEmpty { return }
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(value.count))
    bytes += value
  }

  mutating func text(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

  /// Writes a nested message, even when it is empty.
  mutating func message(_ field: Int, _ build: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    build(&inner)
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads the fields of a message one after the other; the message is untrusted.
struct ProtobufReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  enum Value {
    case integer(UInt64)
    case data(ArraySlice<UInt8>)
    /// A value of fixed width, which no known field has.
    case other
  }

  /// The message is truncated or invalid.
  struct Malformed: Error {}

  /// Reads the next field; `nil` at the end.
  mutating func next() throws(Malformed) -> (field: Int, value: Value)? {
    if rest.isEmpty { return nil }
    let tag = try varint()
    guard tag >> 3 > 0, tag >> 3 <= 0x1FFF_FFFF else { throw Malformed() }
    let field = Int(tag >> 3)
    switch tag & 7 {
    case 0: return (field, .integer(try varint()))
    case 1:
      _ = try take(8)
      return (field, .other)
    case 2:
      guard let count = Int(exactly: try varint()) else { throw Malformed() }
      return (field, .data(try take(count)))
    case 5:
      _ = try take(4)
      return (field, .other)
    default: throw Malformed()
    }
  }

  private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Malformed() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func varint() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = rest.popFirst(), shift < 63 || byte <= 1 else { throw Malformed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw Malformed()
  }
}
