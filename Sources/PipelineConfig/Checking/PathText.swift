/// Checks paths and globs, which are relative to the repository root and stay inside it.
enum PathText {
  /// The path without `./`, doubled and trailing slashes; `.` is the root itself.
  static func normalize(_ text: String) -> Result<String, TextProblem> {
    if let problem = problem(in: text, "path") { return .failure(problem) }
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return .failure(
          TextProblem(
            message: "leaves the repository: '\(shortened(text))'",
            help: "write a path relative to the repository root, without '..'"))
      }
    }
    return .success(parts.isEmpty ? "." : parts.joined(separator: "/"))
  }

  static func checkGlob(_ text: String) -> Result<Void, TextProblem> {
    if let problem = problem(in: text, "path pattern") { return .failure(problem) }
    let shape = GlobShape(text)
    // The number of alternatives multiplies, and nested ones are matched recursively.
    guard shape.openedBraces <= 16, text.utf8.count <= 1024 else {
      return .failure(
        TextProblem(
          message: "is too complex a path pattern: '\(shortened(text))'",
          help: "write several patterns"))
    }
    if shape.hasTwoDots, text.split(separator: "/").contains("..") {
      return .failure(
        TextProblem(
          message: "can match nothing: '\(shortened(text))'",
          help: "write a pattern relative to the repository root, without '..'"))
    }
    if let (opening, closing) = shape.unequalBrackets {
      return .failure(
        TextProblem(
          message: "has unbalanced '\(opening)' and '\(closing)': '\(shortened(text))'",
          help: "close it, or put a backslash before a literal character"))
    }
    return .success(())
  }

  /// The structure of a glob, found in one pass.
  private struct GlobShape {
    private(set) var openedBraces = 0
    private(set) var hasTwoDots = false
    private var closedBraces = 0
    private var openedBrackets = 0
    private var closedBrackets = 0
    private var hasBackslash = false

    init(_ text: String) {
      var wasDot = false
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "{"): openedBraces += 1
        case UInt8(ascii: "}"): closedBraces += 1
        case UInt8(ascii: "["): openedBrackets += 1
        case UInt8(ascii: "]"): closedBrackets += 1
        case UInt8(ascii: "\\"): hasBackslash = true
        default: break
        }
        let isDot = byte == UInt8(ascii: ".")
        if isDot, wasDot { hasTwoDots = true }
        wasDot = isDot
      }
    }

    /// The brackets that are not opened and closed equally often; `nil` when all are.
    var unequalBrackets: (opening: String, closing: String)? {
      if hasBackslash { return nil }
      if openedBraces != closedBraces { return ("{", "}") }
      return openedBrackets == closedBrackets ? nil : ("[", "]")
    }
  }

  private static func problem(in text: String, _ what: String) -> TextProblem? {
    // A text that begins with a visible ASCII character is not empty; other texts are rare.
    let isVisible = text.utf8.first.map { (0x21...0x7E).contains($0) } ?? false
    if !isVisible, text.allSatisfy(\.isWhitespace) {
      return TextProblem(message: "is an empty \(what)", help: "write a \(what) or remove it")
    }
    if text.hasPrefix("/") || text == "~" || text.hasPrefix("~/") {
      return TextProblem(
        message: "must be relative to the repository root, not '\(shortened(text))'",
        help: "write a \(what) relative to it, without '/' or '~' at the start")
    }
    return nil
  }
}
