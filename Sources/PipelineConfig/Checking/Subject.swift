internal import YAMLDocument

/// The value that is being checked, as named in messages.
struct Subject {
  /// `'timeout' of step 'build'`.
  var name: String
  /// The key to show in a corrected line; `nil` for an element of a list.
  var key: String?
  /// The place for messages when there is no value.
  var range: SourceRange
  /// A valid value; empty when there is no example.
  var example: String

  /// The value as it should be written.
  func written(_ value: String) -> String {
    "`" + (key.map { "\($0): " } ?? "") + value + "`"
  }

  var forExample: String? {
    example.isEmpty ? nil : "for example " + written(example)
  }

  /// Help for a value of the wrong kind.
  func help(toWrite kind: ValueKind) -> String {
    forExample ?? "write \(kind.expectation)"
  }

  /// The subject of a list element.
  /// - Parameter index: 0-based.
  func element(_ index: Int, _ range: SourceRange) -> Subject {
    Subject(name: "entry \(index + 1) of \(name)", key: nil, range: range, example: "")
  }
}

extension Subject {
  /// The value of a key that the section defines.
  init(_ spec: KeySpec, of owner: String?, at range: SourceRange) {
    self.init(
      name: "'\(spec.name)'" + (owner.map { " of \($0)" } ?? ""), key: spec.name, range: range,
      example: spec.example)
  }

  /// The value of a key that the file chooses, such as a step id.
  init(
    _ entry: Entry, _ rule: ValueKind.KeyRule, as kind: ValueKind,
    of owner: @autoclosure () -> String
  ) {
    let key = shortened(entry.key)
    let example =
      switch (rule, kind) {
      case (_, .word(let words)), (_, .shaped(scalar: .word(let words)?, _, _)):
        words.words.first ?? ""
      case (_, .percent): "80"
      case (.axis, _): "debug"
      case (.stepID, _): "{ run: make \(key) }"
      case (.variable, _), (.parameter, _), (.file, _): "\"\""
      }
    self.init(
      name: rule == .stepID ? "step '\(key)'" : "'\(key)' of \(owner())", key: key,
      range: entry.keyRange, example: example)
  }
}
