/// What an expression of a Dangerfile comes to, in devtool's words.
enum DangerMeaning: Hashable {
  case condition(ConditionText)
  case constant(Bool)
  /// A name or a function, such as `title`.
  case text(String)
  /// One text behind the other.
  case texts([String])
  case literal(String)
  case literals([String])
  case pattern(String)
  case number(String, differences: Set<String> = [])
  case files(ChangedFiles)
  /// Texts: `labels`, `commits`, …
  case list(String)
  /// The file, or the entry of a list, that a closure is asked about.
  case element
  case missing
  /// Danger, or a service; always there.
  case root(String)
}

/// Why something of a Dangerfile has no counterpart.
struct Untranslatable: Error, Hashable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
