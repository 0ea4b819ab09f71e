/// Parses the syntax of regular expressions that ICU, PCRE and Swift share.
///
/// Constructs that cannot be searched in linear time are refused with their place: back-references,
/// atomic groups, possessive quantifiers, recursion.
struct PatternParser {
  /// In bytes; a longer pattern is not readable anyway.
  static let maximumLength = 4096
  /// Maximum nesting of groups; the parser and the compiler are recursive.
  static let maximumDepth = 200
  /// Largest number in a quantifier.
  static let maximumCount = 1000
  static let maximumGroups = 100
  static let maximumLookarounds = 16

  let scalars: [Unicode.Scalar]
  var index = 0
  var options = PatternOptions()
  /// The names of the capturing groups.
  var groupNames: [String?] = []
  private var depth = 0
  /// Offset of the look-around that is being read; `nil` outside of one.
  private var lookaround: Int?
  private var lookaroundCount = 0

  static func parse(_ text: String) throws(PatternError) -> (PatternNode, groupNames: [String?]) {
    guard text.utf8.count <= maximumLength else {
      throw .tooLarge("it has \(text.utf8.count) bytes, limit is \(maximumLength)", at: 0)
    }
    var parser = PatternParser(scalars: Array(text.unicodeScalars))
    let node = try parser.alternatives()
    if !parser.isAtEnd { throw .malformed("')' has no matching '('", at: parser.index) }
    return (node, parser.groupNames)
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  // MARK: Reading

  var isAtEnd: Bool { index >= scalars.count }
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    index += 1
    return true
  }

  mutating func skip(_ text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Returns the text before `end`, and skips both; `nil` when there is no `end`.
  mutating func text(upTo end: Unicode.Scalar) -> String? {
    guard let close = scalars[index...].firstIndex(of: end) else { return nil }
    defer { index = close + 1 }
    return string(index..<close)
  }

  func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  // MARK: Structure

  /// Parses up to the end or the parenthesis that closes the group. Options last until there.
  mutating func alternatives() throws(PatternError) -> PatternNode {
    let outer = options
    defer { options = outer }
    var branches: [PatternNode] = []
    repeat { branches.append(try sequence()) } while skip("|")
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = peek(), next != "|", next != ")" {
      if skipsIgnored() { continue }
      let start = index
      if skip("\\Q") {
        try quoted(start, into: &nodes)
        continue
      }
      guard let atom = try atom() else { continue }
      while skipsIgnored() {}
      nodes.append(try quantified(atom, from: start))
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  /// Skips white space and comments under `(?x)`, and `(?#…)`; returns whether there was one.
  mutating func skipsIgnored() -> Bool {
    guard let next = peek() else { return false }
    if options.isExtended {
      if next.properties.isPatternWhitespace {
        index += 1
        return true
      }
      if next == "#" {
        while let next = peek(), !ScalarProperty.lineBreak.contains(next) { index += 1 }
        return true
      }
    }
    guard next == "(", peek(1) == "?", peek(2) == "#",
      let close = scalars[index...].firstIndex(of: ")")
    else { return false }
    index = close + 1
    return true
  }

  /// Parses the scalars up to `\E` or the end literally; the last one can be quantified.
  private mutating func quoted(
    _ start: Int, into nodes: inout [PatternNode]
  ) throws(PatternError) {
    while !isAtEnd, !skip("\\E") {
      nodes.append(literal(scalars[index]))
      index += 1
    }
    if let last = nodes.popLast() { nodes.append(try quantified(last, from: start)) }
  }

  func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .set(.literal(scalar, ignoringCase: options.ignoresCase))
  }

  /// Parses an atom; `nil` for a group that only changes options.
  private mutating func atom() throws(PatternError) -> PatternNode? {
    let start = index
    let scalar = scalars[index]
    switch scalar {
    case "(": return try group()
    case "[": return .set(try customClass())
    case "\\": return try escape()
    case "*", "+", "?":
      throw .malformed("'\(scalar)' has nothing to repeat", at: start)
    case "{":
      if count() != nil {
        throw .malformed("'{' has nothing to repeat", at: start)
      }
      index = start + 1
      return literal(scalar)
    case ".":
      index += 1
      return .set(options.dotTakesBreaks ? .any : .complement(.property(.lineEnd)))
    case "^":
      index += 1
      return .assertion(options.isMultiline ? .startOfLine : .startOfText)
    case "$":
      index += 1
      return .assertion(options.isMultiline ? .endOfLine : .endOfText)
    default:
      index += 1
      return literal(scalar)
    }
  }

  // MARK: Quantifiers

  private mutating func quantified(
    _ node: PatternNode, from start: Int
  ) throws(PatternError) -> PatternNode {
    let place = index
    let minimum: Int
    let maximum: Int?
    if skip("*") {
      (minimum, maximum) = (0, nil)
    } else if skip("+") {
      (minimum, maximum) = (1, nil)
    } else if skip("?") {
      (minimum, maximum) = (0, 1)
    } else if let range = count() {
      (minimum, maximum) = range
      if let limit = range.maximum, limit < range.minimum {
        throw .malformed("\(range.minimum) is more than \(limit)", at: place)
      }
      if max(range.minimum, range.maximum ?? 0) > Self.maximumCount {
        throw .tooLarge("a count is above \(Self.maximumCount)", at: place)
      }
    } else {
      return node
    }
    // Only a group around them can be repeated; it then matches the empty text any number of times.
    switch node {
    case .assertion where scalars[start] != "(",
      .lookaround where string(start..<min(start + 3, place)) != "(?:":
      throw .malformed("'\(string(start..<place))' cannot be repeated", at: place)
    default: break
    }
    if peek() == "+" {
      throw .unsupported(
        "the possessive quantifier '\(string(place..<(index + 1)))'", at: place,
        help: "remove the '+' after it: every pattern is matched in linear time without it")
    }
    let isGreedy = !skip("?") != options.isReluctant
    while skipsIgnored() {}
    if let next = peek(), next == "*" || next == "+" || next == "?" {
      throw .malformed("'\(next)' has nothing to repeat", at: index)
    }
    return .repetition(
      node, minimum: minimum, maximum: maximum, isGreedy: isGreedy, offset: place)
  }

  /// Parses `{2}`, `{2,}`, `{,3}` or `{2,3}`; otherwise it does not move, and the brace is literal.
  private mutating func count() -> (minimum: Int, maximum: Int?)? {
    let start = index
    guard skip("{") else { return nil }
    let lower = number()
    var upper = lower
    if skip(",") {
      upper = number()
    } else if lower == nil {
      index = start
      return nil
    }
    guard lower != nil || upper != nil, skip("}") else {
      index = start
      return nil
    }
    return (lower ?? 0, upper)
  }

  /// Parses a number and ignores spaces around it. A number that is too large becomes 1,000,000.
  private mutating func number() -> Int? {
    while peek() == " " { index += 1 }
    var value: Int?
    while let digit = peek(), ("0"..."9").contains(digit) {
      value = min(1_000_000, (value ?? 0) * 10 + Int(digit.value - 48))
      index += 1
    }
    while peek() == " " { index += 1 }
    return value
  }

  // MARK: Groups

  private mutating func group() throws(PatternError) -> PatternNode? {
    let start = index
    index += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw .tooLarge("groups are nested more than \(Self.maximumDepth) levels deep", at: start)
    }
    if peek() == "*" {
      throw .unsupported(
        "a backtracking verb", at: start,
        help: "remove it: every pattern is matched in linear time")
    }
    guard skip("?") else {
      if options.capturesNamesOnly { return try body(start) }
      return try capture(start, name: nil)
    }
    if skip(":") { return try body(start) }
    if skip("=") { return try look(start, isAhead: true, isNegated: false) }
    if skip("!") { return try look(start, isAhead: true, isNegated: true) }
    if skip("<=") { return try look(start, isAhead: false, isNegated: false) }
    if skip("<!") { return try look(start, isAhead: false, isNegated: true) }
    if skip("P<") || skip("<") { return try capture(start, name: name(endingWith: ">")) }
    if skip("'") { return try capture(start, name: name(endingWith: "'")) }
    if skip(">") {
      throw .unsupported(
        "the atomic group '(?>'", at: start,
        help: "write '(?:': every pattern is matched in linear time without it")
    }
    if let next = peek(), "(|R&P0123456789+C".unicodeScalars.contains(next) {
      if next != "P" || peek(1) == ">" || peek(1) == "=" {
        throw .unsupported(
          "a group '(?\(next)'", at: start, help: "write its parts as '(?:a|b)'")
      }
    }
    return try optionGroup(start)
  }

  private mutating func body(_ start: Int) throws(PatternError) -> PatternNode {
    let node = try alternatives()
    guard skip(")") else { throw .malformed("'(' has no ')'", at: start) }
    return node
  }

  private mutating func capture(
    _ start: Int, name: String?
  ) throws(PatternError) -> PatternNode {
    if let name {
      if groupNames.contains(name) {
        throw .malformed(
          "another group is named '\(name)'", at: start, help: "rename one of the two")
      }
      if lookaround != nil {
        throw .unsupported(
          "a named group inside a look-around", at: start,
          help: "move the group outside: text in a look-around is not part of the match")
      }
    }
    guard groupNames.count < Self.maximumGroups else {
      throw .tooLarge("it has more than \(Self.maximumGroups) capturing groups", at: start)
    }
    groupNames.append(name)
    let number = groupNames.count
    return .group(try body(start), number: number)
  }

  private mutating func name(endingWith end: Unicode.Scalar) throws(PatternError) -> String {
    let start = index
    guard let name = text(upTo: end) else {
      throw .malformed("the name of the group has no '\(end)'", at: start)
    }
    let isName = name.unicodeScalars.allSatisfy { ScalarProperty.word.contains($0) }
    guard isName, let first = name.unicodeScalars.first, !ScalarProperty.digit.contains(first)
    else {
      throw .malformed(
        "'\(name)' is not a valid group name", at: start,
        help: "use letters, digits and '_', and begin with a letter")
    }
    return name
  }

  private mutating func look(
    _ start: Int, isAhead: Bool, isNegated: Bool
  ) throws(PatternError) -> PatternNode {
    if lookaround != nil {
      throw .unsupported(
        "a look-around inside another one", at: start, help: "write them one after the other")
    }
    let number = lookaroundCount
    lookaroundCount += 1
    guard number < Self.maximumLookarounds else {
      throw .tooLarge("it has more than \(Self.maximumLookarounds) look-arounds", at: start)
    }
    lookaround = start
    defer { lookaround = nil }
    return .lookaround(
      try body(start), .init(isAhead: isAhead, isNegated: isNegated, number: number))
  }

  /// Parses `(?i)`, which applies to the rest of the enclosing group, or `(?i:…)`, which applies to
  /// its own.
  private mutating func optionGroup(_ start: Int) throws(PatternError) -> PatternNode? {
    var changed = options
    var value = true
    if skip("^") {
      changed = PatternOptions()
      changed.capturesNamesOnly = options.capturesNamesOnly
    }
    while let letter = peek() {
      index += 1
      switch letter {
      case "-" where value: value = false
      case ")":
        options = changed
        return nil
      case ":":
        let outer = options
        options = changed
        defer { options = outer }
        return try body(start)
      default:
        guard changed.set(letter, to: value) else {
          throw .malformed(
            "'\(letter)' is not a group option", at: index - 1,
            help: "use i, m, s, x, n or U, as in '(?i)'")
        }
      }
    }
    throw .malformed("'(' has no ')'", at: start)
  }
}
