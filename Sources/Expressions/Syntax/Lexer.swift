/// Splits the text of a condition into tokens.
struct Lexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// Whether an operand precedes the current position, so that `/` is a division and does not begin
  /// a pattern.
  private var isBehindOperand = false
  private(set) var problems: [ConditionProblem] = []

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// All tokens, with `.end` as the last one.
  mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    while let token = next() {
      tokens.append(token)
      isBehindOperand = Self.endsOperand(token.kind)
    }
    tokens.append(Token(kind: .end, range: scalars.count..<scalars.count))
    return tokens
  }

  private mutating func next() -> Token? {
    while let scalar = peek() {
      let start = index
      if scalar.properties.isWhitespace {
        index += 1
        continue
      }
      if let kind = punctuation(scalar) { return Token(kind: kind, range: start..<index) }
      switch scalar {
      case "\"", "'":
        return Token(kind: .text(quoted(by: scalar)), range: start..<index)
      case "%":
        index += 1
        report("'%' is not an operator", help: "use `+`, `-`, `*` or `/`", from: start)
        return Token(kind: .symbol(.divided), range: start..<index)
      case "+", "-":
        return Token(kind: calculation(scalar), range: start..<index)
      case "*" where isBehindOperand, "/" where isBehindOperand:
        return Token(kind: calculation(scalar), range: start..<index)
      case "*":
        return Token(kind: .text(bareGlob(from: start)), range: start..<index)
      case "/":
        return Token(kind: .pattern(pattern()), range: start..<index)
      case "0"..."9":
        return Token(kind: number(), range: start..<index)
      default:
        if Self.beginsName(scalar) {
          let name = name()
          if peek() == "/" || peek() == "*", !Self.isFact(name) {
            return Token(kind: .text(bareGlob(from: start)), range: start..<index)
          }
          return Token(kind: .word(name), range: start..<index)
        }
        index += 1
        report("unexpected character '\(scalar)'", help: Self.advice(for: scalar), from: start)
      }
    }
    return nil
  }

  private mutating func calculation(_ scalar: Unicode.Scalar) -> Token.Kind {
    index += 1
    switch scalar {
    case "+": return .symbol(.plus)
    case "-": return .symbol(.minus)
    case "*": return .symbol(.times)
    default: return .symbol(.divided)
    }
  }

  private static func endsOperand(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .word(let word):
      Operator(rawValue: word) == nil && Operator.foreign[word.lowercased()] == nil
    case .text, .pattern, .number, .duration, .rightParenthesis, .rightBracket, .invalid: true
    case .symbol, .not, .leftParenthesis, .leftBracket, .comma, .end: false
    }
  }

  /// Whether a word is a name of conditions, and not a folder.
  private static func isFact(_ name: String) -> Bool {
    NameRegistry.name(name) != nil || Reference(name) != nil
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  private mutating func report(_ message: String, help: String?, from start: Int) {
    problems.append(ConditionProblem(message, help: help, at: start..<index))
  }

  private mutating func punctuation(_ scalar: Unicode.Scalar) -> Token.Kind? {
    let start = index
    func take(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
      index += count
      return kind
    }
    let following = peek(1)
    switch (scalar, following) {
    case ("(", _): return take(1, .leftParenthesis)
    case (")", _): return take(1, .rightParenthesis)
    case ("[", _): return take(1, .leftBracket)
    case ("]", _): return take(1, .rightBracket)
    case (",", _): return take(1, .comma)
    case ("&", "&"): return take(2, .symbol(.and))
    case ("|", "|"): return take(2, .symbol(.or))
    case ("=", "="):
      let kind = take(2, .symbol(.equal))
      if peek() == "=" {
        index += 1
        report("'===' is not an operator", help: "write `==`", from: start)
      }
      return kind
    case ("=", "~"): return take(2, .symbol(.matchesPattern))
    case ("!", "="): return take(2, .symbol(.notEqual))
    case ("!", "~"): return take(2, .symbol(.lacksPattern))
    case ("!", _): return take(1, .not)
    case ("<", "="): return take(2, .symbol(.lessOrEqual))
    case (">", "="): return take(2, .symbol(.greaterOrEqual))
    case ("<", ">"):
      index += 2
      report("'<>' is not an operator", help: "write `!=`", from: start)
      return .symbol(.notEqual)
    case ("<", _): return take(1, .symbol(.less))
    case (">", _): return take(1, .symbol(.greater))
    case ("~", "="):
      index += 2
      report("'~=' is not an operator", help: "write `=~`", from: start)
      return .symbol(.matchesPattern)
    case ("=", _), ("&", _), ("|", _):
      index += 1
      report("'\(scalar)' is not an operator", help: "write `\(scalar)\(scalar)`", from: start)
      return .symbol(scalar == "=" ? .equal : scalar == "&" ? .and : .or)
    default:
      return nil
    }
  }

  /// A backslash only escapes the quote after it; other backslashes are kept, so that regular
  /// expressions need no second level of escapes.
  private mutating func quoted(by quote: Unicode.Scalar) -> String {
    let start = index
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      index += 1
      if scalar == quote { return String(text) }
      if scalar == "\\", peek() == quote {
        index += 1
        text.append(quote)
      } else {
        text.append(scalar)
      }
    }
    report("this text has no closing \(quote)", help: "add a \(quote) after it", from: start)
    return String(text)
  }

  /// Reads a path pattern without quotes and reports the missing quotes.
  private mutating func bareGlob(from start: Int) -> String {
    _ = take { !$0.properties.isWhitespace && $0 != "," && $0 != "(" && $0 != ")" }
    let text = text(from: start)
    report("'\(text)' is not in quotes", help: "write `\"\(text)\"`", from: start)
    return text
  }

  private mutating func pattern() -> String {
    let start = index
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      index += 1
      if scalar == "/" {
        guard peek() == "i" else { return String(text) }
        index += 1
        return "(?i)" + String(text)
      }
      if scalar == "\\", peek() == "/" {
        index += 1
        text.append("/")
      } else {
        text.append(scalar)
      }
    }
    report("this regular expression has no closing /", help: "add a / after it", from: start)
    return String(text)
  }

  /// Reads a number or a duration: `12`, `0.5`, `500ms`, `1h30m`.
  private mutating func number() -> Token.Kind {
    let start = index
    var seconds = 0.0
    var isDuration = false
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      let digits = take { ("0"..."9").contains($0) || $0 == "." || $0 == "_" }
      let unit = take(Self.continuesName)
      let value = Double(digits)
      if value == nil {
        report(
          "'\(digits)' is not a number", help: "write digits, as in `1000` or `0.5`", from: start)
        return .invalid
      }
      if unit.isEmpty, !isDuration { return .number(value ?? 0) }
      guard let factor = Self.units[unit] else {
        report(
          unit.isEmpty
            ? "'\(text(from: start))' ends without a unit" : "'\(unit)' is not a unit of time",
          help: "write one of ms, s, m, h, d, as in `90s` or `1h30m`", from: start)
        return .invalid
      }
      isDuration = true
      seconds += (value ?? 0) * factor
    }
    return .duration(seconds)
  }

  private static let units: [String: Double] = [
    "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400,
  ]

  /// Reads a name with its parts after dots: `steps.build.status`.
  private mutating func name() -> String {
    take { Self.continuesName($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-" }
  }

  private mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = peek(), isWanted(scalar) { index += 1 }
    return text(from: start)
  }

  private func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<index])
    return String(view)
  }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool { beginsName(scalar) }

  private static func advice(for scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}":
      "use straight quotes: \" or '"
    case "`": "put texts in double or single quotes"
    case "$", "{", "}": "write only the name: `branch`, not `${{ branch }}`"
    case "#": "put texts in quotes, as in `title contains \"#trivial\"`"
    case "@": "put texts in quotes"
    default: "remove it, or put texts in quotes"
    }
  }
}
