/// A mapping with known keys: the table for checking it, documenting it and describing it to
/// editors.
package struct Section: Hashable, Sendable {
  /// The owner of its keys in messages, for example `a step` or `'coverage'`.
  package var title: String
  /// The noun for its keys in messages.
  package var keyNoun: String
  /// The keys in the order of the documentation, without duplicate names.
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

  /// The index of a key in `keys`; copying a key would take longer than finding it.
  func position(of name: String) -> Int? {
    // Most names differ in length, which is quicker to compare.
    let count = name.utf8.count
    return keys.indices.first { keys[$0].name.utf8.count == count && keys[$0].name == name }
  }

  /// The names of the keys that are available now.
  package var availableNames: [String] {
    keys.filter { $0.availability == .now }.map(\.name)
  }
}

/// One key of a section.
package struct KeySpec: Hashable, Sendable {
  package var name: String
  package var kind: ValueKind
  /// One sentence that describes what the key does.
  package var summary: String
  /// A valid value.
  package var example: String
  package var availability: Availability
  /// The names of this key in other tools.
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
    /// Reserved for a later version.
    case later
    /// Belongs elsewhere; contains what to write instead.
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
