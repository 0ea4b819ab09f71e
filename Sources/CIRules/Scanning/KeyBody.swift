/// Tells whether the base64 of a key follows the line that begins one; the words of that line alone
/// stand in code that reads such files.
enum KeyBody {
  /// How many characters make a key.
  private static let length = 40
  /// How long a piece of a key is that stands in a string of its own.
  private static let pieceLength = 16

  static func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    areLines(bytes) || arePieces(bytes)
  }

  /// What a byte is to a key.
  private enum Sign: UInt8 {
    case other
    case base64
    case blank
    case lineEnd
  }

  /// For each byte. A text can hold a beginning in every line, and each looks at what follows it.
  private static let signs: [Sign] = (0...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .lineEnd
    case UInt8(ascii: " "), UInt8(ascii: "\t"): .blank
    case _ where TokenShape.Characters.base64.contains(byte): .base64
    default: .other
    }
  }

  /// The key begins on the next line, or behind an escaped line break. Its lines may be indented, and
  /// comments may stand before it.
  private static func areLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var run = 0
    // Blanks may stand at both ends of its lines.
    var isIndentation = false
    var isBehindBlank = false
    for byte in bytes {
      switch signs[Int(byte)] {
      case .lineEnd:
        isIndentation = true
        isBehindBlank = false
      case .blank: isBehindBlank = !isIndentation
      case .base64:
        run = isBehindBlank ? 1 : run + 1
        isIndentation = false
        isBehindBlank = false
        if run >= length { return true }
      case .other:
        isIndentation = false
        isBehindBlank = false
        run = 0
      }
    }
    return false
  }

  /// Each piece of the key stands in a string of its own, or behind a sign that begins its line. What
  /// stands between them may be code, so a piece has to be long, and all of them together need small
  /// letters, capital ones and digits, which names of code seldom have.
  private static func arePieces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var (count, kinds) = (0, Set<Kind>())
    var isBehindWord = true
    var start = 0
    while start < bytes.count {
      let byte = bytes[start]
      guard signs[Int(byte)] == .base64, byte.isASCIIAlphanumeric else {
        if signs[Int(byte)] == .lineEnd { isBehindWord = false }
        // A letter behind it stands for something else.
        start += byte == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      var end = start + 1
      while end < bytes.count, signs[Int(bytes[end])] == .base64 { end += 1 }
      if end - start >= pieceLength, !isBehindWord || isInString(start, bytes) {
        count += end - start
        kinds.formUnion(bytes[start..<end].compactMap(Kind.init))
        if count >= length, kinds.count == Kind.allCases.count { return true }
      }
      isBehindWord = true
      start = end
    }
    return false
  }

  private static func isInString(_ start: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    start > 0 && "\"'`".utf8.contains(bytes[start - 1])
      || start > 1 && bytes[start - 2] == UInt8(ascii: "\\")
  }

  private enum Kind: CaseIterable {
    case digit
    case capital
    case small

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      default: return nil
      }
    }
  }
}
