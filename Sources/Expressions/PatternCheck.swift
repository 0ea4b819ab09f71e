internal import Patterns

/// Checks regular expressions before they are used.
package enum PatternCheck {
  /// The problem of a pattern, as a fragment that follows its name (`is an empty regular
  /// expression`), and how to solve it; `nil` when the pattern is valid.
  package static func problem(in text: String) -> (message: String, help: String)? {
    guard !text.isEmpty else {
      return ("is an empty regular expression", "write a text to search for")
    }
    do {
      _ = try Pattern(text)
      return nil
    } catch {
      return (error.problem, error.help)
    }
  }
}
