/// An expression of a script.
indirect enum ScriptExpression: Hashable {
  case name(String)
  case text([TextPart])
  case pattern([TextPart])
  case number(Double)
  case boolean(Bool)
  case null
  case list([ScriptExpression])
  case member(ScriptExpression, String)
  case index(ScriptExpression, ScriptExpression)
  case call(ScriptExpression, [Argument])
  case function(ScriptFunction)
  case not(ScriptExpression)
  case binary(String, ScriptExpression, ScriptExpression)
  /// An expression that was parsed and is none of these.
  case other

  var isFunction: Bool {
    if case .function = self { true } else { false }
  }

  struct Argument: Hashable {
    var label: String?
    var value: ScriptExpression
  }
}

/// A closure, a block or a function.
struct ScriptFunction: Hashable {
  /// The names of the parameters; `$0` for unnamed ones.
  var parameters: [String]
  var body: [ScriptStatement]

  /// The value of the function if its body is one expression; else `nil`.
  var result: ScriptExpression? {
    guard body.count == 1 else { return nil }
    switch body[0].node {
    case .expression(let value), .exit(let value?): return value
    default: return nil
    }
  }
}

struct ScriptStatement: Hashable {
  var node: Node
  /// 1-based.
  var line: Int

  enum Node: Hashable {
    case expression(ScriptExpression)
    case assignment(String, ScriptExpression)
    case function(String, ScriptFunction)
    case condition(ScriptExpression, then: [ScriptStatement], otherwise: [ScriptStatement])
    /// The end of the function, such as `return`, with its value.
    case exit(ScriptExpression?)
    /// A loop, a declaration or a part that could not be parsed, with the words in it.
    case other(words: Set<String>)
  }

  /// Whether the function can end here.
  var mayExit: Bool {
    switch node {
    case .exit: true
    case .condition(_, let then, let otherwise): (then + otherwise).contains(where: \.mayExit)
    case .other(let words): words.contains("return")
    default: false
    }
  }
}
