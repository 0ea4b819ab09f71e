/// Tells whether the base64 of a key follows the line that begins one; the words of that line alone
/// stand in code that reads such files.
enum KeyBody {
  /// How many characters make a key.
  private static let length = 40
  /// How long a piece of a key is that stands in a string of its own.
  private static let pieceLength = 16

  static func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    areLines(bytes) || arePieces(bytes) || areShortPieces(bytes)
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
        start = behindSign(start, bytes)
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

  /// The key stands in pieces of any length, each a whole string or alone on its line. Words can stand so,
  /// too, but in a key a letter is seldom followed by one of its kind.
  private static func areShortPieces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var kinds: [Kind?] = []
    var isFirst = false
    var start = 0
    while start < bytes.count {
      guard signs[Int(bytes[start])] == .base64 else {
        if signs[Int(bytes[start])] == .lineEnd { isFirst = true }
        start = behindSign(start, bytes)
        continue
      }
      var end = start + 1
      while end < bytes.count, signs[Int(bytes[end])] == .base64 { end += 1 }
      if isInString(start, bytes) && endsString(end, bytes) || isFirst && isLast(end, bytes) {
        kinds += bytes[start..<end].map(Kind.init)
      }
      isFirst = false
      start = end
    }
    return changesOften(kinds)
  }

  /// Of this many pairs of neighbours in a key, some 24 are of two kinds.
  private static let fewestChanges = 20

  /// Whether there is a part as long as a key whose neighbours are of two kinds as often as in one.
  private static func changesOften(_ kinds: [Kind?]) -> Bool {
    var changes = 0
    // Of each kind, in the part that ends here.
    var counts: [Kind: Int] = [:]
    for (index, kind) in kinds.enumerated() {
      if let kind { counts[kind, default: 0] += 1 }
      if index >= length, let kind = kinds[index - length] { counts[kind, default: 0] -= 1 }
      if index > 0, kind != kinds[index - 1] { changes += 1 }
      if index >= length, kinds[index - length] != kinds[index - length + 1] { changes -= 1 }
      if index >= length - 1, changes >= fewestChanges,
        Kind.allCases.allSatisfy({ counts[$0] ?? 0 > 0 })
      {
        return true
      }
    }
    return false
  }

  /// Behind a sign that no key has; the letter behind a backslash stands for something else.
  private static func behindSign(_ start: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    let isEscape =
      bytes[start] == UInt8(ascii: "\\") && start + 1 < bytes.count
      && signs[Int(bytes[start + 1])] != .lineEnd
    return start + (isEscape ? 2 : 1)
  }

  private static func endsString(_ end: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    end < bytes.count && "\"'`\\".utf8.contains(bytes[end])
  }

  /// Whether nothing that could be a key follows in its line.
  private static func isLast(_ end: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes[end...] {
      switch signs[Int(byte)] {
      case .lineEnd: return true
      case .base64: return false
      case .blank, .other: continue
      }
    }
    return true
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
