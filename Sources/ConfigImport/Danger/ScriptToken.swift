/// The languages that Dangerfiles are written in.
package enum ScriptLanguage: Sendable {
  case ruby
  /// JavaScript and TypeScript.
  case javaScript
  case swift
}

/// The smallest part of a script that means something.
struct ScriptToken: Hashable {
  var kind: Kind
  /// 1-based.
  var line: Int
  /// Whether white space stands before it; `warn "x"` is a call in Ruby, `a[0]` an access.
  var followsSpace: Bool

  enum Kind: Hashable {
    case word(String)
    case text([TextPart])
    case pattern(String)
    case number(Double)
    case symbol(String)
    /// A command between backticks, which only Ruby runs.
    case command
    case lineBreak
    case end
  }
}

/// A piece of a text.
enum TextPart: Hashable {
  case literal(String)
  /// The source between the braces or parentheses of an interpolation.
  case interpolation(String)
}
