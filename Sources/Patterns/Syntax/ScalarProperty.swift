/// A property of Unicode scalars: `\d`, `[:alpha:]`, `\p{Lu}`.
///
/// `\w`, `\d`, `\s` and the POSIX classes are those of UTS #18, Annex C.
enum ScalarProperty: Hashable, Sendable {
  case word, asciiWord
  case digit, asciiDigit
  case space, asciiSpace
  /// `\h`.
  case horizontalSpace
  /// `\v`; `(?m)` begins and ends lines at it.
  case lineBreak
  /// A line feed or a carriage return, which `.` does not match: for git, the shell and compilers,
  /// other line breaks are blanks.
  case lineEnd
  case posix(POSIXClass, isASCII: Bool)
  /// General categories, as bits of `bit(of:)`.
  case categories(UInt32)
  case binary(BinaryProperty)
  /// A property by its name in Swift's own regular expressions, such as `Script=Greek`.
  case named(String)

  func contains(_ scalar: Unicode.Scalar, _ names: NamedProperties) -> Bool {
    if case .named(let name) = self { return names.contains(scalar, in: name) }
    return contains(scalar)
  }

  /// Whether the property contains the scalar; always `false` for a named property.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    switch self {
    case .word:
      if scalar.isASCII { return Self.asciiWord.contains(scalar) }
      if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
      return switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
        true
      default: false
      }
    case .asciiWord:
      return (48...57).contains(value) || (65...90).contains(value) || value == 95
        || (97...122).contains(value)
    case .digit:
      return scalar.isASCII
        ? (48...57).contains(value) : scalar.properties.generalCategory == .decimalNumber
    case .asciiDigit: return (48...57).contains(value)
    case .space:
      return scalar.isASCII ? Self.asciiSpace.contains(scalar) : scalar.properties.isWhitespace
    case .asciiSpace: return value == 32 || (9...13).contains(value)
    case .horizontalSpace:
      return value == 9 || scalar.properties.generalCategory == .spaceSeparator
    case .lineBreak:
      return (10...13).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
    case .lineEnd: return value == 10 || value == 13
    case .posix(let posix, let isASCII):
      return (!isASCII || scalar.isASCII) && posix.contains(scalar)
    case .categories(let bits):
      return bits & Self.bit(of: scalar.properties.generalCategory) != 0
    case .binary(let property): return property.contains(scalar)
    case .named: return false
    }
  }

  static func bit(of category: Unicode.GeneralCategory) -> UInt32 { bits[category] ?? 0 }

  private static let bits = Dictionary(
    uniqueKeysWithValues: categoryNames.enumerated().map { ($1.category, UInt32(1) << UInt32($0)) })

  /// The categories with their short and long names; the first letter of the short name is the
  /// group, such as `L`.
  static let categoryNames: [(category: Unicode.GeneralCategory, short: String, long: String)] = [
    (.uppercaseLetter, "lu", "uppercaseletter"), (.lowercaseLetter, "ll", "lowercaseletter"),
    (.titlecaseLetter, "lt", "titlecaseletter"), (.modifierLetter, "lm", "modifierletter"),
    (.otherLetter, "lo", "otherletter"), (.nonspacingMark, "mn", "nonspacingmark"),
    (.spacingMark, "mc", "spacingmark"), (.enclosingMark, "me", "enclosingmark"),
    (.decimalNumber, "nd", "decimalnumber"), (.letterNumber, "nl", "letternumber"),
    (.otherNumber, "no", "othernumber"), (.connectorPunctuation, "pc", "connectorpunctuation"),
    (.dashPunctuation, "pd", "dashpunctuation"), (.openPunctuation, "ps", "openpunctuation"),
    (.closePunctuation, "pe", "closepunctuation"),
    (.initialPunctuation, "pi", "initialpunctuation"),
    (.finalPunctuation, "pf", "finalpunctuation"), (.otherPunctuation, "po", "otherpunctuation"),
    (.mathSymbol, "sm", "mathsymbol"), (.currencySymbol, "sc", "currencysymbol"),
    (.modifierSymbol, "sk", "modifiersymbol"), (.otherSymbol, "so", "othersymbol"),
    (.spaceSeparator, "zs", "spaceseparator"), (.lineSeparator, "zl", "lineseparator"),
    (.paragraphSeparator, "zp", "paragraphseparator"), (.control, "cc", "control"),
    (.format, "cf", "format"), (.surrogate, "cs", "surrogate"), (.privateUse, "co", "privateuse"),
    (.unassigned, "cn", "unassigned"),
  ]

  private static let groupNames = [
    "letter": "l", "mark": "m", "number": "n", "punctuation": "p", "symbol": "s", "separator": "z",
    "other": "c",
  ]

  /// The property that `\p{name}` means; `nil` when there is none.
  static func find(_ name: String) -> ScalarSet? {
    var key = name.lowercased().filter { !"_- ".contains($0) }
    for prefix in ["generalcategory=", "gc="] where key.hasPrefix(prefix) {
      key = String(key.dropFirst(prefix.count))
    }
    if key == "any" { return .any }
    if key == "ascii" { return .range(0...127) }
    if key == "assigned" {
      return .complement(.property(.categories(bit(of: .unassigned))))
    }
    if let index = categoryNames.firstIndex(where: { $0.short == key || $0.long == key }) {
      return .property(.categories(1 << UInt32(index)))
    }
    if key == "lc" || key == "l&" || key == "casedletter" { return .property(.categories(0b111)) }
    let group = groupNames[key] ?? key
    if group.count == 1 {
      let bits = categoryNames.indices.filter { categoryNames[$0].short.hasPrefix(group) }
        .reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
      if bits != 0 { return .property(.categories(bits)) }
    }
    if let binary = BinaryProperty(rawValue: key) ?? BinaryProperty.short[key] {
      return .property(.binary(binary))
    }
    return NamedProperties.isKnown(name) ? .property(.named(name)) : nil
  }
}

/// The most common binary properties.
enum BinaryProperty: String, Hashable, Sendable {
  case alphabetic, emoji, lowercase, math, uppercase, whitespace

  static let short: [String: BinaryProperty] = [
    "alpha": .alphabetic, "lower": .lowercase, "upper": .uppercase, "space": .whitespace,
    "wspace": .whitespace,
  ]

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .alphabetic: scalar.properties.isAlphabetic
    case .emoji: scalar.properties.isEmoji
    case .lowercase: scalar.properties.isLowercase
    case .math: scalar.properties.isMath
    case .uppercase: scalar.properties.isUppercase
    case .whitespace: scalar.properties.isWhitespace
    }
  }
}

/// The POSIX classes, such as `[:alpha:]`.
enum POSIXClass: String, Hashable, Sendable, CaseIterable {
  case alnum, alpha, ascii, blank, cntrl, digit, graph, lower, print, punct, space, upper, word
  case xdigit

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .alnum: return properties.isAlphabetic || ScalarProperty.digit.contains(scalar)
    case .alpha: return properties.isAlphabetic
    case .ascii: return scalar.isASCII
    case .blank: return ScalarProperty.horizontalSpace.contains(scalar)
    case .cntrl: return properties.generalCategory == .control
    case .digit: return ScalarProperty.digit.contains(scalar)
    case .graph:
      if properties.isWhitespace { return false }
      return switch properties.generalCategory {
      case .control, .surrogate, .unassigned: false
      default: true
      }
    case .lower: return properties.isLowercase
    case .print:
      return POSIXClass.graph.contains(scalar)
        || POSIXClass.blank.contains(scalar) && scalar != "\t"
    case .punct:
      return switch properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        true
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: scalar.isASCII
      default: false
      }
    case .space: return properties.isWhitespace
    case .upper: return properties.isUppercase
    case .word: return ScalarProperty.word.contains(scalar)
    case .xdigit: return properties.isHexDigit
    }
  }
}
