/// Parses expressions, by precedence.
extension ScriptParser {
  mutating func expression() throws(Unreadable) -> ScriptExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw Unreadable() }
    let value = try binary(0)
    guard stands("?") else { return value }
    advance()
    skipLineBreaks()
    _ = try expression()
    skipLineBreaks()
    try expect(":")
    skipLineBreaks()
    _ = try expression()
    return .other
  }

  /// Operators by precedence, weakest first.
  private static let levels: [[String]] = [
    ["or", "and"], ["||", "??"], ["&&"],
    ["==", "!=", "===", "!==", "=~", "!~", "<", ">", "<=", ">="], ["|", "^"], ["&"], ["+", "-"],
    ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(Unreadable) -> ScriptExpression {
    guard level < Self.levels.count else { return try prefix() }
    if level == 1, language == .ruby, take(word: "not") {
      return .not(try deeper { (parser) throws(Unreadable) in try parser.binary(1) })
    }
    var left = try binary(level + 1)
    var length = 1
    while let symbol = operatorHere(level) {
      length += 1
      guard length <= Self.maximumLength else { throw Unreadable() }
      skipLineBreaks()
      let right = try binary(level + 1)
      // The default in `a ?? b` is dropped, because the value always exists here.
      if symbol != "??" { left = .binary(symbol, left, right) }
    }
    return left
  }

  /// Reads an operator of this level, also at the beginning of the next line.
  private mutating func operatorHere(_ level: Int) -> String? {
    let start = index
    while current.kind == .lineBreak { advance() }
    let spelling: String?
    switch current.kind {
    case .symbol(let symbol): spelling = symbol
    case .word(let word) where language == .ruby && index == start: spelling = word
    default: spelling = nil
    }
    let continues =
      index == start || (spelling.map { ["&&", "||", "+", "??"].contains($0) } ?? false)
    guard let spelling, continues, Self.levels[level].contains(spelling) else {
      rewind(to: start)
      return nil
    }
    advance()
    return ["or": "||", "and": "&&", "===": "==", "!==": "!="][spelling] ?? spelling
  }

  private mutating func prefix() throws(Unreadable) -> ScriptExpression {
    if take("!") { return .not(try operandBehindMark()) }
    if take("-") {
      guard case .number(let number) = try operandBehindMark() else { return .other }
      return .number(-number)
    }
    if take("...") || take("&") { return try operandBehindMark() }
    switch word {
    case "await", "try", "new":
      advance()
      _ = take("?") || take("!")
      return try operandBehindMark()
    case "async":
      advance()
      return try operandBehindMark()
    default:
      return try postfix(try operand())
    }
  }

  private mutating func operandBehindMark() throws(Unreadable) -> ScriptExpression {
    try deeper { (parser) throws(Unreadable) in try parser.prefix() }
  }

  private mutating func operand() throws(Unreadable) -> ScriptExpression {
    let token = current
    switch token.kind {
    case .text(var parts):
      advance()
      // Ruby joins adjacent texts.
      while language == .ruby, case .text(let more) = current.kind {
        parts += more
        advance()
      }
      return .text(parts)
    case .pattern(let parts):
      advance()
      return .pattern(parts)
    case .number(let number):
      advance()
      return .number(number)
    case .command:
      advance()
      return .other
    case .word(let word):
      return try named(word)
    case .symbol("("):
      if isArrowFunction { return try arrowFunction() }
      advance()
      skipLineBreaks()
      let closures = allowsClosure
      allowsClosure = true
      defer { allowsClosure = closures }
      let value = try expression()
      skipLineBreaks()
      try expect(")")
      return value
    case .symbol("["):
      return .list(try elements("[", "]").map(\.value))
    case .symbol("{") where language == .swift:
      return .function(try closure())
    case .symbol("{"):
      // An object or a hash.
      _ = skipBalanced()
      return .other
    case .symbol("."), .symbol(":"):
      // `.swift` in Swift, `:name` in Ruby.
      advance()
      return .text([.literal(try name())])
    case .symbol("->"):
      throw Unreadable()
    default:
      throw Unreadable()
    }
  }

  private mutating func named(_ word: String) throws(Unreadable) -> ScriptExpression {
    switch word {
    case "true", "false":
      advance()
      return .boolean(word == "true")
    case "nil", "null", "undefined":
      advance()
      return .null
    case "function":
      advance()
      if self.word != nil { advance() }
      guard stands("(") else { throw Unreadable() }
      let parameters = skipBalanced()
      return .function(ScriptFunction(parameters: parameters, body: try braces()))
    case "if", "unless", "end", "else", "elsif", "do", "then", "for", "while", "switch", "case",
      "return", "class", "def", "func":
      throw Unreadable()
    default:
      if following.kind == .symbol("=>") { return try arrowFunction() }
      advance()
      return .name(word)
    }
  }

  private mutating func postfix(_ start: ScriptExpression) throws(Unreadable) -> ScriptExpression {
    var value = start
    var length = 0
    while true {
      length += 1
      guard length <= Self.maximumLength else { throw Unreadable() }
      let before = index
      if continuesOnNextLine { while current.kind == .lineBreak { advance() } }
      if stands(".") || stands("&.") || stands("?.") || stands("::") {
        advance()
        value = .member(value, try name())
      } else if stands("["), !(language == .ruby && current.followsSpace) {
        let elements = try elements("[", "]")
        value = elements.count == 1 ? .index(value, elements[0].value) : .other
      } else if stands("("), !current.followsSpace || language == .javaScript {
        value = .call(value, try elements("(", ")"))
      } else if stands("!"), language != .ruby, !current.followsSpace {
        advance()
      } else if stands("?"), language == .swift, !current.followsSpace {
        advance()
      } else if language == .swift, stands("{"), allowsClosure || bracesAreClosure {
        value = Self.calling(value, with: .function(try closure()))
      } else if language == .javaScript, word == "as" {
        advance()
        _ = try name()
      } else if language == .ruby, stands("{") || word == "do" {
        value = Self.calling(value, with: .function(try rubyBlock()))
      } else if language == .ruby, beginsArguments(of: value) {
        value = .call(value, try bareArguments())
      } else {
        rewind(to: before)
        return value
      }
    }
  }

  /// Whether the next line begins with `.method`.
  private var continuesOnNextLine: Bool {
    guard current.kind == .lineBreak else { return false }
    var copy = self
    while copy.current.kind == .lineBreak { copy.advance() }
    return (copy.stands(".") || copy.stands("?.") || copy.stands("&."))
  }

  /// Whether a block or an operator follows these braces in a Swift condition, so that they are a
  /// trailing closure: `if files.contains { $0 == "a" } { … }`.
  private var bracesAreClosure: Bool {
    var copy = self
    _ = copy.skipBalanced()
    copy.skipLineBreaks()
    return ["{", "&&", "||", ".", ",", "==", "!=", "<", "<=", ">", ">="].contains(
      where: copy.stands)
  }

  /// Appends a trailing closure to the arguments of a call.
  private static func calling(
    _ value: ScriptExpression, with function: ScriptExpression
  ) -> ScriptExpression {
    let argument = ScriptExpression.Argument(label: nil, value: function)
    if case .call(let callee, let arguments) = value {
      return .call(callee, arguments + [argument])
    }
    return .call(value, [argument])
  }

  // MARK: Arguments

  mutating func elements(
    _ opening: String, _ closing: String
  ) throws(Unreadable) -> [ScriptExpression.Argument] {
    try expect(opening)
    let closures = allowsClosure
    allowsClosure = true
    defer { allowsClosure = closures }
    var arguments: [ScriptExpression.Argument] = []
    skipLineBreaks()
    while !stands(closing) {
      arguments.append(try argument())
      skipLineBreaks()
      guard take(",") else { break }
      skipLineBreaks()
    }
    try expect(closing)
    return arguments
  }

  private mutating func argument() throws(Unreadable) -> ScriptExpression.Argument {
    var label: String?
    if let word, following.kind == .symbol(":"), !following.followsSpace {
      label = word
      advance()
      advance()
      skipLineBreaks()
    }
    return ScriptExpression.Argument(label: label, value: try expression())
  }

  /// Whether a call without parentheses begins, such as `warn "x"`.
  private func beginsArguments(of value: ScriptExpression) -> Bool {
    guard current.followsSpace else { return false }
    switch value {
    case .name, .member: break
    default: return false
    }
    switch current.kind {
    case .text, .number, .pattern: return true
    case .word(let word):
      return !["if", "unless", "and", "or", "do", "then", "end", "else", "while", "rescue"]
        .contains(word)
    case .symbol("["): return true
    case .symbol(":"): return !following.followsSpace
    default: return false
    }
  }

  private mutating func bareArguments() throws(Unreadable) -> [ScriptExpression.Argument] {
    var arguments = [try argument()]
    while take(",") {
      skipLineBreaks()
      arguments.append(try argument())
    }
    return arguments
  }
}
