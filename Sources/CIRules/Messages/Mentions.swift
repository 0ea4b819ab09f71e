/// Finds out which file names a text mentions as words. It reads the text once, whatever the number
/// of names.
struct Mentions {
  /// Words of the names that have not been read yet.
  private var missing: Set<Substring> = []

  init(of names: [Substring]) {
    for name in names { missing.formUnion(Self.words(of: name)) }
  }

  mutating func read(_ line: Substring) {
    func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      // A combining accent is part of the letter before it.
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.canonicalCombiningClass != .notReordered
    }
    for word in Self.words(of: line) {
      if missing.isEmpty { return }
      missing.remove(word)
      // Without the full stop of a sentence, then without emphasis and dashes.
      let end = word.lastIndex { $0 != "." && $0 != "!" }
      missing.remove(end.map { word[...$0] } ?? "")
      // By scalars, because stepping back over some characters is slow.
      let core = word.unicodeScalars.drop { !isOfWord($0) }
      let last = core.lastIndex(where: isOfWord)
      missing.remove(last.map { Substring(core[...$0]) } ?? "")
    }
  }

  /// Whether all words of a name were read; `false` for a name without words.
  func contain(_ name: Substring) -> Bool {
    let words = Self.words(of: name)
    return !words.isEmpty && words.allSatisfy { !missing.contains($0) }
  }

  private static func words(of text: Substring) -> [Substring] {
    text.unicodeScalars.split(whereSeparator: isSeparator).map { Substring($0) }
  }

  /// Blanks, and punctuation that is rare in file names.
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
