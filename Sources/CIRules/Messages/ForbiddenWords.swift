import CIModel

/// Words and phrases that a text must not contain, in any letter case and only as whole words:
/// `wip` does not match `wipe`, nor `to do` `onto do`. Invisible characters do not hide a word, nor do
/// other blanks, a dash or `_` between two.
struct ForbiddenWords: Sendable {
  static let summary =
    "Forbidden words and phrases, in any letter case; `do not merge` also finds `do-not-merge`."

  private let phrases: PhraseFinder
  /// Phrases with other blanks than single ones between words, which are searched as they are.
  private let spacedPhrases: PhraseFinder
  /// Entries of nothing but invisible characters.
  private let unseen: [String]
  /// Whether an entry has a `>`, with which a quotation begins.
  let haveQuoteSigns: Bool

  init(_ texts: [String]) {
    let texts = Set(texts.map(\.withPlainLetters)).filter { !$0.isEmpty }
    unseen = texts.filter { $0.withoutInvisible.isEmpty }.sorted()
    let shown = Set(texts.subtracting(unseen).map(\.withoutInvisible)).sorted()
    phrases = PhraseFinder(shown.filter { $0 == $0.withSingleBlanks })
    spacedPhrases = PhraseFinder(shown.filter { $0 != $0.withSingleBlanks })
    haveQuoteSigns = shown.contains { $0.contains(">") }
  }

  var isEmpty: Bool { phrases.isEmpty && spacedPhrases.isEmpty && unseen.isEmpty }

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
      let characters = Array(text.withoutInvisible)
      if !spacedPhrases.isEmpty { spacedPhrases.add(to: &found, in: characters) }
      if phrases.isEmpty { continue }
      phrases.add(to: &found, in: Self.withSingleBlanks(characters))
      if let plain = Self.withoutEmphasis(characters) {
        phrases.add(to: &found, in: Self.withSingleBlanks(plain))
      }
    }
    return found
  }

  /// The text with blanks for Markdown's emphasis, as in `do **not** merge`; `nil` without any.
  private static func withoutEmphasis(_ text: [Character]) -> [Character]? {
    var plain = text
    for (index, character) in text.enumerated() {
      switch character {
      case "*", "`", "~": plain[index] = " "
      case "_":
        let neighbours = [text[..<index].last, text[(index + 1)...].first]
        if !neighbours.allSatisfy({ $0?.isInWord ?? false }) { plain[index] = " " }
      default: break
      }
    }
    return plain == text ? nil : plain
  }

  private static func withSingleBlanks(_ text: [Character]) -> [Character] {
    var result: [Character] = []
    result.reserveCapacity(text.count)
    for character in text {
      if !character.isWhitespace {
        result.append(character)
      } else if result.last != " " {
        result.append(" ")
      }
    }
    return result
  }
}

/// Finds words and phrases as whole words, all in one pass over a text.
private struct PhraseFinder {
  private struct Phrase {
    var text: String
    /// The characters; `nil` for a blank between two words.
    var characters: [Character?]

    init(_ text: String) {
      self.text = text
      let all = Array(text)
      characters = all.indices.map { index in
        let isGap =
          all[index] == " " && all[..<index].last?.isInWord == true
          && all[index...].dropFirst().first?.isInWord == true
        return isGap ? nil : all[index]
      }
    }
  }

  /// By the first character.
  private let phrases: [Character?: [Phrase]]

  init(_ texts: [String]) {
    phrases = Dictionary(grouping: texts.map { Phrase($0) }) { $0.characters[0] }
  }

  var isEmpty: Bool { phrases.isEmpty }

  func add(to found: inout [String], in text: [Character]) {
    // `_word_` is emphasis in Markdown.
    var before: Character?
    for (start, character) in text.enumerated() {
      let next = character == "_" ? before : character
      let isInside = before?.isInWord(with: next) ?? false
      before = next
      if isInside { continue }
      for phrase in phrases[character] ?? []
      where Self.begins(text[start...], with: phrase.characters) {
        if !found.contains(phrase.text) { found.append(phrase.text) }
      }
    }
  }

  /// Whether a text begins with the characters of a phrase, and no word continues behind them.
  private static func begins(_ text: ArraySlice<Character>, with phrase: [Character?]) -> Bool {
    guard text.count >= phrase.count else { return false }
    for (sign, character) in zip(phrase, text) {
      guard sign.map({ $0 == character }) ?? character.isGap else { return false }
    }
    let next = text.dropFirst(phrase.count).drop { $0 == "_" }.first
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
