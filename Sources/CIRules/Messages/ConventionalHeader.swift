/// A subject of the form `type(scope)!: description`.
///
/// Source: https://www.conventionalcommits.org/en/v1.0.0/
struct ConventionalHeader: Hashable, Sendable {
  var type: Substring
  /// The text in parentheses; `nil` when there are none.
  var scope: Substring?
  /// Whether a `!` marks it as a breaking change.
  var isMarkedBreaking: Bool
  var description: Substring

  init?(_ subject: String) {
    var rest = subject[...]
    type = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard !type.isEmpty else { return nil }
    rest = rest.dropFirst(type.count)
    if rest.first == "(" {
      guard let close = rest.firstIndex(of: ")") else { return nil }
      scope = rest[rest.index(after: rest.startIndex)..<close]
      rest = rest[rest.index(after: close)...]
    }
    isMarkedBreaking = rest.first == "!"
    if isMarkedBreaking { rest = rest.dropFirst() }
    guard rest.first == ":" else { return nil }
    let text = rest.dropFirst()
    guard text.first == " " else { return nil }
    description = text.drop { $0 == " " }
    if !NewWords.areSeen(in: description.utf8) { return nil }
  }
}
