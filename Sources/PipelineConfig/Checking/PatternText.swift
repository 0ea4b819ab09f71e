internal import Expressions

/// Checks regular expressions when the file is read, not when the first line comes along.
enum PatternText {
  static func check(_ text: String) -> Result<Void, TextProblem> {
    if let problem = PatternCheck.problem(in: text) {
      return .failure(TextProblem(message: problem.message, help: problem.help))
    }
    return .success(())
  }
}
