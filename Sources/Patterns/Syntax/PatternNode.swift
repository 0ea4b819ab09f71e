/// A parsed pattern. Options such as `(?i)` are already applied to the nodes.
indirect enum PatternNode: Hashable, Sendable {
  case empty
  /// One scalar of the set.
  case set(ScalarSet)
  case sequence([PatternNode])
  /// The first alternative that leads to a match counts.
  case alternatives([PatternNode])
  /// - Parameter offset: The offset of its quantifier, for errors.
  case repetition(PatternNode, minimum: Int, maximum: Int?, isGreedy: Bool, offset: Int)
  /// A capturing group; `number` is 1-based.
  case group(PatternNode, number: Int)
  case assertion(Assertion)
  case lookaround(PatternNode, Lookaround)

  struct Lookaround: Hashable, Sendable {
    var isAhead: Bool
    var isNegated: Bool
    /// The number of the look-around in the pattern, 0-based.
    var number: Int
  }

  /// Whether it can match the empty text.
  var isNullable: Bool {
    switch self {
    case .empty, .assertion, .lookaround: true
    case .set: false
    case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
    case .alternatives(let nodes): nodes.contains(where: \.isNullable)
    case .repetition(let node, let minimum, _, _, _): minimum == 0 || node.isNullable
    case .group(let node, _): node.isNullable
    }
  }
}

/// A condition on a place in the text, which consumes no scalar.
enum Assertion: UInt8, Hashable, Sendable, CaseIterable {
  /// `\A`, and `^` without `(?m)`.
  case startOfText
  /// `\z`, and `$` without `(?m)`.
  case endOfText
  /// `\Z`: the end, or before a line break that is the last scalar.
  case endOfTextOrLastBreak
  /// `^` with `(?m)`.
  case startOfLine
  /// `$` with `(?m)`.
  case endOfLine
  /// `\b`.
  case wordBoundary
  /// `\B`.
  case noWordBoundary
  /// `\b` with `(?W)`.
  case asciiWordBoundary
  /// `\B` with `(?W)`.
  case noASCIIWordBoundary

  func holds(before left: Surroundings, _ right: Surroundings) -> Bool {
    switch self {
    case .startOfText: left.contains(.edge)
    case .endOfText: right.contains(.edge)
    case .endOfTextOrLastBreak: !right.isDisjoint(with: [.edge, .lastBreak])
    case .startOfLine: !left.isDisjoint(with: [.edge, .lineBreak])
    case .endOfLine: !right.isDisjoint(with: [.edge, .lineBreak])
    case .wordBoundary: left.contains(.word) != right.contains(.word)
    case .noWordBoundary: left.contains(.word) == right.contains(.word)
    case .asciiWordBoundary: left.contains(.asciiWord) != right.contains(.asciiWord)
    case .noASCIIWordBoundary: left.contains(.asciiWord) == right.contains(.asciiWord)
    }
  }

  /// The facts about adjacent scalars that it needs.
  var needs: Surroundings {
    switch self {
    case .startOfText, .endOfText: .edge
    case .endOfTextOrLastBreak: [.edge, .lastBreak]
    case .startOfLine, .endOfLine: [.edge, .lineBreak]
    case .wordBoundary, .noWordBoundary: .word
    case .asciiWordBoundary, .noASCIIWordBoundary: .asciiWord
    }
  }
}

/// The facts about the scalar on one side of a place, for assertions.
struct Surroundings: OptionSet, Hashable, Sendable {
  var rawValue: UInt8
  static let word = Surroundings(rawValue: 1)
  static let asciiWord = Surroundings(rawValue: 2)
  static let lineBreak = Surroundings(rawValue: 4)
  /// There is no scalar: the text ends here.
  static let edge = Surroundings(rawValue: 8)
  /// A line break, and the last scalar of the text.
  static let lastBreak = Surroundings(rawValue: 16)

  static func of(_ scalar: Unicode.Scalar) -> Surroundings {
    var found: Surroundings = []
    if ScalarProperty.word.contains(scalar) { found.insert(.word) }
    if ScalarProperty.asciiWord.contains(scalar) { found.insert(.asciiWord) }
    if ScalarProperty.lineBreak.contains(scalar) { found.insert(.lineBreak) }
    return found
  }
}
