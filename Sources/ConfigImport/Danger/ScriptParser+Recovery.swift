/// Recovery after a statement that cannot be parsed.
extension ScriptParser {
  /// Skips to the end of a statement that cannot be parsed.
  mutating func leftover() -> ScriptStatement {
    let line = current.line
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
      advance()
    } while level > 0 || current.kind != .lineBreak && current.kind != .end
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
