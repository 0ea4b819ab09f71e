import CIModel

/// Words and phrases that a text must not contain, in any letter case and only as whole words:
/// `wip` does not match `wipe`, nor `to do` `onto do`. Invisible characters do not hide a word, nor do
/// other blanks between two.
struct ForbiddenWords: Sendable {
  static let summary = "Forbidden words and phrases, in any letter case."

  private let words: Set<String>
  /// Entries with characters other than letters, digits and `_`.
  private let phrases: [String]
  /// Entries of nothing but invisible characters.
  private let unseen: [String]

  init(_ texts: [String]) {
    let texts = Set(texts.map { $0.lowercased() }).filter { !$0.isEmpty }
    unseen = texts.filter { $0.withoutInvisible.isEmpty }.sorted()
    let shown = Set(texts.subtracting(unseen).map(\.withoutInvisible))
    words = shown.filter { $0.allSatisfy(\.isInWord) }
    phrases = shown.subtracting(words).sorted()
  }

  var isEmpty: Bool { words.isEmpty && phrases.isEmpty && unseen.isEmpty }

  /// The forbidden words in a text, each once and in lowercase: invisible characters, words in
  /// order of occurrence, then phrases.
  func found(in text: some StringProtocol) -> [String] {
    if isEmpty { return [] }
    let whole = text.lowercased()
    // A control character is nothing, or a blank.
    let parted = whole.withBlanksForControls
    let texts = (parted == whole ? [whole] : [whole, parted]).map(\.withoutInvisible)
    var found = unseen.filter { whole.includes($0) }
    for word in texts.joined(separator: " ").split(whereSeparator: { !$0.isInWord })
    where words.contains(String(word)) {
      if !found.contains(String(word)) { found.append(String(word)) }
    }
    if phrases.isEmpty { return found }
    // An array, because stepping back over some characters is slow in a string.
    let readings = Set(texts + texts.map(\.withSingleBlanks)).map { Array($0) }
    return found
      + phrases.map { Array($0) }.filter { phrase in
        readings.contains { Self.isWhole(phrase, in: $0) }
      }.map { String($0) }
  }

  private static func isWhole(_ phrase: [Character], in text: [Character]) -> Bool {
    text.indices.dropLast(phrase.count - 1).contains { start in
      let end = start + phrase.count
      return text[start] == phrase[0] && text[start..<end].elementsEqual(phrase)
        && !areOneWord(text[..<start].last, phrase.first)
        && !areOneWord(phrase.last, text[end...].first)
    }
  }

  private static func areOneWord(_ left: Character?, _ right: Character?) -> Bool {
    left?.isInWord == true && right?.isInWord == true
  }
}

extension Character {
  fileprivate var isInWord: Bool { isLetter || isNumber || self == "_" }
}
