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
    guard body.count == 1, case .expression(let value) = body[0].node else { return nil }
    return value
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
    /// A loop, a declaration or a part that could not be parsed, with the words in it.
    case other(words: Set<String>)
  }
}
