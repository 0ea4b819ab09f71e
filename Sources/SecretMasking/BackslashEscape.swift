/// Decodes a backslash and the characters after it, in any language that uses it: JSON (RFC 8259,
/// section 7), C, Python, Swift, and the output of `printf %q` and `declare -p` of bash.
enum BackslashEscape {
  static func reading(_ bytes: UnsafeRawBufferPointer) -> EscapeForm.Reading {
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "n"): return .byte(UInt8(ascii: "\n"), length: 2)
    case UInt8(ascii: "t"): return .byte(UInt8(ascii: "\t"), length: 2)
    // Control characters are skipped, and a backslash at the end of a line continues it.
    case UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"),
      UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "\n"):
      return .nothing(length: 2)
    case UInt8(ascii: "u"): return unicode(bytes)
    case UInt8(ascii: "U"): return scalar(bytes, digits: 8)
    case UInt8(ascii: "x"): return byte(bytes, from: 2, radix: 16, digits: 2)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return byte(bytes, from: 1, radix: 8, digits: 3)
    default: return .byte(bytes[1], length: 2)
    }
  }

  /// Reads a byte of up to `digits` digits.
  private static func byte(
    _ bytes: UnsafeRawBufferPointer, from start: Int, radix: UInt32, digits: Int
  ) -> EscapeForm.Reading {
    var value: UInt32 = 0
    var index = start
    while index < start + digits {
      guard index < bytes.count else { return .incomplete }
      guard let digit = bytes[index].hexadecimalValue, UInt32(digit) < radix else { break }
      value = value * radix + UInt32(digit)
      index += 1
    }
    if index == start { return .byte(bytes[1], length: 2) }
    let byte = UInt8(truncatingIfNeeded: value)
    return byte.isPassedOver ? .nothing(length: index) : .byte(byte, length: index)
  }

  /// Reads `\u00e9`, `\u{e9}`, or a surrogate pair of two escapes.
  private static func unicode(_ bytes: UnsafeRawBufferPointer) -> EscapeForm.Reading {
    guard bytes.count > 2 else { return .incomplete }
    if bytes[2] == UInt8(ascii: "{") { return braced(bytes) }
    guard let high = number(bytes, 2..<6) else {
      return bytes.count < 6 ? .incomplete : .byte(bytes[1], length: 2)
    }
    guard 0xD800...0xDBFF ~= high else {
      return Unicode.Scalar(high)?.reading(length: 6) ?? .literal
    }
    if bytes.count < 12 { return .incomplete }
    guard bytes[6] == UInt8(ascii: "\\"), bytes[7] == UInt8(ascii: "u"),
      let low = number(bytes, 8..<12), 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return .literal }
    return scalar.reading(length: 12)
  }

  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, digits: Int
  ) -> EscapeForm.Reading {
    guard let value = number(bytes, 2..<2 + digits) else {
      return bytes.count < 2 + digits ? .incomplete : .byte(bytes[1], length: 2)
    }
    return Unicode.Scalar(value)?.reading(length: 2 + digits) ?? .literal
  }

  private static func braced(_ bytes: UnsafeRawBufferPointer) -> EscapeForm.Reading {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: "}")) else {
      return bytes.count < 12 ? .incomplete : .literal
    }
    return number(bytes, 3..<end).flatMap(Unicode.Scalar.init)?.reading(length: end + 1)
      ?? .literal
  }

  /// Reads a number; `nil` when not all characters are hexadecimal digits.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt32? {
    guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in range {
      guard let digit = bytes[index].hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
