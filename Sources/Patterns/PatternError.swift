/// Why a text cannot be used as a regular expression.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The text breaks the syntax.
    case malformed
    /// The syntax exists in other engines, but not here.
    case unsupported
    /// The pattern would take too much memory or time.
    case tooLarge
  }

  package var kind: Kind
  /// The problem: a lowercase fragment without a full stop.
  package var message: String
  /// The place in Unicode scalars from the beginning of the pattern, 0-based.
  package var offset: Int
  /// How to fix it: an imperative clause.
  package var help: String

  static func malformed(_ message: String, at offset: Int, help: String? = nil) -> PatternError {
    PatternError(
      kind: .malformed, message: message, offset: offset,
      help: help
        ?? "escape special characters, such as '\\(', and use single quotes")
  }

  static func unsupported(_ message: String, at offset: Int, help: String) -> PatternError {
    PatternError(kind: .unsupported, message: message, offset: offset, help: help)
  }

  static func tooLarge(_ message: String, at offset: Int) -> PatternError {
    PatternError(
      kind: .tooLarge, message: message, offset: offset,
      help: "split the pattern, or use a simpler one")
  }

  /// A fragment that follows the name of the pattern: `is not a regular expression: …`.
  package var problem: String {
    let place = "character \(offset + 1)"
    return switch kind {
    case .malformed: "is not a regular expression: \(message) at \(place)"
    case .unsupported: "is not supported: \(message) at \(place)"
    case .tooLarge: "is too large a regular expression: \(message) at \(place)"
    }
  }

  package var description: String { "\(message) at character \(offset + 1)" }
}
