/// Checks regular expressions when the file is read, not when the first line comes along.
enum PatternText {
  /// Bytes; more is not a pattern that anybody reads.
  private static let maximumLength = 4096
  /// Groups within groups. Swift's parser of regular expressions is recursive, so a pattern made
  /// for it could overflow the stack.
  private static let maximumDepth = 200

  static func check(_ text: String) -> Result<Void, TextProblem> {
    guard !text.isEmpty else {
      return .failure(
        TextProblem(message: "is an empty regular expression", help: "write what to look for"))
    }
    guard text.utf8.count <= maximumLength, depth(of: text) <= maximumDepth else {
      return .failure(
        TextProblem(
          message: "is too large a regular expression",
          help: "split it, or look for something simpler"))
    }
    do {
      _ = try Regex(text)
      return .success(())
    } catch {
      return .failure(
        TextProblem(
          message: "is not a regular expression: \(error)",
          help:
            "escape characters with a meaning of their own, such as '\\(', and use single quotes"))
    }
  }

  /// An upper bound: escapes are not looked at.
  private static func depth(of text: String) -> Int {
    text.utf8.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
  }
}
