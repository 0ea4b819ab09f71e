/// A token of a condition.
struct Token: Hashable {
  var kind: Kind
  /// Offsets in Unicode scalars.
  var range: Range<Int>

  enum Kind: Hashable {
    /// A name, a function or a word operator.
    case word(String)
    case text(String)
    /// A regular expression between slashes.
    case pattern(String)
    case number(Double)
    /// A duration in seconds.
    case duration(Double)
    case symbol(Operator)
    case not
    case leftParenthesis
    case rightParenthesis
    case leftBracket
    case rightBracket
    case comma
    /// An invalid token; an error was reported.
    case invalid
    case end
  }
}

/// A binary operator.
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

  /// The operators that are words.
  static let words: [Operator] = [.contains, .startsWith, .endsWith, .matchesGlob, .isIn]

  /// Whether the operator computes a number or a duration.
  var calculates: Bool {
    switch self {
    case .plus, .minus, .times, .divided: true
    default: false
    }
  }

  /// Operators of other languages, with the replacement.
  static let foreign: [String: String] = [
    "and": "&&", "or": "||", "not": "!", "eq": "==", "is": "==", "ne": "!=", "includes": "contains",
    "include": "contains", "has": "contains", "like": "matches", "match": "=~",
    "startsWith":
      "starts_with", "startswith": "starts_with", "endsWith": "ends_with", "endswith": "ends_with",
    "has_prefix": "starts_with", "has_suffix": "ends_with", "lt": "<", "gt": ">", "le": "<=",
    "ge": ">=",
  ]
}
