extension PatternParser {
  /// Parses an escape outside of a class.
  mutating func escape() throws(PatternError) -> PatternNode {
    let start = index
    if let scalar = try literalEscape() { return literal(scalar) }
    if let set = try setEscape() { return .set(set) }
    guard let letter = peek(1) else {
      throw .malformed(
        "the pattern ends with '\\'", at: start, help: "write '\\\\' for a literal backslash")
    }
    index += 2
    let isASCII = options.hasASCIIWords || options.hasASCIIClasses
    switch letter {
    case "b": return .assertion(isASCII ? .asciiWordBoundary : .wordBoundary)
    case "B": return .assertion(isASCII ? .noASCIIWordBoundary : .noWordBoundary)
    case "A": return .assertion(.startOfText)
    case "z": return .assertion(.endOfText)
    case "Z": return .assertion(.endOfTextOrLastBreak)
    case "R":
      return .alternatives([
        .sequence([.set(.scalar("\r")), .set(.scalar("\n"))]), .set(.property(.lineBreak)),
      ])
    case "1"..."9", "k", "g":
      throw .unsupported(
        "the back-reference '\\\(letter)'", at: start,
        help: "write out the possible texts: back-references cannot be matched in linear time")
    case "G", "K", "X", "y", "Y", "O", "C":
      throw .unsupported(
        "'\\\(letter)'", at: start, help: "see docs/patterns.md for the supported syntax")
    default:
      throw .malformed("'\\\(letter)' has no meaning", at: start, help: "remove the backslash")
    }
  }

  /// Parses an escape for a single scalar, inside or outside of a class; `nil` when there is none.
  mutating func literalEscape() throws(PatternError) -> Unicode.Scalar? {
    let start = index
    guard peek() == "\\", let letter = peek(1) else { return nil }
    let simple: Unicode.Scalar?
    switch letter {
    case "t": simple = "\t"
    case "n": simple = "\n"
    case "r": simple = "\r"
    case "f": simple = "\u{c}"
    case "a": simple = "\u{7}"
    case "e": simple = "\u{1b}"
    case "x", "u", "U", "0", "o": return try numbered(letter)
    case "N" where peek(2) == "{": return try named()
    default:
      let isPlain = letter.isASCII && !ScalarProperty.asciiWord.contains(letter) || letter == "_"
      simple = isPlain ? letter : nil
    }
    if simple != nil { index = start + 2 }
    return simple
  }

  /// `\x41`, `\x{1F600}`, `\u00e9`, `\U0001F600`, `\0101`, `\o{101}`.
  private mutating func numbered(_ letter: Unicode.Scalar) throws(PatternError) -> Unicode.Scalar {
    let start = index
    index += 2
    let radix = letter == "0" || letter == "o" ? 8 : 16
    var digits: String?
    if letter != "0", skip("{") {
      digits = text(upTo: "}")
    } else {
      let longest = letter == "x" ? 2 : letter == "u" ? 4 : letter == "U" ? 8 : 3
      let first = index
      while let next = peek(), index - first < longest, next.isASCII,
        Int(String(next), radix: radix) != nil
      {
        index += 1
      }
      digits = letter == "0" ? "0" + string(first..<index) : string(first..<index)
      if letter == "u" || letter == "U", index - first != longest { digits = nil }
      if letter == "o" { digits = nil }
    }
    guard let digits, digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let value = UInt32(digits, radix: radix), let scalar = Unicode.Scalar(value)
    else {
      throw .malformed(
        "'\\\(letter)' is not followed by a character number", at: start,
        help: "write it in hexadecimal, such as '\\x{e9}' or '\\u00e9'")
    }
    return scalar
  }

  /// `\N{U+E9}`.
  private mutating func named() throws(PatternError) -> Unicode.Scalar {
    let start = index
    index += 3
    guard let name = text(upTo: "}"), name.hasPrefix("U+"),
      let value = UInt32(name.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(value)
    else {
      throw .unsupported(
        "a character by its name", at: start, help: "write its number, such as '\\u00e9'")
    }
    return scalar
  }

  /// Parses an escape for a set of scalars, inside or outside of a class; `nil` when there is none.
  mutating func setEscape() throws(PatternError) -> ScalarSet? {
    let start = index
    guard peek() == "\\", let letter = peek(1) else { return nil }
    let property: ScalarProperty
    switch letter {
    case "d", "D": property = options.digit
    case "s", "S": property = options.space
    case "w", "W": property = options.word
    case "h", "H": property = .horizontalSpace
    case "v", "V": property = .lineBreak
    case "N": property = .lineEnd
    case "p", "P": return try propertyEscape()
    default: return nil
    }
    index = start + 2
    let isComplement = ("A"..."Z").contains(letter)
    return isComplement ? .complement(.property(property)) : .property(property)
  }

  /// `\p{Lu}`, `\P{Script=Greek}`, `\p{^L}`, `\pL`.
  private mutating func propertyEscape() throws(PatternError) -> ScalarSet {
    let start = index
    var isComplement = peek(1) == "P"
    index += 2
    var name = ""
    if skip("{") {
      if skip("^") { isComplement.toggle() }
      guard let inside = text(upTo: "}") else {
        throw .malformed("'\\p{' has no '}'", at: start)
      }
      name = inside
    } else if let letter = peek() {
      index += 1
      name = String(letter)
    }
    guard let set = ScalarProperty.find(name) else {
      throw .malformed(
        "'\(name)' is not a character property", at: start,
        help: "use a general category or a script, such as '\\p{Lu}' or '\\p{Greek}'")
    }
    return isComplement ? .complement(set) : set
  }
}
