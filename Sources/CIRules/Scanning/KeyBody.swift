/// Detects whether the base64 of a key follows the line that begins it. That line alone also occurs
/// in code that reads key files.
enum KeyBody {
  /// Minimum number of characters of a key.
  private static let length = 40
  /// Minimum number of characters of a piece of a key in a string of its own.
  static let pieceLength = 16

  static func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    areLines(bytes) || arePieces(bytes) || areShortPieces(bytes)
  }

  /// The role of a byte in a key.
  enum Sign: UInt8 {
    case other
    case base64
    case blank
    case lineEnd
  }

  /// The role of each byte. A table is fast: a text can contain the beginning of a key in every
  /// line, and the bytes behind each are examined.
  static let signs: [Sign] = (0...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .lineEnd
    case UInt8(ascii: " "), UInt8(ascii: "\t"): .blank
    case _ where TokenShape.Characters.base64.contains(byte): .base64
    default: .other
    }
  }

  /// Whether the key is in whole lines: it begins on the next line, or behind an escaped line
  /// break. Its lines may be indented, and comments may precede it.
  private static func areLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var run = 0
    // Blanks may be at both ends of its lines.
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

  /// Whether the key is in pieces, each in a string of its own or behind a sign that begins its
  /// line. The bytes between the pieces may be code, so a piece has to be long, and all pieces
  /// together need lowercase letters, capital letters and digits, which names in code seldom have.
  private static func arePieces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var (count, kinds) = (0, Kinds())
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
        for byte in bytes[start..<end] { kinds.formUnion(Kinds(byte)) }
        if count >= length, kinds == .all { return true }
      }
      isBehindWord = true
      start = end
    }
    return false
  }

  /// Minimum number of neighbouring pairs of two kinds in `length` characters; a key has about 24.
  private static let fewestChanges = 20

  /// Whether a part of `length` characters contains every kind and has as many neighbouring pairs
  /// of two kinds as a key.
  static func changesOften(_ kinds: [Kinds]) -> Bool {
    var changes = 0
    // Number of characters of each kind in the part that ends here.
    var counts = [Int](repeating: 0, count: Int(Kinds.all.rawValue) + 1)
    for (index, kind) in kinds.enumerated() {
      counts[Int(kind.rawValue)] += 1
      if index > 0, kind != kinds[index - 1] { changes += 1 }
      if index >= length {
        counts[Int(kinds[index - length].rawValue)] -= 1
        if kinds[index - length] != kinds[index - length + 1] { changes -= 1 }
      }
      if index >= length - 1, changes >= fewestChanges,
        [Kinds.digit, .capital, .small].allSatisfy({ counts[Int($0.rawValue)] > 0 })
      {
        return true
      }
    }
    return false
  }

  /// Moves behind a byte that no key contains. The letter behind a backslash is part of an escape.
  static func behindSign(_ start: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    let isEscape =
      bytes[start] == UInt8(ascii: "\\") && start + 1 < bytes.count
      && signs[Int(bytes[start + 1])] != .lineEnd
    return start + (isEscape ? 2 : 1)
  }

  private static func isInString(_ start: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    start > 0 && "\"'`".utf8.contains(bytes[start - 1])
      || start > 1 && bytes[start - 2] == UInt8(ascii: "\\")
  }

  /// The kinds of characters in a text. A set of bits, because a `Set` would hash each character.
  struct Kinds: OptionSet {
    var rawValue: UInt8

    static let digit = Kinds(rawValue: 1)
    static let capital = Kinds(rawValue: 2)
    static let small = Kinds(rawValue: 4)
    static let all: Kinds = [.digit, .capital, .small]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The kind of one character; empty for those that are neither letter nor digit.
    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      default: self = []
      }
    }
  }
}
