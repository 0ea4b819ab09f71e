/// Splits a script into tokens; supports the parts of Ruby, JavaScript and Swift that Dangerfiles
/// use.
struct ScriptLexer {
  private let scalars: [Unicode.Scalar]
  private let language: ScriptLanguage
  private var index = 0
  private var line: Int
  private var tokens: [ScriptToken] = []
  private var startsAfterSpace = true
  /// The here documents that begin behind the current line, each with the index of its token.
  private var documents: [(token: Int, name: String, interpolates: Bool)] = []

  init(_ text: String, _ language: ScriptLanguage, line: Int = 1) {
    scalars = Array(text.unicodeScalars)
    self.language = language
    self.line = line
  }

  mutating func read() -> [ScriptToken] {
    while let scalar = peek() {
      startsAfterSpace = index == 0 || scalars[index - 1].properties.isWhitespace
      if scalar == "\n" {
        append(.lineBreak)
        index += 1
        line += 1
        for document in documents { readBody(of: document) }
        documents = []
      } else if scalar == "\\", peek(1) == "\n" {
        index += 2
        line += 1
      } else if scalar.properties.isWhitespace || scalar == "\\" {
        index += 1
      } else if !skipComment() {
        readToken(scalar)
      }
    }
    append(.lineBreak)
    append(.end)
    return tokens
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  private func stands(_ text: String) -> Bool {
    var offset = index
    for scalar in text.unicodeScalars {
      guard offset < scalars.count, scalars[offset] == scalar else { return false }
      offset += 1
    }
    return true
  }

  private mutating func append(_ kind: ScriptToken.Kind, line start: Int? = nil) {
    tokens.append(
      ScriptToken(kind: kind, line: start ?? line, followsSpace: startsAfterSpace))
  }

  private mutating func skipComment() -> Bool {
    if language == .ruby ? stands("#") : stands("//") {
      while let scalar = peek(), scalar != "\n" { index += 1 }
      return true
    }
    guard language != .ruby, stands("/*") else { return false }
    index += 2
    while index < scalars.count, !stands("*/") {
      if scalars[index] == "\n" { line += 1 }
      index += 1
    }
    index = min(index + 2, scalars.count)
    return true
  }

  private mutating func readToken(_ scalar: Unicode.Scalar) {
    let start = line
    switch scalar {
    case "\"" where stands("\"\"\""):
      append(.text(quoted(by: "\"\"\"", interpolates: true)), line: start)
    case "\"":
      append(.text(quoted(by: "\"", interpolates: language != .javaScript)), line: start)
    case "'" where language != .swift:
      append(.text(quoted(by: "'", interpolates: false)), line: start)
    case "`" where language == .javaScript:
      append(.text(quoted(by: "`", interpolates: true)), line: start)
    case "`":
      _ = quoted(by: "`", interpolates: false)
      append(.command, line: start)
    case "/" where !isBehindOperand:
      append(.pattern(pattern()), line: start)
    case "%" where language == .ruby && (stands("%w") || stands("%i")):
      readWordList()
    case "<" where language == .ruby && (stands("<<~") || stands("<<-")):
      beginDocument()
    case "0"..."9":
      let digits = take { ("0"..."9").contains($0) || $0 == "." || $0 == "_" }
      append(.number(Double(digits.filter { $0 != "_" }) ?? 0), line: start)
    case _ where Self.beginsWord(scalar):
      append(.word(word()), line: start)
    default:
      let symbol = Self.symbols.first { stands($0) } ?? String(Character(scalar))
      index += symbol.unicodeScalars.count
      append(.symbol(symbol), line: start)
    }
  }

  /// Longest symbols first.
  private static let symbols = [
    "===", "!==", "...", "&.", "?.", "??", "=>", "->", "==", "!=", "<=", ">=", "=~", "!~", "&&",
    "||", "+=", "::",
  ]

  private var isBehindOperand: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .word(let word):
      let isKeyword = ["if", "unless", "and", "or", "not", "return", "when", "in"].contains(word)
      // `x.grep /a/` has a space before the slash and none after it.
      let isArgument = language == .ruby && startsAfterSpace && peek(1) != " "
      return !isKeyword && !isArgument
    case .number, .text, .pattern, .command: return true
    case .symbol(let symbol): return symbol == ")" || symbol == "]" || symbol == "}"
    case .lineBreak, .end: return false
    }
  }

  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar == "@" || scalar.properties.isAlphabetic
  }

  private mutating func word() -> String {
    var word = take { Self.beginsWord($0) || ("0"..."9").contains($0) }
    // Accepts `empty?`, but not the `?` of `a ? b : c`, nor the `!` of `a!=b`.
    if language == .ruby, let mark = peek(), mark == "?" || mark == "!", peek(1) != "=" {
      word.unicodeScalars.append(mark)
      index += 1
    }
    return word
  }

  private mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), isWanted(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  private mutating func quoted(by quote: String, interpolates: Bool) -> [TextPart] {
    var parts: [TextPart] = []
    var text = String.UnicodeScalarView()
    index += quote.unicodeScalars.count
    let opening =
      switch language {
      case .ruby: "#{"
      case .javaScript: "${"
      case .swift: "\\("
      }
    while let scalar = peek(), !stands(quote) {
      if interpolates, stands(opening) {
        index += 2
        parts += text.isEmpty ? [] : [.literal(String(text))]
        text = String.UnicodeScalarView()
        parts.append(.interpolation(interpolation(closedBy: language == .swift ? ")" : "}")))
        continue
      }
      if scalar == "\n" { line += 1 }
      if scalar == "\\", let next = peek(1) {
        text.append(next == "n" ? "\n" : next == "t" ? "\t" : next)
        index += 2
      } else {
        text.append(scalar)
        index += 1
      }
    }
    index = min(index + quote.unicodeScalars.count, scalars.count)
    return parts + (text.isEmpty && !parts.isEmpty ? [] : [.literal(String(text))])
  }

  private mutating func interpolation(closedBy closing: Unicode.Scalar) -> String {
    let opening: Unicode.Scalar = closing == ")" ? "(" : "{"
    var depth = 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      index += 1
      if scalar == opening { depth += 1 }
      if scalar == closing { depth -= 1 }
      if depth == 0 { break }
      if scalar == "\n" { line += 1 }
      text.append(scalar)
    }
    return String(text)
  }

  private mutating func pattern() -> [TextPart] {
    index += 1
    var parts: [TextPart] = []
    var text = String.UnicodeScalarView()
    var isInClass = false
    while let scalar = peek(), scalar != "\n", scalar != "/" || isInClass {
      if scalar == "\\", let next = peek(1) {
        if next != "/" { text.append("\\") }
        text.append(next)
        index += 2
        continue
      }
      if language == .ruby, stands("#{") {
        index += 2
        parts.append(.interpolation(interpolation(closedBy: "}")))
        continue
      }
      if scalar == "[" { isInClass = true }
      if scalar == "]" { isInClass = false }
      text.append(scalar)
      index += 1
    }
    index = min(index + 1, scalars.count)
    let flags = take { ("a"..."z").contains($0) }
    var options = flags.filter("isx".contains)
    if flags.contains("m") { options.append(language == .ruby ? "s" : "m") }
    return parts + [.literal((options.isEmpty ? "" : "(?\(options))") + String(text))]
  }

  /// Reads a list of texts such as `%w[a b]`.
  private mutating func readWordList() {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = ["[": "]", "(": ")", "{": "}", "<": ">"]
    index += 2
    guard let opening = peek() else { return }
    let closing = pairs[opening] ?? opening
    index += 1
    let words = take { $0 != closing }.split(whereSeparator: \.isWhitespace)
    index = min(index + 1, scalars.count)
    append(.symbol("["))
    for (number, word) in words.enumerated() {
      if number > 0 { append(.symbol(",")) }
      append(.text([.literal(String(word))]))
    }
    append(.symbol("]"))
  }

  /// Reads the `<<~END` of a here document, whose text begins on the next line.
  private mutating func beginDocument() {
    index += 3
    let interpolates = peek() != "'"
    let quotes: Set<Unicode.Scalar> = ["'", "\""]
    _ = take(quotes.contains)
    let name = take { Self.beginsWord($0) || ("0"..."9").contains($0) }
    _ = take(quotes.contains)
    documents.append((tokens.count, name, interpolates))
    append(.text([]))
  }

  /// Reads the lines up to the name of the here document.
  private mutating func readBody(of document: (token: Int, name: String, interpolates: Bool)) {
    var lines: [String] = []
    while index < scalars.count {
      let text = take { $0 != "\n" }
      if text.filter({ !$0.isWhitespace }) == document.name { break }
      lines.append(String(text.drop(while: \.isWhitespace)))
      index += 1
      line += 1
    }
    let text = lines.joined(separator: "\n")
    var reader = ScriptLexer("\0\(text)", .ruby)
    tokens[document.token].kind = .text(
      document.interpolates
        ? reader.quoted(by: "\0", interpolates: true) : [.literal(text)])
  }
}
