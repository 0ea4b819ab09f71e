internal import YAMLDocument

/// The value that is being checked, as messages call it.
struct Subject {
  /// `'timeout' of step 'build'`.
  var name: String
  /// The key to show in a corrected line; `nil` for an element of a list.
  var key: String?
  /// Where to point when there is no value to point at.
  var range: SourceRange
  /// A value that is right, or empty.
  var example: String

  /// The value as it should be written.
  func written(_ value: String) -> String {
    "`" + (key.map { "\($0): " } ?? "") + value + "`"
  }

  var forExample: String? {
    example.isEmpty ? nil : "for example " + written(example)
  }

  /// What to do next when the value is of another kind.
  func help(toWrite kind: ValueKind) -> String {
    forExample ?? "write \(kind.expectation)"
  }

  /// The element of a list.
  /// - Parameter index: 0-based.
  func element(_ index: Int, _ range: SourceRange) -> Subject {
    Subject(name: "entry \(index + 1) of \(name)", key: nil, range: range, example: "")
  }
}
