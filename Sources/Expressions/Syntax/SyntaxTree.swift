/// A part of a condition in its written form.
struct SyntaxTree: Hashable, Sendable {
  var node: Node
  /// Offsets in Unicode scalars, including surrounding parentheses.
  var range: Range<Int>

  indirect enum Node: Hashable, Sendable {
    case literal(Value)
    /// A regular expression between slashes.
    case pattern(String)
    case list([SyntaxTree])
    case name(String)
    case call(name: String, nameRange: Range<Int>, arguments: [SyntaxTree])
    case not(SyntaxTree)
    case binary(Operator, SyntaxTree, SyntaxTree, operatorRange: Range<Int>)
    /// A part that could not be parsed; an error was reported.
    case invalid
  }
}
