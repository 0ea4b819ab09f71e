/// The smallest part of a condition that means something.
struct Token: Hashable {
  var kind: Kind
  /// Offsets in Unicode scalars.
  var range: Range<Int>

  enum Kind: Hashable {
    /// A name, a function or an operator that is a word.
    case word(String)
    case text(String)
    /// Between slashes.
    case pattern(String)
    case number(Double)
    /// Seconds.
    case duration(Double)
    case symbol(Operator)
    case not
    case leftParenthesis
    case rightParenthesis
    case leftBracket
    case rightBracket
    case comma
    /// Something that was reported.
    case invalid
    case end
  }
}

/// What stands between two operands.
enum Operator: String, Hashable, CaseIterable, Sendable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case matchesPattern = "=~"
  case lacksPattern = "!~"
  case contains
  case startsWith = "starts_with"
  case endsWith = "ends_with"
  case matchesGlob = "matches"
  case isIn = "in"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"

  /// Those that are words.
  static let words: [Operator] = [.contains, .startsWith, .endsWith, .matchesGlob, .isIn]

  /// Whether it makes a number or a duration of two.
  var calculates: Bool {
    switch self {
    case .plus, .minus, .times, .divided: true
    default: false
    }
  }

  /// What other languages write, with the operator to write instead.
  static let foreign: [String: String] = [
    "and": "&&", "or": "||", "not": "!", "eq": "==", "is": "==", "ne": "!=", "includes": "contains",
    "include": "contains", "has": "contains", "like": "matches", "match": "=~",
    "startsWith":
      "starts_with", "startswith": "starts_with", "endsWith": "ends_with", "endswith": "ends_with",
    "has_prefix": "starts_with", "has_suffix": "ends_with", "lt": "<", "gt": ">", "le": "<=",
    "ge": ">=",
  ]
}
