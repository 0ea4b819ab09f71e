/// Checks regular expressions before they are used.
package enum PatternCheck {
  /// Bytes; more is not a pattern that anybody reads.
  private static let maximumLength = 4096
  /// Groups within groups. Swift's parser of regular expressions is recursive, so a pattern made
  /// for it could overflow the stack.
  private static let maximumDepth = 200

  /// What is wrong with a pattern, as a fragment that follows its name (`is an empty regular
  /// expression`), and what to do; `nil` when nothing is.
  package static func problem(in text: String) -> (message: String, help: String)? {
    guard !text.isEmpty else {
      return ("is an empty regular expression", "write what to look for")
    }
    guard text.utf8.count <= maximumLength, depth(of: text) <= maximumDepth else {
      return ("is too large a regular expression", "split it, or look for something simpler")
    }
    do {
      _ = try Regex(text)
      return nil
    } catch {
      return (
        "is not a regular expression: \(error)",
        "escape characters with a meaning of their own, such as '\\(', and use single quotes"
      )
    }
  }

  /// An upper bound: escapes are not looked at.
  private static func depth(of text: String) -> Int {
    text.utf8.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
  }
}
