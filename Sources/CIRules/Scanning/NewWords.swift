import CIModel

/// Detects whether a change contains new words. Lines that are only moved, indented or ended in
/// another way are not new.
enum NewWords {
  /// Whether a line with a letter or a digit occurs more often in the new text than in the old one.
  static func occur(in new: [UInt8], besides old: [UInt8]) -> Bool {
    var left = counts(of: old)
    return lines(new).contains { line in
      guard let count = left[line], count > 0 else { return occur(in: line) }
      left[line] = count - 1
      return false
    }
  }

  /// Whether two texts have the same lines, ignoring blanks, comment lines that begin with `#`, and
  /// the order of the lines.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    func counts(_ bytes: [UInt8]) -> [[UInt8]: Int] {
      lines(bytes).reduce(into: [:]) { counts, line in
        if line.first != UInt8(ascii: "#") { counts[line.filter { $0 > 0x20 }, default: 0] += 1 }
      }
    }
    return one == other || counts(one) == counts(other)
  }

  /// Number of occurrences of each line in a text.
  private static func counts(of bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    lines(bytes).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  static func occur(in text: AddedText) -> Bool { occur(in: text.bytes) }

  /// Whether a text contains a visible letter or digit.
  static func occur(in bytes: some Collection<UInt8>) -> Bool {
    if bytes.contains(where: \.isASCIIAlphanumeric) { return true }
    return bytes.contains { $0 >= 0x80 }
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: isWord)
  }

  /// Whether a text contains anything visible, including signs and pictures.
  static func areSeen(in bytes: some Collection<UInt8>) -> Bool {
    if bytes.contains(where: { 0x21..<0x7F ~= $0 }) { return true }
    return bytes.contains { $0 >= 0x80 }
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: isSeen)
  }

  /// Whether a text has a picture that can be seen, such as an emoji.
  static func areDrawn(in bytes: some Collection<UInt8>) -> Bool {
    bytes.contains { $0 >= 0x80 }
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
        $0.properties.generalCategory == .otherSymbol && isSeen($0)
      }
  }

  private static func isSeen(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark,
      .spaceSeparator, .lineSeparator, .paragraphSeparator:
      false
    default: !scalar.isInvisible
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
      let line = line.contains { $0 >= 0x80 } ? shown(line) : line
      return line.lastIndex { $0 > 0x20 }.map { line.drop { $0 <= 0x20 }[...$0] }
    }
  }

  /// A line without non-ASCII blanks around it and without invisible characters.
  private static func shown(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.filter { !$0.isInvisible }
    let isBlank = { (scalar: UnicodeScalar) in scalar.properties.isWhitespace }
    let rest = scalars.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return Array(String(rest[..<end]).utf8)[...]
  }

  private static func isWord(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      !scalar.isInvisible
    default: false
    }
  }
}
