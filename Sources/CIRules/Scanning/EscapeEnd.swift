extension UnsafeRawBufferPointer {
  /// Whether the bytes before an offset belong to the word that goes on there. The last letter of an
  /// escape, such as `\n`, `\x20`, `\u0020`, `%20` or a color of a terminal, stands for something else.
  func isInsideWord(at offset: Int) -> Bool {
    guard offset > 0, self[offset - 1].isWordByte else { return false }
    return !endsEscape(offset)
  }

  private func endsEscape(_ end: Int) -> Bool {
    func byte(_ distance: Int) -> UInt8? { end >= distance ? self[end - distance] : nil }
    func areHexadecimal(_ count: Int) -> Bool {
      (1...count).allSatisfy { byte($0).map(Self.isHexadecimal) ?? false }
    }
    let backslash = UInt8(ascii: "\\")
    // `\n`; then `\x20` and `\012`.
    if byte(2) == backslash { return true }
    if areHexadecimal(1), byte(3) == backslash || areHexadecimal(2) && byte(4) == backslash {
      return true
    }
    for (letter, count) in [(UInt8(ascii: "u"), 4), (UInt8(ascii: "U"), 8)]
    where areHexadecimal(count) && byte(count + 1) == letter && byte(count + 2) == backslash {
      return true
    }
    // In addresses, in quoted printable.
    if areHexadecimal(2), byte(3) == UInt8(ascii: "%") || byte(3) == UInt8(ascii: "=") {
      return true
    }
    return endsColor(end)
  }

  /// `[0m`, `[1;31m`.
  private func endsColor(_ end: Int) -> Bool {
    guard self[end - 1] == UInt8(ascii: "m") else { return false }
    var start = end - 1
    while start > 0, end - start < 24,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[start - 1]
        || self[start - 1] == UInt8(ascii: ";")
    {
      start -= 1
    }
    return start > 0 && self[start - 1] == UInt8(ascii: "[")
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
