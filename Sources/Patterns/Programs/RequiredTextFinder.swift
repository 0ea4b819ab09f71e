/// Finds the longest text that every match of a pattern contains.
struct RequiredTextFinder {
  /// The longest text so far; empty when there is none.
  private(set) var longest: [UInt8] = []
  /// The text that the latest nodes must match, as far as it is certain.
  private var current: [UInt8] = []

  static func text(of node: PatternNode) -> RequiredText? {
    var literal = RequiredTextFinder()
    literal.read(node)
    literal.end()
    return RequiredText(literal.longest)
  }

  private mutating func end() {
    if current.count > longest.count { longest = current }
    current = []
  }

  private mutating func read(_ node: PatternNode) {
    switch node {
    case .empty, .assertion, .lookaround: break
    case .set(.scalar(let scalar)) where scalar != "\u{FFFD}":
      current.append(contentsOf: String(scalar).utf8)
    case .set, .alternatives: end()
    case .sequence(let nodes):
      for node in nodes { read(node) }
    case .group(let node, _): read(node)
    case .repetition(let node, let minimum, let maximum, _, _):
      if minimum == 1, maximum == 1 { return read(node) }
      // Its first repetition directly follows the text before it.
      if minimum > 0 { read(node) }
      end()
    }
  }
}
