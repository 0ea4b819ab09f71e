/// The meaning of an expression of a Dangerfile, in devtool's terms.
enum DangerMeaning: Hashable {
  case condition(ConditionText)
  /// The result of a search: an object if the condition holds, else `nil`.
  case found(ConditionText)
  case constant(Bool)
  /// A name or a function, such as `title`.
  case text(String)
  /// A concatenation of texts.
  case texts([String])
  case literal(String)
  case literals([String])
  case pattern(String)
  case number(String, differences: Set<String> = [])
  case files(ChangedFiles)
  /// The number of these files.
  case count(ChangedFiles)
  /// A list of texts: `labels`, `commits`, …
  case list(String)
  /// The file or list entry that is passed to a closure.
  case element
  case missing
  /// Danger, or a service; always exists.
  case root(String)

  /// The expression for a number; `nil` for everything else.
  var number: (text: String, differences: Set<String>)? {
    switch self {
    case .number(let text, let differences): (text, differences)
    case .count(let files): files.count
    default: nil
    }
  }
}

/// Why a part of a Dangerfile has no counterpart.
struct Untranslatable: Error, Hashable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
