/// Which names of files are words of a text. The text is read once, however many names there are.
struct Mentions {
  /// Words of the names that the text does not have.
  private var missing: Set<Substring> = []

  init(of names: [Substring]) {
    for name in names { missing.formUnion(Self.words(of: name)) }
  }

  mutating func read(_ line: Substring) {
    func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      // An accent of its own is a part of the letter before it.
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.canonicalCombiningClass != .notReordered
    }
    for word in Self.words(of: line) {
      if missing.isEmpty { return }
      missing.remove(word)
      // The end of a sentence; then emphasis and dashes.
      let end = word.lastIndex { $0 != "." && $0 != "!" }
      missing.remove(end.map { word[...$0] } ?? "")
      // By scalars: some characters are costly to go back over.
      let core = word.unicodeScalars.drop { !isOfWord($0) }
      let last = core.lastIndex(where: isOfWord)
      missing.remove(last.map { Substring(core[...$0]) } ?? "")
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
