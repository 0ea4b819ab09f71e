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

  /// The key begins on the next line, or behind an escaped line break. Its lines may be indented, and
  /// comments may stand before it.
  private static func areLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var run = 0
    // Blanks may stand at both ends of its lines.
    var isIndentation = false
    var isBehindBlank = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isIndentation = true
        isBehindBlank = false
      case UInt8(ascii: " "), UInt8(ascii: "\t"): isBehindBlank = !isIndentation
      case _ where TokenShape.Characters.base64.contains(byte):
        run = isBehindBlank ? 1 : run + 1
        isIndentation = false
        isBehindBlank = false
        if run >= length { return true }
      default:
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
    var (count, kinds) = (0, Set<Kind>())
    var isBehindWord = true
    var start = 0
    while start < bytes.count {
      guard bytes[start].isASCIIAlphanumeric else {
        if bytes[start] == UInt8(ascii: "\n") || bytes[start] == UInt8(ascii: "\r") {
          isBehindWord = false
        }
        // A letter behind it stands for something else.
        start += bytes[start] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let piece = bytes[start...].prefix { TokenShape.Characters.base64.contains($0) }
      let isInString =
        start > 0 && quotes.contains(bytes[start - 1])
        || start > 1 && bytes[start - 2] == UInt8(ascii: "\\")
      if piece.count >= pieceLength, isInString || !isBehindWord {
        count += piece.count
        kinds.formUnion(piece.compactMap(Kind.init))
        if count >= length, kinds.count == Kind.allCases.count { return true }
      }
      isBehindWord = true
      start = piece.endIndex
    }
    return false
  }

  private static let quotes = Set("\"'`".utf8)

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
