/// The length of a text, which neither invisible characters nor joined ones can change.
extension StringProtocol {
  /// The number of characters for a minimum: invisible ones do not count, and blanks count as one.
  var shownCount: Int { String(self).withoutInvisible.withSingleBlanks.count }

  /// The number of characters for a maximum. A character of more scalars than writing needs, such
  /// as a row of joined emoji, counts as all of them.
  var fullCount: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return count }
    return reduce(0) { sum, character in
      let scalars = character.unicodeScalars.count
      return sum + (scalars > 10 ? scalars : 1)
    }
  }
}

extension String {
  /// The text without characters that are never shown, such as U+200B, U+FE0F and the empty pattern of Braille.
  var withoutInvisible: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(
      unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{2800}" })
  }

  /// The text with one space for each run of white space, and none at the ends.
  var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
