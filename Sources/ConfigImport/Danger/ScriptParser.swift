/// Parses the statements of a script. A part that cannot be parsed becomes `.other`, so that
/// parsing continues.
struct ScriptParser {
  struct Unreadable: Error {}

  let language: ScriptLanguage
  private let tokens: [ScriptToken]
  private(set) var index = 0
  var depth = 0
  /// Whether a brace after an expression begins a closure. In a Swift condition it opens the block.
  var allowsClosure = true

  /// The maximum nesting of statements and expressions; people do not write deeper code.
  static let maximumDepth = 40
  /// The maximum number of operands in a sequence of one operator, and of members in one chain.
  static let maximumLength = 200

  init(_ text: String, _ language: ScriptLanguage, line: Int = 1) {
    var lexer = ScriptLexer(text, language, line: line)
    tokens = lexer.read()
    self.language = language
  }

  /// The whole script.
  mutating func statements() -> [ScriptStatement] {
    var statements: [ScriptStatement] = []
    while current.kind != .end { append(to: &statements) }
    return statements
  }

  // MARK: Tokens

  var current: ScriptToken { tokens[min(index, tokens.count - 1)] }
  var following: ScriptToken { tokens[min(index + 1, tokens.count - 1)] }

  var word: String? {
    if case .word(let word) = current.kind { word } else { nil }
  }

  func stands(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  mutating func rewind(to start: Int) { index = start }

  mutating func take(_ symbol: String) -> Bool {
    guard stands(symbol) else { return false }
    advance()
    return true
  }

  mutating func take(word wanted: String) -> Bool {
    guard word == wanted else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(Unreadable) {
    guard take(symbol) else { throw Unreadable() }
  }

  mutating func skipLineBreaks() {
    while current.kind == .lineBreak || stands(";") { advance() }
  }

  /// Reads the name at the current position.
  mutating func name() throws(Unreadable) -> String {
    guard let word else { throw Unreadable() }
    advance()
    return word
  }

  /// Parses a nested part, with a limit for the depth.
  mutating func deeper<Result>(
    _ read: (inout ScriptParser) throws(Unreadable) -> Result
  ) throws(Unreadable) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw Unreadable() }
    return try read(&self)
  }

  // MARK: Statements

  private mutating func append(to statements: inout [ScriptStatement]) {
    skipLineBreaks()
    guard current.kind != .end else { return }
    let start = index
    let startDepth = depth
    do throws(Unreadable) {
      let parsed = try statement()
      guard index != start, isStatementEnd else { throw Unreadable() }
      statements += parsed
    } catch {
      index = start
      depth = startDepth
      allowsClosure = true
      statements.append(leftover())
    }
  }

  /// Whether a statement can end here. Otherwise it goes on in a way that the parser does not know.
  private var isStatementEnd: Bool {
    switch current.kind {
    case .lineBreak, .end: true
    case .symbol(let symbol): symbol == ";" || symbol == "}"
    case .word(let word): language == .ruby && ["end", "else", "elsif"].contains(word)
    default: false
    }
  }

  /// Parses statements up to a closing brace or word, which is not consumed.
  mutating func block(until isEnd: (ScriptParser) -> Bool) throws(Unreadable) -> [ScriptStatement] {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw Unreadable() }
    let closures = allowsClosure
    allowsClosure = true
    defer { allowsClosure = closures }
    var statements: [ScriptStatement] = []
    skipLineBreaks()
    while !isEnd(self), current.kind != .end {
      append(to: &statements)
      skipLineBreaks()
    }
    return statements
  }

  /// Parses statements in braces.
  mutating func braces() throws(Unreadable) -> [ScriptStatement] {
    skipLineBreaks()
    try expect("{")
    let body = try block { $0.stands("}") }
    try expect("}")
    return body
  }

  private mutating func statement() throws(Unreadable) -> [ScriptStatement] {
    let line = current.line
    func made(_ node: ScriptStatement.Node) -> [ScriptStatement] {
      [ScriptStatement(node: node, line: line)]
    }
    switch word {
    case "import", "require", "require_relative", "package":
      skipToLineEnd()
      return []
    case "export", "default", "async", "public", "private", "fileprivate":
      advance()
      return try deeper { (parser) throws(Unreadable) in try parser.statement() }
    case "return", "throw", "raise":
      advance()
      let isBare = isStatementEnd || word == "if" || word == "unless"
      return try modified(made(.exit(isBare ? nil : try expression())))
    case "let", "var", "const":
      advance()
      return made(try assignment())
    case "def", "func", "function":
      advance()
      return made(try function())
    case "if", "unless":
      return made(try condition())
    case "guard":
      advance()
      let holds = try blockCondition()
      guard take(word: "else") else { throw Unreadable() }
      return made(.condition(.not(holds), then: try braces(), otherwise: []))
    case "for", "while", "until", "switch", "case", "begin", "class", "struct", "extension", "try",
      "do", "module", "enum", "protocol", "interface", "type":
      throw Unreadable()
    default:
      break
    }
    if word != nil, following.kind == .symbol("="), !(language == .ruby && stands(":")) {
      return try modified(made(try assignment()))
    }
    let value = try expression()
    if take("=") {
      // An assignment such as `swiftlint.config_file = …` only configures a plugin.
      _ = try expression()
      return []
    }
    // A function that the file exports or schedules is executed, so its body counts.
    if case .function(let function) = value { return function.body }
    return try modified(made(.expression(value)))
  }

  /// Parses Ruby's `statement if condition`.
  private mutating func modified(
    _ statements: [ScriptStatement]
  ) throws(Unreadable) -> [ScriptStatement] {
    guard language == .ruby, word == "if" || word == "unless" else { return statements }
    let negates = word == "unless"
    advance()
    let holds = try expression()
    return [
      ScriptStatement(
        node: .condition(negates ? .not(holds) : holds, then: statements, otherwise: []),
        line: statements.first?.line ?? current.line)
    ]
  }

  private mutating func assignment() throws(Unreadable) -> ScriptStatement.Node {
    let target = try name()
    if take(":") { while !stands("="), current.kind != .lineBreak { advance() } }
    try expect("=")
    skipLineBreaks()
    return .assignment(target, try expression())
  }

  private mutating func function() throws(Unreadable) -> ScriptStatement.Node {
    let title = try name()
    var parameters: [String] = []
    if take("(") {
      while !stands(")"), current.kind != .end {
        if let word { parameters.append(word) }
        advance()
      }
      try expect(")")
    }
    let body: [ScriptStatement]
    if language == .ruby {
      body = try block { $0.word == "end" }
      guard take(word: "end") else { throw Unreadable() }
    } else {
      while !stands("{"), current.kind != .lineBreak { advance() }
      body = try braces()
    }
    return .function(title, ScriptFunction(parameters: parameters, body: body))
  }

  private mutating func condition() throws(Unreadable) -> ScriptStatement.Node {
    let negates = word == "unless"
    advance()
    let holds = try blockCondition()
    let then: [ScriptStatement]
    var otherwise: [ScriptStatement] = []
    if language == .ruby {
      guard take(word: "then") || isStatementEnd else { throw Unreadable() }
      then = try block { ["end", "else", "elsif"].contains($0.word) }
      if word == "elsif" {
        let line = current.line
        let next = try deeper { (parser) throws(Unreadable) in try parser.condition() }
        otherwise = [ScriptStatement(node: next, line: line)]
        return .condition(negates ? .not(holds) : holds, then: then, otherwise: otherwise)
      }
      if take(word: "else") { otherwise = try block { $0.word == "end" } }
      guard take(word: "end") else { throw Unreadable() }
    } else {
      then = try branch()
      let end = index
      skipLineBreaks()
      if take(word: "else") { otherwise = try branch() } else { index = end }
    }
    return .condition(negates ? .not(holds) : holds, then: then, otherwise: otherwise)
  }

  /// Parses a condition that is followed by a block.
  private mutating func blockCondition() throws(Unreadable) -> ScriptExpression {
    allowsClosure = language != .swift
    defer { allowsClosure = true }
    if word == "let" || word == "var" { throw Unreadable() }
    let holds = try expression()
    if stands(",") { throw Unreadable() }
    return holds
  }

  private mutating func branch() throws(Unreadable) -> [ScriptStatement] {
    skipLineBreaks()
    if language == .swift || stands("{") { return try braces() }
    return try deeper { (parser) throws(Unreadable) in try parser.statement() }
  }
}
