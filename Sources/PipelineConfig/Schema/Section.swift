/// A mapping whose keys are known: the table that checks it, documents it and describes it to
/// editors.
package struct Section: Hashable, Sendable {
  /// Where a key of it belongs, for example `a step` or `'coverage'`.
  package var title: String
  /// What its keys are called in messages.
  package var keyNoun: String
  /// In the order in which they are documented; no name is there twice.
  package var keys: [KeySpec]
  /// Whether keys that begin with `x-` are ignored.
  package var allowsExtensions: Bool

  package init(
    _ title: String, keyNoun: String = "key", allowsExtensions: Bool = false, _ keys: [KeySpec]
  ) {
    self.title = title
    self.keyNoun = keyNoun
    self.allowsExtensions = allowsExtensions
    self.keys = keys
  }

  package subscript(name: String) -> KeySpec? {
    position(of: name).map { keys[$0] }
  }

  /// Where a key is in `keys`: to copy one takes longer than to find it.
  func position(of name: String) -> Int? {
    // Most names differ in their length, which is quicker to see.
    let count = name.utf8.count
    return keys.indices.first { keys[$0].name.utf8.count == count && keys[$0].name == name }
  }

  /// The names of the keys that do something now.
  package var availableNames: [String] {
    keys.filter { $0.availability == .now }.map(\.name)
  }
}

/// One key of a section.
package struct KeySpec: Hashable, Sendable {
  package var name: String
  package var kind: ValueKind
  /// One sentence: what the key does.
  package var summary: String
  /// A value that is right.
  package var example: String
  package var availability: Availability
  /// What other tools call it.
  package var synonyms: [String]

  package init(
    _ name: String, _ kind: ValueKind, _ summary: String, example: String,
    synonyms: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.example = example
    self.availability = .now
    self.synonyms = synonyms
  }

  package enum Availability: Hashable, Sendable {
    case now
    /// Valid, but its behaviour comes with a later version.
    case later
    /// Known from elsewhere and not part of this section; says what to write instead.
    case elsewhere(instead: String)
  }

  package static func later(_ name: String, _ summary: String) -> KeySpec {
    var spec = KeySpec(name, .later, summary, example: "")
    spec.availability = .later
    return spec
  }

  package static func elsewhere(_ name: String, _ instead: String) -> KeySpec {
    var spec = KeySpec(name, .later, instead, example: "")
    spec.availability = .elsewhere(instead: instead)
    return spec
  }
}
