/// The message of a rule of a Dangerfile, with placeholders for interpolations.
struct DangerMessage {
  private(set) var text = ""
  private(set) var differences: Set<String> = []
  private var translator: DangerTranslator

  init(_ translator: DangerTranslator) {
    self.translator = translator
  }

  /// The text without surrounding blank lines and without the indentation of its lines.
  var unindented: String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "\n")
      .trimmed
  }

  mutating func read(_ expression: ScriptExpression) throws(Untranslatable) {
    switch expression {
    case .text(let parts):
      for part in parts {
        switch part {
        case .literal(let literal): text += literal
        case .interpolation(let source): fill(in: source)
        }
      }
    case .binary("+", let left, let right):
      try read(left)
      try read(right)
    case .name(let name):
      guard let value = translator.variables[name], value != expression else {
        throw Untranslatable("its message is built elsewhere")
      }
      translator.variables[name] = nil
      try read(value)
    default:
      guard let placeholder = placeholder(expression) else {
        throw Untranslatable("its message is computed")
      }
      text += placeholder
    }
  }

  private mutating func fill(in source: String) {
    var parser = ScriptParser(source, translator.language)
    let statements = parser.statements()
    if statements.count == 1, case .expression(let value) = statements[0].node,
      let placeholder = placeholder(value)
    {
      text += placeholder
    } else {
      text += "…"
      differences.insert("the message omits `\(source)`")
    }
  }

  private mutating func placeholder(_ expression: ScriptExpression) -> String? {
    switch try? translator.meaning(expression) {
    case .text(let name)? where ["author", "title", "branch", "base"].contains(name): "${\(name)}"
    case .number("number", _)?: "${number}"
    case .files?: "${files}"
    case .literal(let text)?: text
    default: nil
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
