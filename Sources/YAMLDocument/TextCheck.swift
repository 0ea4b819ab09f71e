/// Refuses input that is not YAML text before the parser sees it, so that the error has a position.
enum TextCheck {
  /// Returns the text without its byte order mark.
  static func text(of bytes: [UInt8], limits: Limits) throws(ParseError) -> ArraySlice<UInt8> {
    let start = Position(line: 1, column: 1)
    let top = SourceRange(start, start)
    if bytes.count > limits.size { throw ParseError(.tooLarge(limit: limits.size), at: top) }
    if isUTF16(bytes) { throw ParseError(.utf16, at: top) }
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if let (offset, reason) = firstBadScalar(in: text) {
      // Everything before the bad scalar is valid, so its position can be determined.
      let table = LineTable(text[..<offset])
      let before = text[..<offset].count { $0 & 0xC0 != 0x80 }
      let position = table.position(at: before)
      let next = Position(line: position.line, column: position.column + 1)
      throw ParseError(reason, at: SourceRange(position, next))
    }
    return text
  }

  /// Whether the bytes begin with a byte order mark of UTF-16 (or UTF-32), or are ASCII text with a
  /// zero beside each letter.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
    guard bytes.count >= 4 else { return false }
    return (bytes[0] == 0) != (bytes[1] == 0) && (bytes[2] == 0) != (bytes[3] == 0)
  }

  /// The offset of the first byte sequence that is not UTF-8 or that YAML does not allow (YAML 1.1,
  /// section 5.1, `c-printable`).
  private static func firstBadScalar(
    in text: ArraySlice<UInt8>
  ) -> (offset: Int, reason: ParseError.Reason)? {
    // Most bytes of a pipeline are printable ASCII.
    guard var offset = text.firstIndex(where: { !isPlain($0) }) else { return nil }
    var decoder = UTF8()
    var iterator = text[offset...].makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        return nil
      case .error:
        return (offset, .invalidUTF8(byte: text[offset]))
      case .scalarValue(let scalar):
        if !isPrintable(scalar) { return (offset, .controlCharacter(scalar.value)) }
        offset += UTF8.width(scalar)
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == UInt8(ascii: "\n")
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85: true
    case 0xFEFF: false
    case 0xA0...0xFFFD, 0x10000...: true
    default: false
    }
  }
}
