/// What is written in a file that git takes for binary: one NUL in a source, or UTF-16, hides all of it
/// from whoever looks at lines.
enum HiddenText {
  /// The bytes as UTF-8 where the file is UTF-16, by its byte order mark or because every other of its
  /// first bytes is a NUL; else as they are.
  static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let isBigEndian = byteOrder(bytes) else { return Array(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var decoder = UTF16()
    var units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }.makeIterator()
    while true {
      switch decoder.decode(&units) {
      // The byte order mark is no letter of the first word.
      case .scalarValue("\u{FEFF}") where text.isEmpty: continue
      case .scalarValue(let scalar): text.append(contentsOf: Array(String(scalar).utf8))
      case .error: text.append(contentsOf: Array("\u{FFFD}".utf8))
      case .emptyInput: return text
      }
    }
  }

  /// `true` for big-endian; `nil` where the file is not UTF-16.
  private static func byteOrder(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return true }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return false }
    let sample = bytes.prefix(4_096)
    var zeros = (even: 0, odd: 0)
    for index in sample.indices where sample[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    // Of plain English text, one half of the bytes is zero.
    let most = sample.count * 2 / 5
    if zeros.even >= most, zeros.odd * 8 < zeros.even { return true }
    if zeros.odd >= most, zeros.even * 8 < zeros.odd { return false }
    return nil
  }

  /// Whether less than a twentieth of the bytes, or one or two, are control characters that no text
  /// has.
  static func looksLikeText(_ bytes: some Collection<UInt8>) -> Bool {
    let odd = bytes.reduce(0) { count, byte in
      byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B ? count + 1 : count
    }
    return odd * 20 < bytes.count + 40
  }
}
