/// Parses closures, blocks and arrow functions.
extension ScriptParser {
  /// Parses a Swift closure: `{ $0.x }`, `{ file in … }`.
  mutating func closure() throws(Unreadable) -> ScriptFunction {
    try expect("{")
    var parameters = ["$0"]
    var copy = self
    var names: [String] = []
    while let word = copy.word, word != "in" {
      names.append(word)
      copy.advance()
      _ = copy.take(",")
    }
    if copy.word == "in", !names.isEmpty {
      copy.advance()
      self = copy
      parameters = names
    }
    let body = try block { $0.stands("}") }
    try expect("}")
    return ScriptFunction(parameters: parameters, body: body)
  }

  /// Parses a Ruby block: `{ |file| … }` or `do |file| … end`.
  mutating func rubyBlock() throws(Unreadable) -> ScriptFunction {
    let closing = stands("{") ? "}" : "end"
    advance()
    var parameters: [String] = []
    if take("|") {
      while let word {
        parameters.append(word)
        advance()
        _ = take(",")
      }
      try expect("|")
    }
    let body = try block { closing == "}" ? $0.stands("}") : $0.word == "end" }
    guard closing == "}" ? take("}") : take(word: "end") else { throw Unreadable() }
    return ScriptFunction(parameters: parameters, body: body)
  }

  /// Whether the current parenthesis opens a list of parameters.
  var isArrowFunction: Bool {
    guard language == .javaScript else { return false }
    var copy = self
    _ = copy.skipBalanced()
    if copy.take(":") { _ = copy.word.map { _ in copy.advance() } }
    return copy.stands("=>")
  }

  /// Parses a JavaScript arrow function: `x => …`, `(x) => …`, `({ name }) => { … }`.
  mutating func arrowFunction() throws(Unreadable) -> ScriptExpression {
    let parameters: [String]
    if stands("(") {
      parameters = skipBalanced()
      while !stands("=>"), current.kind != .lineBreak { advance() }
    } else {
      parameters = [try name()]
    }
    try expect("=>")
    skipLineBreaks()
    if stands("{") {
      return .function(ScriptFunction(parameters: parameters, body: try braces()))
    }
    let line = current.line
    let result = ScriptStatement(node: .expression(try expression()), line: line)
    return .function(ScriptFunction(parameters: parameters, body: [result]))
  }

  /// Skips to the token after the matching closing bracket; returns the words in between.
  mutating func skipBalanced() -> [String] {
    var level = 0
    var words: [String] = []
    repeat {
      switch current.kind {
      case .symbol("("), .symbol("["), .symbol("{"): level += 1
      case .symbol(")"), .symbol("]"), .symbol("}"): level -= 1
      case .word(let word): words.append(word)
      default: break
      }
      if current.kind == .end { break }
      advance()
    } while level > 0
    return words
  }
}
