extension KeyBody {
  /// Whether the key is in pieces that fill a string or a line, with nothing but blanks between
  /// them, or in longer ones that brackets enclose. Words can be written like that, too, but in a
  /// key a letter is seldom followed by one of the same kind.
  static func areShortPieces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let signs = signs
    var pieces = Pieces()
    var start = 0
    while start < bytes.count {
      switch signs[Int(bytes[start])] {
      case .base64:
        var end = start + 1
        while end < bytes.count, signs[Int(bytes[end])] == .base64 { end += 1 }
        pieces.add(start..<end, of: bytes)
        start = end
        continue
      case .lineEnd: pieces.beginLine()
      case .other: pieces.takeSign(at: start, of: bytes)
      case .blank: break
      }
      start = behindSign(start, bytes)
    }
    return changesOften(pieces.kinds)
  }

  /// The pieces of a text that can be those of a key.
  private struct Pieces {
    private enum Place {
      case line
      case string
      /// Other text precedes in the line or the string.
      case other
    }

    /// The kinds of the characters of all pieces.
    private(set) var kinds: [Kinds] = []
    /// The pieces since the beginning of the string or the line.
    private var row: [Kinds] = []
    private var place = Place.line
    /// Whether no piece precedes in the line.
    private var isFirst = true

    mutating func beginLine() { (row, place, isFirst) = ([], .line, true) }

    private mutating func endRow(takes: Bool, _ next: Place) {
      if takes { kinds += row }
      (row, place) = ([], next)
    }

    mutating func takeSign(at offset: Int, of bytes: UnsafeRawBufferPointer) {
      // Behind an escape, too, a part of a string can begin, and it ends before one.
      if isQuote(offset, bytes) || bytes[offset] == UInt8(ascii: "\\") {
        endRow(takes: place == .string, .string)
      } else if !row.isEmpty {
        // As in `R"(…)"`.
        if place != .string || !isQuote(offset + 1, bytes) { endRow(takes: false, .other) }
      } else if place == .string, !"([{<".utf8.contains(bytes[offset]) {
        place = isFirst ? .line : .other
      }
    }

    mutating func add(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
      defer { isFirst = false }
      guard isPiece(bytes[range]) else { return endRow(takes: false, .other) }
      let isAlone = range.count >= pieceLength && isEnclosed(range, bytes)
      if isAlone { endRow(takes: false, .string) }
      if place == .other { return }
      row += bytes[range].map { Kinds($0) }
      if isAlone || isLast(range.upperBound, bytes) { endRow(takes: true, .other) }
    }
  }

  /// Whether text can be a piece of a key, unlike the signs of a calculation or an assignment.
  private static func isPiece(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let content = text.dropLast(padding)
    return content.contains(where: \.isASCIIAlphanumeric) && !content.contains(UInt8(ascii: "="))
  }

  private static func isQuote(_ offset: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    offset < bytes.count && "\"'`".utf8.contains(bytes[offset])
  }

  /// The signs before and behind a text that they enclose: `q(…)`, `[[…]]`, `<l>…</l>`, `$$…$$`.
  private static let enclosures = ["()", "[]", "{}", "<>", "><", "||", "$$"].map { Array($0.utf8) }

  /// Whether signs enclose a piece, possibly with one blank between, as runs of them are collapsed.
  private static func isEnclosed(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    func isBlank(_ offset: Int) -> Bool {
      bytes.indices.contains(offset) && [.blank, .lineEnd].contains(signs[Int(bytes[offset])])
    }
    let before = range.lowerBound - (isBlank(range.lowerBound - 1) ? 2 : 1)
    let behind = range.upperBound + (isBlank(range.upperBound) ? 1 : 0)
    guard before >= 0, behind < bytes.count else { return false }
    return enclosures.contains { $0[0] == bytes[before] && $0[1] == bytes[behind] }
  }

  /// Whether no character of a key follows in the line, or the line that ends the key.
  private static func isLast(_ end: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    for offset in end..<bytes.count {
      switch signs[Int(bytes[offset])] {
      case .lineEnd: return true
      case .base64: return bytes[end..<offset].suffix(5).elementsEqual("-----".utf8)
      case .blank, .other: continue
      }
    }
    return true
  }
}
