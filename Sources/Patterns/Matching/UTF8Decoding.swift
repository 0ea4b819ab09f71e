/// Reads scalars from bytes that may be invalid UTF-8: each byte that belongs to no scalar is read
/// as U+FFFD.
enum UTF8Decoding {
  /// The scalar that begins at `index`, which is below the count.
  static func scalar(
    at index: Int, in bytes: UnsafeRawBufferPointer
  ) -> (scalar: Unicode.Scalar, width: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let width = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + width <= bytes.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (width == 2 ? 0x1F : width == 3 ? 0x0F : 0x07)
    for offset in 1..<width {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let isShortest = width == 2 || value >= (width == 3 ? 0x800 : 0x10000)
    guard isShortest, let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, width)
  }

  /// The scalar that ends before `index`, which is above 0.
  static func scalar(
    before index: Int, in bytes: UnsafeRawBufferPointer
  ) -> (scalar: Unicode.Scalar, width: Int) {
    let last = bytes[index - 1]
    if last < 0x80 { return (Unicode.Scalar(last), 1) }
    for width in 2...4 where width <= index && bytes[index - width] >= 0xC0 {
      let found = scalar(at: index - width, in: bytes)
      return found.width == width ? found : ("\u{FFFD}", 1)
    }
    return ("\u{FFFD}", 1)
  }
}
