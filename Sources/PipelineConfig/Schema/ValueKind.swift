internal import CIModel

/// The kind of value that a key accepts.
package indirect enum ValueKind: Hashable, Sendable {
  /// Any scalar; empty only in quotes.
  case text
  /// A scalar that contains more than white space.
  case filledText
  /// A `MessageTemplate`, which may refer to captures of the rule's patterns.
  case message(hasCaptures: Bool)
  /// The id of a step, or of a custom rule or warning.
  case identifier
  /// The name of a variable of the environment.
  case variable
  case word(Vocabulary)
  /// One of a few words, or a value of the other kind.
  case wordOr(Vocabulary, ValueKind)
  /// `true` or `false`.
  case boolean
  case integer(ClosedRange<Int>)
  /// A positive duration with a unit: `1h30m`.
  case duration
  /// 0…100 with at most two decimals.
  case percent
  /// A number of bytes with a unit: `500KB`, `5MB`.
  case byteSize
  /// A difference of percentages, 0…100 with at most two decimals.
  case points
  /// A regular expression in Swift's `Regex` syntax.
  case pattern
  /// A condition (`Expressions`); it is checked later, when the names that it may use are known.
  case condition
  /// A `PathGlob`.
  case glob
  /// A path relative to the repository root and inside it.
  case path
  case list(ValueKind, atLeast: Int)
  /// One value or a list of them.
  case oneOrMore(ValueKind)
  /// One value or a list of them, which may be empty.
  case anyNumber(ValueKind)
  /// A mapping with known keys.
  case section(Section)
  /// A mapping with known keys, or no value for the defaults.
  case options(Section)
  /// A mapping whose keys depend on the word under one of them; without that key, the other
  /// section.
  case sections(by: String, [String: Section], else: Section)
  /// A mapping whose keys the file chooses.
  case map(KeyRule, ValueKind, atLeast: Int)
  /// The kind depends on whether a scalar, a list or a mapping is written.
  case shaped(scalar: ValueKind?, list: ValueKind?, mapping: ValueKind?)
  /// The axes of a step's matrix; read before anything else (`MatrixExpansion`).
  case matrix
  /// A value for a later version.
  case later

  /// The keys of a mapping that the file chooses.
  package enum KeyRule: Hashable, Sendable {
    case axis
    case stepID
    case variable
    /// The name of a parameter of a file of rules.
    case parameter
    /// A path relative to the repository root and inside it.
    case file
  }

  /// Whether a missing value means the defaults.
  var allowsNothing: Bool {
    switch self {
    case .options, .shaped(_, _, .some(.options)): true
    default: false
    }
  }

  var isLater: Bool {
    if case .later = self { return true }
    return false
  }

  /// The description of the value for "must be …" in messages.
  var expectation: String {
    switch self {
    case .text, .filledText, .message: "text"
    case .identifier: "an id"
    case .variable: "the name of a variable"
    case .word(let vocabulary): vocabulary.expectation
    case .wordOr(let vocabulary, .later): vocabulary.expectation
    case .wordOr(let vocabulary, let kind): "\(kind.expectation) or \(vocabulary.expectation)"
    case .boolean: "true or false"
    case .integer(let range):
      range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a duration with a unit"
    case .percent: "a percentage from 0 to 100"
    case .byteSize: "a size with a unit"
    case .points: "percentage points from 0 to 100"
    case .pattern: "a regular expression"
    case .condition: "a condition"
    case .glob: "a path pattern"
    case .path: "a path"
    case .list: "a list"
    case .oneOrMore(let kind), .anyNumber(let kind): "\(kind.expectation) or a list"
    case .section, .sections, .options, .map, .matrix: "a mapping"
    case .shaped(let scalar, let list, let mapping):
      [scalar, list, mapping].compactMap { $0?.expectation }.joined(separator: " or ")
    case .later: "a value that is not available yet"
    }
  }
}

extension ValueKind {
  /// A duration, or `never`.
  static let durationOrNever = ValueKind.wordOr(
    Vocabulary(
      ["never"],
      hints: ["off": "never", "no": "never", "none": "never", "false": "never", "ignore": "never"]),
    .duration)
}

/// A closed list of words.
package struct Vocabulary: Hashable, Sendable {
  /// In the order in which they are listed to the user.
  package var words: [String]
  /// Accepted aliases, with the word that they mean.
  package var aliases: [String: String]
  /// Words that people try, with the one they should write.
  package var hints: [String: String]
  /// Words for a later version, with their meaning.
  package var later: [String: String]
  /// A description of the words, when there are too many to list in a message: `the id of a rule`.
  package var summary: String?

  package init(
    _ words: [String], aliases: [String: String] = [:], hints: [String: String] = [:],
    later: [String: String] = [:], summary: String? = nil
  ) {
    self.words = words
    self.aliases = aliases
    self.hints = hints
    self.later = later
    self.summary = summary
  }

  /// The word that a text means; `nil` when it is neither a word nor an alias.
  func word(for text: String) -> String? {
    words.contains(text) ? text : aliases[text]
  }

  /// The word that the user probably meant; `nil` when none is similar.
  func suggestion(for text: String) -> String? {
    hints[text.lowercased()] ?? nearestSpelling(of: text, among: words)
  }

  var expectation: String { summary ?? alternatives(words) }
}

/// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
func alternatives(_ words: [String]) -> String {
  let quoted = words.map { "'\($0)'" }
  guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
