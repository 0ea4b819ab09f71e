import CIModel

/// Words and phrases that a text must not contain, in any letter case and only as whole words:
/// `wip` does not match `wipe`, nor `to do` `onto do`. Invisible characters do not hide a word, nor do
/// other blanks, a dash or `_` between two.
struct ForbiddenWords: Sendable {
  static let summary =
    "Forbidden words and phrases, in any letter case; `do not merge` also finds `do-not-merge`."

  private let phrases: Phrases<Character>
  /// The same for texts of ASCII alone: bytes are much faster to compare.
  private let plainPhrases: Phrases<UInt8>
  /// Entries of nothing but invisible characters.
  private let unseen: [String]
  /// Whether an entry has a `>`, with which a quotation begins.
  let haveQuoteSigns: Bool

  init(_ texts: [String]) {
    let texts = Set(texts.map(\.withPlainLetters)).filter { !$0.isEmpty }
    unseen = texts.filter { $0.withoutInvisible.isEmpty }.sorted()
    let shown = Set(texts.subtracting(unseen).map(\.withoutInvisible)).sorted()
    phrases = Phrases(shown, units: Array.init)
    plainPhrases = Phrases(shown) { Array($0.utf8) }
    haveQuoteSigns = shown.contains { $0.contains(">") }
  }

  var isEmpty: Bool { phrases.isEmpty && unseen.isEmpty }

  /// The forbidden words in a text, each once and in lowercase: invisible characters, then words and
  /// phrases in order of occurrence.
  func found(in text: some StringProtocol) -> [String] {
    if isEmpty { return [] }
    let whole = String(text).withPlainLetters
    var found = unseen.filter { whole.includes($0) }
    // A control character is nothing, or a blank.
    let parted = whole.withBlanksForControls
    for text in parted == whole ? [whole] : [whole, parted] {
      // Arrays, because stepping back over some characters is slow in a string.
      let shown = text.withoutInvisible
      if shown.utf8.allSatisfy({ $0 < 0x80 }) {
        plainPhrases.add(to: &found, in: Array(shown.utf8))
      } else {
        phrases.add(to: &found, in: Array(shown))
      }
    }
    return found
  }
}

/// A character of a text, or a byte of one that is ASCII alone.
private protocol PhraseUnit: Hashable {
  static func ascii(_ byte: UInt8) -> Self
  var isWhitespace: Bool { get }
  var isInWord: Bool { get }
  /// Whether it can be between the words of a phrase.
  var isGap: Bool { get }
  func isInWord(with next: Self?) -> Bool
}

extension Character: PhraseUnit {
  fileprivate static func ascii(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}

extension UInt8: PhraseUnit {
  fileprivate static func ascii(_ byte: UInt8) -> UInt8 { byte }
  fileprivate var isWhitespace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  fileprivate var isInWord: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "_") }
  fileprivate var isGap: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
  fileprivate func isInWord(with next: UInt8?) -> Bool { isInWord && next?.isInWord ?? false }
}

private struct Phrases<Unit: PhraseUnit & Sendable>: Sendable {
  private let phrases: PhraseFinder<Unit>
  /// Phrases with other blanks than single ones between words, which are searched as they are.
  private let spacedPhrases: PhraseFinder<Unit>

  init(_ texts: [String], units: (String) -> [Unit]) {
    phrases = PhraseFinder(texts.filter { $0 == $0.withSingleBlanks }, units: units)
    spacedPhrases = PhraseFinder(texts.filter { $0 != $0.withSingleBlanks }, units: units)
  }

  var isEmpty: Bool { phrases.isEmpty && spacedPhrases.isEmpty }

  func add(to found: inout [String], in text: [Unit]) {
    if !spacedPhrases.isEmpty { spacedPhrases.add(to: &found, in: text) }
    if phrases.isEmpty { return }
    phrases.add(to: &found, in: Self.withSingleBlanks(text))
    if let plain = Self.withoutEmphasis(text) {
      phrases.add(to: &found, in: Self.withSingleBlanks(plain))
    }
  }

  /// The text with blanks for Markdown's emphasis, as in `do **not** merge`; `nil` without any.
  private static func withoutEmphasis(_ text: [Unit]) -> [Unit]? {
    let blank = Unit.ascii(UInt8(ascii: " "))
    let underscore = Unit.ascii(UInt8(ascii: "_"))
    let marks = [UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "~")].map(Unit.ascii)
    var plain = text
    var isPlain = true
    for (index, unit) in text.enumerated() {
      if unit == underscore {
        let neighbours = [text[..<index].last, text[(index + 1)...].first]
        if neighbours.allSatisfy({ $0?.isInWord ?? false }) { continue }
      } else if !marks.contains(unit) {
        continue
      }
      plain[index] = blank
      isPlain = false
    }
    return isPlain ? nil : plain
  }

  private static func withSingleBlanks(_ text: [Unit]) -> [Unit] {
    let blank = Unit.ascii(UInt8(ascii: " "))
    var result: [Unit] = []
    result.reserveCapacity(text.count)
    for unit in text {
      if !unit.isWhitespace {
        result.append(unit)
      } else if result.last != blank {
        result.append(blank)
      }
    }
    return result
  }
}

/// Finds words and phrases as whole words, all in one pass over a text.
private struct PhraseFinder<Unit: PhraseUnit & Sendable>: Sendable {
  private struct Phrase: Sendable {
    var text: String
    /// The units; `nil` for a blank between two words.
    var units: [Unit?]

    init(_ text: String, _ all: [Unit]) {
      self.text = text
      units = all.indices.map { index in
        let isGap =
          all[index] == .ascii(UInt8(ascii: " ")) && all[..<index].last?.isInWord == true
          && all[index...].dropFirst().first?.isInWord == true
        return isGap ? nil : all[index]
      }
    }
  }

  /// By the first unit.
  private let phrases: [Unit: [Phrase]]

  init(_ texts: [String], units: (String) -> [Unit]) {
    var phrases: [Unit: [Phrase]] = [:]
    for text in texts {
      let all = units(text)
      if let first = all.first { phrases[first, default: []].append(Phrase(text, all)) }
    }
    self.phrases = phrases
  }

  var isEmpty: Bool { phrases.isEmpty }

  func add(to found: inout [String], in text: [Unit]) {
    // `_word_` is emphasis in Markdown.
    let underscore = Unit.ascii(UInt8(ascii: "_"))
    var before: Unit?
    for (start, unit) in text.enumerated() {
      let next = unit == underscore ? before : unit
      let isInside = before?.isInWord(with: next) ?? false
      before = next
      if isInside { continue }
      for phrase in phrases[unit] ?? []
      where Self.begins(text[start...], with: phrase.units) {
        if !found.contains(phrase.text) { found.append(phrase.text) }
      }
    }
  }

  /// Whether a text begins with the units of a phrase, and no word continues behind them.
  private static func begins(_ text: ArraySlice<Unit>, with phrase: [Unit?]) -> Bool {
    guard text.count >= phrase.count else { return false }
    for (sign, unit) in zip(phrase, text) {
      guard sign.map({ $0 == unit }) ?? unit.isGap else { return false }
    }
    let underscore = Unit.ascii(UInt8(ascii: "_"))
    let next = text.dropFirst(phrase.count).drop { $0 == underscore }.first
    return phrase.last??.isInWord(with: next) != true
  }
}

extension Substring {
  /// The word at the start; empty if there is none.
  var leadingWord: Substring {
    var last = first
    return prefix { character in
      defer { last = character }
      return last?.isInWord(with: character) ?? false
    }
  }
}

extension Character {
  var isInWord: Bool {
    guard let byte = asciiValue else { return isLetter || isNumber }
    return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
  }

  /// Whether the character and the next one are in one word. A word of letters with case ends where
  /// Han, kana, Hangul or the like begins, because blanks are not usual there.
  func isInWord(with next: Character?) -> Bool {
    guard let next else { return false }
    return isInWord && next.isInWord && isCaseless == next.isCaseless
  }

  private var isCaseless: Bool {
    guard asciiValue == nil, let scalar = unicodeScalars.first else { return false }
    return scalar.properties.isAlphabetic && !scalar.properties.isCased
  }

  /// Whether a character can be between the words of a phrase.
  fileprivate var isGap: Bool {
    self == " " || self == "_"
      || unicodeScalars.first?.properties.generalCategory == .dashPunctuation
  }
}
