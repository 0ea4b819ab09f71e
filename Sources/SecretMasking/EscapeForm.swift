import CIModel

/// An encoding in which tools write text.
///
/// Invisible characters are skipped in every form: control characters except tabs and line feeds,
/// and escape sequences according to the `SequenceView`.
enum EscapeForm: Hashable, Sendable, CaseIterable {
  /// The unchanged text.
  case plain
  /// `%2F`
  case percent
  /// `%2F`, and `+` for a space: `application/x-www-form-urlencoded`.
  case formEncoded
  /// `\n`, `\/`, `\u00e9`, `\303\251`, `\ `: JSON, C, Python, Swift and shells.
  case backslash
  /// `&amp;`, `&#233;`
  case markup
  /// `'\''` and `'"'"'` in shells.
  case shellQuotes
  /// `''` in YAML and SQL.
  case doubledApostrophes
  /// `""` in CSV.
  case doubledQuotes
  /// Base64, on one line or several. `+` and `/` may be escaped in any other form, because base64
  /// does not contain the marks of those forms.
  case base64

  /// The decoded content at a position.
  enum Reading: Hashable {
    /// The byte itself.
    case literal
    /// Nothing; `length` bytes are skipped.
    case nothing(length: Int)
    /// Up to four bytes, the first in the lowest bits.
    case bytes(UInt32, count: Int, length: Int)
    /// More bytes are needed to decide.
    case incomplete

    static func byte(_ byte: UInt8, length: Int) -> Reading {
      .bytes(UInt32(byte), count: 1, length: length)
    }
  }

  /// The forms that can change a text with these bytes.
  static func needed(for bytes: Set<UInt8>) -> [EscapeForm] {
    func holdsOther(than plain: String) -> Bool {
      let plain = Set(plain.utf8)
      return bytes.contains { !$0.isAlphanumeric && !plain.contains($0) }
    }
    var forms: [EscapeForm] = [.plain]
    if holdsOther(than: "_-.") { forms += [.percent, .markup] }
    if bytes.contains(UInt8(ascii: " ")) { forms.append(.formEncoded) }
    if holdsOther(than: "_") { forms.append(.backslash) }
    if bytes.contains(UInt8(ascii: "'")) { forms += [.shellQuotes, .doubledApostrophes] }
    if bytes.contains(UInt8(ascii: "\"")) { forms.append(.doubledQuotes) }
    return forms
  }

  /// Whether a byte may be decoded as something other than itself.
  func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"): self == .base64
    case UInt8(ascii: "\n"), UInt8(ascii: " "): self == .base64
    // 0xC2 begins the C1 control characters.
    case 0..<0x20, 0x7F, 0xC2: true
    case UInt8(ascii: "%"): self == .percent || self == .formEncoded || self == .base64
    case UInt8(ascii: "+"): self == .formEncoded
    case UInt8(ascii: "\\"): self == .backslash || self == .base64
    case UInt8(ascii: "&"): self == .markup || self == .base64
    case UInt8(ascii: "'"): self == .shellQuotes || self == .doubledApostrophes
    case UInt8(ascii: "\""): self == .doubledQuotes
    default: false
    }
  }

  /// Decodes a special byte at the beginning of `bytes`.
  func reading(_ bytes: UnsafeRawBufferPointer, _ view: SequenceView) -> Reading {
    let reading: Reading =
      switch bytes[0] {
      case 0x1B: view.length(bytes).map { .nothing(length: $0) } ?? .incomplete
      case 0..<0x09, 0x0B..<0x20, 0x7F: .nothing(length: 1)
      case 0xC2:
        bytes.count < 2
          ? .incomplete : 0x80...0x9F ~= bytes[1] ? .nothing(length: 2) : .literal
      case UInt8(ascii: "%"): Self.percentReading(bytes)
      case UInt8(ascii: "+"): .byte(UInt8(ascii: " "), length: 1)
      case UInt8(ascii: "\\"): BackslashEscape.reading(bytes)
      case UInt8(ascii: "&"): Self.markupReading(bytes)
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quoteReading(bytes)
      default: .literal
      }
    // Base64 continues after a line break, which may itself be escaped.
    if self == .base64, case .bytes(0x0A, 1, let length) = reading {
      return .nothing(length: length)
    }
    return reading
  }

  private static func percentReading(_ bytes: UnsafeRawBufferPointer) -> Reading {
    var value: UInt8 = 0
    for index in 1...2 {
      guard index < bytes.count else { return .incomplete }
      guard let digit = bytes[index].hexadecimalValue else { return .literal }
      value = value << 4 | digit
    }
    return value.isPassedOver ? .nothing(length: 3) : .byte(value, length: 3)
  }

  private static let names: [(name: [UInt8], byte: UInt8)] = [
    ("amp", "&"), ("apos", "'"), ("gt", ">"), ("lt", "<"), ("quot", "\""),
  ].map { (Array($0.0.utf8), $0.1.utf8.first ?? 0) }

  private static func markupReading(_ bytes: UnsafeRawBufferPointer) -> Reading {
    let longest = 10
    guard let end = bytes.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else {
      let isName = bytes.dropFirst().prefix(longest).allSatisfy {
        $0.isAlphanumeric || $0 == UInt8(ascii: "#")
      }
      return isName && bytes.count < longest ? .incomplete : .literal
    }
    let word = bytes[1..<end]
    if let known = names.first(where: { word.elementsEqual($0.name) }) {
      return .byte(known.byte, length: end + 1)
    }
    guard word.first == UInt8(ascii: "#") else { return .literal }
    let number = String(decoding: word.dropFirst(), as: UTF8.self)
    let value =
      number.first == "x" || number.first == "X"
      ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return .literal }
    return scalar.reading(length: end + 1)
  }

  private func quoteReading(_ bytes: UnsafeRawBufferPointer) -> Reading {
    let texts: [StaticString] =
      switch self {
      case .shellQuotes: ["'\\''", "'\"'\"'"]
      case .doubledApostrophes: ["''"]
      default: ["\"\""]
      }
    for text in texts {
      let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      if bytes.starts(with: text) { return .byte(bytes[0], length: text.count) }
      if bytes.count < text.count, text.starts(with: bytes) { return .incomplete }
    }
    return .literal
  }
}

extension Unicode.Scalar {
  /// The UTF-8 of the scalar; nothing for a control character, which is always skipped.
  func reading(length: Int) -> EscapeForm.Reading {
    if 0x80...0x9F ~= value || UInt8(exactly: value)?.isPassedOver == true {
      return .nothing(length: length)
    }
    var packed: UInt32 = 0
    var count = 0
    for byte in UTF8.encode(self) ?? .init() {
      packed |= UInt32(byte) << (8 * UInt32(count))
      count += 1
    }
    return .bytes(packed, count: count, length: length)
  }
}

extension UInt8 {
  var isAlphanumeric: Bool {
    97...122 ~= self | 0x20 || 48...57 ~= self
  }

  /// Whether it is a control character other than tab and line feed.
  var isPassedOver: Bool { self < 0x20 && self != 0x09 && self != 0x0A || self == 0x7F }

  /// The value of a hexadecimal digit; `nil` for other characters.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
