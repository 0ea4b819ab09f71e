/// Finds where a string ends, and whether it may contain code.
extension SourceKinds {
  mutating func scanText(_ quote: UInt8) {
    let start = position
    guard let isFormatted = prefix(of: quote), !mayBeInHeaderName() else {
      return doubt(from: start)
    }
    let isTriple =
      syntax.family == .python && byte(1) == quote && byte(2) == quote
    let quotes = isTriple ? 3 : 1
    let hasEscapes = !(quote == UInt8(ascii: "'") && syntax.textCrossesLines)
    let isCharacter =
      quote == UInt8(ascii: "'") && [.c, .go, .java].contains(syntax.family)
    for _ in 0..<quotes { take(.string) }
    while let next = byte(), !isUnsure {
      if next == quote, (0..<quotes).allSatisfy({ byte($0) == quote }) {
        for _ in 0..<quotes { take(.string) }
        // `''` is a quote in YAML; a character literal has few bytes and at least one.
        if isCharacter, position - start < 3 || position - start > 12 { doubt(from: start) }
        return
      }
      let isCode = isFormatted && next == UInt8(ascii: "{")
      let isLineEnd = next == Self.newline && !isTriple && !syntax.textCrossesLines
      if isCode || isLineEnd || quote == UInt8(ascii: "\"") && mayHoldCode { break }
      if next == Self.backslash, hasEscapes {
        if syntax.family == .c, joinsLines || mayBeInHeaderName() { break }
        take(.string)
      }
      take(.string)
    }
    doubt(from: start)
  }

  mutating func scanRawText() {
    let start = position
    take(.string)
    while byte() != nil, !isUnsure {
      let isEnd = byte() == UInt8(ascii: "`")
      take(.string)
      if isEnd { return }
    }
    doubt(from: start)
  }

  /// Whether code begins here within double quotes. `${name}` alone is a value.
  private var mayHoldCode: Bool {
    guard doubtsInText.contains(prefixOf: bytes, at: position) else { return false }
    guard byte(1) == UInt8(ascii: "{") else { return true }
    var ahead = 2
    while byte(ahead).map(SwiftText.isWord) ?? false { ahead += 1 }
    return byte(ahead) != UInt8(ascii: "}")
  }

  /// Reads the prefix directly before a quote.
  ///
  /// - Returns: Whether the string may contain code in braces; `nil` when the quote may not begin a
  ///   string.
  private func prefix(of quote: UInt8) -> Bool? {
    switch syntax.family {
    case .shell: return false
    case .yaml:
      var before = position - 1
      while before >= 0, Self.isBlank(bytes[before]) { before -= 1 }
      return before >= 0 && before < position - 1 && bytes[before] == UInt8(ascii: ":")
        ? false : nil
    case .python:
      var start = position
      while start > 0, SwiftText.isWord(bytes[start - 1]), position - start < 4 { start -= 1 }
      let word = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      if ["", "b", "br", "r", "rb", "u"].contains(word) { return false }
      return ["f", "fr", "rf", "t", "tr", "rt"].contains(word) ? true : nil
    case .c, .go, .java, .javaScript:
      // The quote in `1'000` and `don't` begins no character literal.
      return quote == UInt8(ascii: "'") && byte(-1).map(SwiftText.isWord) ?? false ? nil : false
    }
  }
}
