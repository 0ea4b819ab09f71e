/// Which names of files are words of a text. The text is read once, however many names there are.
struct Mentions {
  /// Words of the names that the text does not have.
  private var missing: Set<Substring> = []

  init(of names: [Substring]) {
    for name in names { missing.formUnion(Self.words(of: name)) }
  }

  mutating func read(_ line: Substring) {
    for word in Self.words(of: line) {
      if missing.isEmpty { return }
      missing.remove(word)
      // The end of a sentence; then emphasis and dashes.
      let end = word.lastIndex { $0 != "." && $0 != "!" }
      missing.remove(end.map { word[...$0] } ?? "")
      let core = word.drop { !$0.isLetter && !$0.isNumber }
      let last = core.lastIndex { $0.isLetter || $0.isNumber }
      missing.remove(last.map { core[...$0] } ?? "")
    }
  }

  /// Whether all words of a name were read. One that has none cannot be mentioned.
  func contain(_ name: Substring) -> Bool {
    let words = Self.words(of: name)
    return !words.isEmpty && words.allSatisfy { !missing.contains($0) }
  }

  private static func words(of text: Substring) -> [Substring] {
    text.unicodeScalars.split(whereSeparator: isSeparator).map { Substring($0) }
  }

  /// Blanks, and signs that names of files seldom have.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value <= 0x20 || separators.contains(UInt8(truncatingIfNeeded: scalar.value))
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
      .otherPunctuation, .mathSymbol:
      return true
    default: return false
    }
  }

  private static let separators = Array("\"'()*,/:;<=>?[\\]`{|}".utf8)
}
