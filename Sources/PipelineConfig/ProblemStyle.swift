internal import YAMLDocument

/// The formatting of a printed problem.
struct ProblemStyle {
  var isColored: Bool

  func header(_ fileName: String, _ problem: ConfigProblem) -> String {
    let start = problem.range.start
    let place = paint("\(fileName):\(start.line):\(start.column):", "1")
    return "\(place) \(paint("error:", "1;31")) \(paint(problem.message, "1"))\n"
  }

  func help(_ text: String) -> String {
    "  \(paint("help:", "36")) \(text)\n"
  }

  func caret(_ text: String) -> String {
    paint(text, "32")
  }

  /// - Parameter code: The parameters of an SGR escape sequence (ECMA-48).
  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
