/// Letter cases of a text; commitlint's names without `-case`.
enum LetterCase: String, CaseIterable, Sendable {
  case camel
  case kebab
  case lower
  /// The first letter is lowercase; the others may have any case.
  case lowerFirst = "lower-first"
  case pascal
  case sentence
  case snake
  case start
  case upper

  static let names = allCases.map(\.rawValue)

  /// Whether a text is written in this case; a text without letters matches every case.
  func matches(_ text: Substring) -> Bool {
    guard let first = text.first(where: \.isLetter) else { return true }
    switch self {
    case .lower: return text.withoutQuotations.allSatisfy { !$0.isUppercase }
    case .upper: return text.withoutQuotations.allSatisfy { !$0.isLowercase }
    case .sentence: return !startsWithLetter(text) || first.isUppercase || !first.isCased
    case .lowerFirst:
      return !startsWithLetter(text) || !first.isUppercase || startsWithIdentifier(text)
    case .camel: return isWord(text, allowing: "") && !first.isUppercase
    case .pascal: return isWord(text, allowing: "") && first.isUppercase
    case .kebab: return isWord(text, allowing: "-") && !text.contains(where: \.isUppercase)
    case .snake: return isWord(text, allowing: "_") && !text.contains(where: \.isUppercase)
    case .start:
      return text.withoutQuotations.split(whereSeparator: \.isWhitespace)
        .allSatisfy { word in word.first { !"([{“‘«".contains($0) }?.isLowercase != true }
    }
  }

  /// Quotation marks, code and numbers at the start have no letter case.
  private func startsWithLetter(_ text: Substring) -> Bool { text.first?.isLetter ?? false }

  /// `URLSession`, `I/O` and `README.md` keep their capitals anywhere.
  private func startsWithIdentifier(_ text: Substring) -> Bool {
    let word = text.prefix { !$0.isWhitespace }.dropFirst()
    return word.contains { $0.isUppercase || $0.isNumber || "/._".contains($0) }
  }

  private func isWord(_ text: Substring, allowing separators: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || separators.contains($0) }
  }
}

extension Substring {
  /// The text without parts in backticks or quotation marks, such as names of types, whose letter
  /// case the author cannot choose. An unpaired mark is kept, with the text after it.
  fileprivate var withoutQuotations: String {
    var kept = ""
    var rest = self
    while let start = rest.firstIndex(where: { $0 == "`" || $0 == "\"" }) {
      let behind = rest[rest.index(after: start)...]
      guard let end = behind.firstIndex(of: rest[start]) else { break }
      kept += rest[..<start]
      rest = behind[behind.index(after: end)...]
    }
    return kept + rest
  }
}
