internal import Expressions

/// Checks regular expressions when the file is read, not when the first line is matched.
enum PatternText {
  static func check(_ text: String) -> Result<Void, TextProblem> {
    if looksLikeGlob(text) {
      let fixed = text.replacing("/**", with: "/*").replacing("/*", with: "/.*")
      return .failure(
        TextProblem(
          message: "is a regular expression, where `/*` matches any number of slashes",
          help: "write `\(fixed)` to match anything after the slash"))
    }
    if let problem = PatternCheck.problem(in: text) {
      return .failure(TextProblem(message: problem.message, help: problem.help))
    }
    return .success(())
  }

  /// Whether a text looks like a glob: `release/*`.
  private static func looksLikeGlob(_ text: String) -> Bool {
    guard let stars = text.firstRange(of: "/*"), let before = text[..<stars.lowerBound].last else {
      return false
    }
    return (before.isLetter || before.isNumber) && !text.contains { "\\[](){}|^$+?".contains($0) }
  }
}
