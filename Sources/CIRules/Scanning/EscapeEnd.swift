import CIModel

extension UnsafeRawBufferPointer {
  /// Maximum number of bytes of an escape.
  static let longestEscape = 24
  /// Maximum number of hexadecimal digits of an escape; its introducer has at most two bytes.
  private static let mostDigits = longestEscape - 2

  /// Whether an escape ends here, such as `\n`, `\x20`, `\u0020`, `%20` or a terminal sequence, or
  /// an option whose value follows without a blank. The last letter is not part of a word.
  func endsEscapeOrOptions(_ end: Int) -> Bool { endsEscape(end) || endsOptions(end, behind: "-/") }

  /// The same before a value that can begin with `/`.
  func endsEscapeOrDashedOptions(_ end: Int) -> Bool {
    endsEscape(end) || endsOptions(end, behind: "-")
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
  private func endsOptions(_ end: Int, behind signs: String) -> Bool {
    var start = end - 1
    while start > 0, end - start < 8, self[start - 1].isASCIIAlphanumeric { start -= 1 }
    guard start > 0, signs.utf8.contains(self[start - 1]) else { return false }
    guard start > 1 else { return true }
    let before = self[start - 2]
    return before.isASCIIAlphanumeric ? endsEscape(start - 1) : !"-_./+".utf8.contains(before)
  }

  private func endsEscape(_ end: Int) -> Bool {
    func byte(_ distance: Int) -> UInt8 { end >= distance ? self[end - distance] : 0 }
    let backslash = UInt8(ascii: "\\")
    // `\n`, `\cJ` and `\x2`; then `\x20`.
    if byte(2) == backslash || byte(2) == UInt8(ascii: "c") && byte(3) == backslash { return true }
    var digits = 0
    while digits < Self.mostDigits, byte(digits + 1).hexadecimalValue != nil { digits += 1 }
    if digits >= 1 && byte(3) == backslash || digits >= 2 && byte(4) == backslash { return true }
    let start = byte(digits + 2)
    let isEscape =
      switch byte(digits + 1) {
      // `%20` in a URL, `=20` in quoted-printable.
      case UInt8(ascii: "%"), UInt8(ascii: "="): digits == 2
      // `$1` and `$12` of a replacement.
      case UInt8(ascii: "$"): 1...2 ~= digits && self[(end - digits)..<end].allSatisfy { $0 < 0x3A }
      // `\u0020`, `%u0020`.
      case UInt8(ascii: "u"): digits == 4 && (start == backslash || start == UInt8(ascii: "%"))
      case UInt8(ascii: "U"): digits == 8 && start == backslash
      // `\x0020` in C, which takes any number of digits.
      case UInt8(ascii: "x"): digits > 0 && start == backslash
      // `\012`, `\0012` of printf, and `\00000a` of CSS.
      case backslash: 3...6 ~= digits
      default: false
      }
    return isEscape || endsSequence(end) || endsPlaceholder(end)
  }

  /// Whether a placeholder of a format ends here: `%d`, `%5.2f`, `%lld`, `%Y`.
  private func endsPlaceholder(_ end: Int) -> Bool {
    guard self[end - 1] >= UInt8(ascii: "A") else { return false }
    for byte in self[..<(end - 1)].suffix(8).reversed() {
      switch byte {
      case UInt8(ascii: "%"): return true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "*"),
        UInt8(ascii: "'"), UInt8(ascii: "h"), UInt8(ascii: "j"), UInt8(ascii: "l"),
        UInt8(ascii: "q"), UInt8(ascii: "t"), UInt8(ascii: "z"), UInt8(ascii: "L"):
        continue
      default: return false
      }
    }
    return false
  }

  /// Whether a terminal sequence ends here: `[0m`, `[1;31m`, `[38:5:1m`, `[2K`, `[?25l` (ECMA-48,
  /// section 5.4), or `ESC M` and `ESC ( B` (ECMA-35, section 13.2), where `ESC` can be written as
  /// in code.
  private func endsSequence(_ end: Int) -> Bool {
    guard 0x40...0x7E ~= self[end - 1] else { return false }
    var start = end - 1
    // The parameters precede the intermediate bytes.
    for bytes in [UInt8(0x20)...0x2F, 0x30...0x3F] {
      while start > 0, end - start < Self.longestEscape, bytes ~= self[start - 1] { start -= 1 }
    }
    guard start > 0 else { return false }
    switch self[start - 1] {
    case UInt8(ascii: "["), 0x1B: return true
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      return start > 1 && self[start - 2] == UInt8(ascii: "\\")
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      return self[..<(start - 1)].suffix(3).elementsEqual(#"\x1"#.utf8)
    case UInt8(ascii: "\\"): return self[start..<end].starts(with: "033".utf8)
    default: return false
    }
  }
}
