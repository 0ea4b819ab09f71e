/// Recovery after a statement that cannot be parsed.
extension ScriptParser {
  /// Skips to the end of a statement that cannot be parsed.
  mutating func leftover() -> ScriptStatement {
    let line = current.line
    // The `return` of another statement ends a closure in it.
    let controls = ["if", "unless", "guard", "switch", "case", "else"].contains(word)
    // The block, or in JavaScript the statement, can be on the next line.
    var needsBlock = controls && language != .ruby
    var words: Set<String> = []
    var level = 0
    var isLineStart = true
    repeat {
      switch current.kind {
      case .word(let word):
        words.insert(word)
        if language == .ruby {
          if ["def", "case", "begin", "do", "class", "module"].contains(word) { level += 1 }
          if isLineStart, ["if", "unless", "while", "until", "for"].contains(word) { level += 1 }
          if word == "end" { level -= 1 }
        }
      case .symbol("("), .symbol("["), .symbol("{"): level += 1
      case .symbol(")"), .symbol("]"), .symbol("}"): level -= 1
      default: break
      }
      isLineStart = current.kind == .lineBreak
      if current.kind == .end { break }
      if stands("{") { needsBlock = false }
      let isHeader = language == .swift || stands(")") || word == "else"
      advance()
      if needsBlock, level == 0, current.kind == .lineBreak, isHeader {
        skipLineBreaks()
        needsBlock = language == .swift
      }
    } while level > 0 || current.kind != .lineBreak && current.kind != .end
    if !controls { words.remove("return") }
    return ScriptStatement(node: .other(words: words), line: line)
  }

  /// Skips to the end of a line outside of open braces and parentheses.
  mutating func skipToLineEnd() {
    var level = 0
    while current.kind != .end, current.kind != .lineBreak || level > 0 {
      if stands("{") || stands("(") { level += 1 }
      if stands("}") || stands(")") { level -= 1 }
      advance()
    }
  }
}
