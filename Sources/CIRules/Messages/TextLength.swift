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
  /// The text without characters that are never shown.
  var withoutInvisible: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isInvisible }))
  }

  /// The text with a blank for each control character.
  var withBlanksForControls: String {
    if !unicodeScalars.contains(where: \.isControl) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }

  /// The text in lowercase, with ASCII letters and digits for their fullwidth forms.
  var withPlainLetters: String {
    let text = lowercased()
    if !text.utf8.contains(0xEF) { return text }
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0xFF10...0xFF19, 0xFF41...0xFF5A: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text with one space for each run of white space, and none at the ends.
  var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension Unicode.Scalar {
  /// Whether a character is never shown, such as U+200B, U+FE0F, the empty pattern of Braille, the null
  /// notehead, blanks of hieroglyphs, and control characters except blanks and line ends.
  var isInvisible: Bool {
    if isControl || value < 0x80 { return isControl && !(0x09...0x0D ~= value) }
    switch self {
    case "\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}": return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value }
}
