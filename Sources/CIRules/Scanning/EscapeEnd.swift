extension UnsafeRawBufferPointer {
  /// Whether the bytes before an offset belong to the word that continues there.
  ///
  /// Anything but an ASCII letter or digit is a border, whatever the script. The last letter of an
  /// escape, such as `\n`, `\x20`, `\u0020`, `%20` or a terminal sequence, is not part of the word,
  /// and neither is an option whose value follows without a blank.
  func isInsideToken(at offset: Int) -> Bool {
    guard offset > 0, self[offset - 1].isASCIIAlphanumeric else { return false }
    return !endsEscape(offset) && !endsOptions(offset)
  }

  /// Whether the bytes before an offset are the length of a string in a binary property list: `_`,
  /// the type of the number and the number (`CFBinaryPList.c`).
  func endsLength(_ end: Int) -> Bool {
    [1, 2, 4].enumerated().contains { power, count in
      end >= count + 2 && self[end - count - 1] == 0x10 + UInt8(power)
        && self[end - count - 2] == 0x5F
    }
  }

  /// Whether options end here that begin a word, `-u`, `-sSu` or `/p`: `curl -uTOKEN`,
  /// `docker login -pTOKEN`.
  private func endsOptions(_ end: Int) -> Bool {
    var start = end - 1
    while start > 0, end - start < 8, self[start - 1].isASCIIAlphanumeric { start -= 1 }
    guard start > 0, self[start - 1] == UInt8(ascii: "-") || self[start - 1] == UInt8(ascii: "/")
    else { return false }
    guard start > 1 else { return true }
    let before = self[start - 2]
    return before.isASCIIAlphanumeric ? endsEscape(start - 1) : !"-_./+".utf8.contains(before)
  }

  private func endsEscape(_ end: Int) -> Bool {
    func byte(_ distance: Int) -> UInt8? { end >= distance ? self[end - distance] : nil }
    func areHexadecimal(_ count: Int) -> Bool {
      (1...count).allSatisfy { byte($0).map(Self.isHexadecimal) ?? false }
    }
    let backslash = UInt8(ascii: "\\")
    // `\n` and `\cJ`; then `\x20` and `\012`; then `\0012` of printf and `\00000a` of CSS.
    if byte(2) == backslash || byte(2) == UInt8(ascii: "c") && byte(3) == backslash { return true }
    if areHexadecimal(1), byte(3) == backslash || areHexadecimal(2) && byte(4) == backslash {
      return true
    }
    if (3...6).contains(where: { areHexadecimal($0) && byte($0 + 1) == backslash }) { return true }
    for (letter, count) in [(UInt8(ascii: "u"), 4), (UInt8(ascii: "U"), 8)]
    where areHexadecimal(count) && byte(count + 1) == letter && byte(count + 2) == backslash {
      return true
    }
    if areHexadecimal(4), byte(5) == UInt8(ascii: "u"), byte(6) == UInt8(ascii: "%") { return true }
    // `%20` in a URL, `=20` in quoted-printable.
    if areHexadecimal(2), byte(3) == UInt8(ascii: "%") || byte(3) == UInt8(ascii: "=") {
      return true
    }
    return endsSequence(end) || endsPlaceholder(end)
  }

  /// Whether a placeholder of a format ends here: `%d`, `%5.2f`, `%lld`, `%Y`.
  private func endsPlaceholder(_ end: Int) -> Bool {
    guard self[end - 1] >= UInt8(ascii: "A") else { return false }
    let before = self[..<(end - 1)].suffix(8)
    let sign = before.lastIndex { !"0123456789.-+ #*'hjlqtzL".utf8.contains($0) }
    return sign.map { self[$0] == UInt8(ascii: "%") } ?? false
  }

  /// What a terminal sequence begins with, as it is or as it is written in code.
  private static let introducers = ["[", "\u{1B}", "\\e", "\\E", "\\x1b", "\\x1B", "\\033"].map {
    Array($0.utf8)
  }

  /// Whether a terminal sequence ends here: `[0m`, `[1;31m`, `[38:5:1m`, `[2K`, `[?25l` (ECMA-48,
  /// section 5.4), or `ESC M` and `ESC ( B` (ECMA-35, section 13.2).
  private func endsSequence(_ end: Int) -> Bool {
    guard 0x40...0x7E ~= self[end - 1] else { return false }
    var start = end - 1
    while start > 0, end - start < 24, 0x20...0x3F ~= self[start - 1] { start -= 1 }
    return Self.introducers.contains { self[..<start].suffix($0.count).elementsEqual($0) }
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
