/// The languages that Dangerfiles are written in.
package enum ScriptLanguage: Sendable {
  case ruby
  /// JavaScript and TypeScript.
  case javaScript
  case swift
}

/// A token of a script.
struct ScriptToken: Hashable {
  var kind: Kind
  /// 1-based.
  var line: Int
  /// Whether white space precedes it; in Ruby, `warn "x"` is a call and `a[0]` an access.
  var followsSpace: Bool

  enum Kind: Hashable {
    case word(String)
    case text([TextPart])
    case pattern([TextPart])
    case number(Double)
    case symbol(String)
    /// A command in backticks, which only Ruby executes.
    case command
    case lineBreak
    case end
  }
}

/// A part of a text.
enum TextPart: Hashable {
  case literal(String)
  /// The source between the braces or parentheses of an interpolation.
  case interpolation(String)
}
