/// A part of a condition as it is written.
struct SyntaxTree: Hashable, Sendable {
  var node: Node
  /// Offsets in Unicode scalars, with the parentheses around it.
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
    /// Something that could not be read and was reported.
    case invalid
  }
}
