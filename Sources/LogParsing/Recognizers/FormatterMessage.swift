import CIModel

/// Recognizes diagnostics, commands and ends in logs that were rewritten by xcbeautify or xcpretty.
///
///     ❌ /p/Page.swift:7:29: cannot find 'x' in scope
///     ⚠️  /p/Page.swift:9:5: variable 'y' was never used
///     [App] Compiling Page.swift
///     ▸ Compiling Page.swift
///     Build Succeeded
///
/// Source: `TerminalRenderer.swift` in xcbeautify, `simple.rb` and `formatter.rb` in xcpretty.
struct FormatterMessage: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[ABCT") + [0xE2]

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    var rest = line.content
    switch rest.first {
    case 0xE2:
      if rest.skip("\u{274C} ") { return Self.diagnostic(.error, rest) }
      if rest.skip("\u{26A0}\u{FE0F} ") {
        return SwiftTestingLine.parse(line.content) == nil ? Self.diagnostic(.warning, rest) : nil
      }
      return rest.skip("\u{25B8} ") ? Self.end(rest) ?? Self.task(rest) : nil
    case UInt8(ascii: "["):
      // SwiftPM's `[5/17]` begins with a digit.
      guard let first = rest.peek(1), first &- 0x30 >= 10,
        let target = rest.dropFirst(1).offset(of: "] "), target > 0
      else { return nil }
      return Self.task(rest.dropFirst(target + 3))
    default:
      return Self.suite(rest) ?? Self.end(rest)
    }
  }

  /// Recognizes suite starts, which formatters print without quotes:
  /// `Test Suite CartTests started`,
  /// `Test Suite CartTests started on 'Clone 1 of iPhone 17 - App (96789)'`. For some suites they
  /// print no end, so the line is ignored.
  private static func suite(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard rest.skip("Test Suite "), rest.first != UInt8(ascii: "'"),
      let name = rest.take(upTo: " started"), !name.isEmpty, !name.contains(" "),
      rest.isEmpty || rest.starts(with: " on '")
    else { return nil }
    return .notice
  }

  private static func diagnostic(_ severity: Severity, _ content: ByteCursor) -> LogEvent? {
    var rest = content
    rest.skipBlanks()
    guard !rest.isEmpty else { return nil }
    if rest.starts(with: "the Swift runtime was unable to demangle") { return .notice }
    let whole = rest
    if let file = rest.take(upTo: ":"), !file.isEmpty, let line = rest.integer() {
      let column = rest.first == UInt8(ascii: ":") && rest.skip(":") ? rest.integer() : nil
      if column != nil ? rest.skip(": ") : rest.skip(" ") {
        return .diagnostic(
          Diagnostic(severity, rest.text, file: file.text, line: line, column: column))
      }
    }
    return .diagnostic(Diagnostic(severity, whole.text))
  }

  private static func task(_ content: ByteCursor) -> LogEvent? {
    tasks.contains(beginningOf: content) ? .notice : nil
  }

  private static func end(_ content: ByteCursor) -> LogEvent? {
    for (words, action, succeeded) in ends where content.equals(words) {
      return .buildEnded(action: action, succeeded: succeeded, seconds: nil)
    }
    return nil
  }

  private static let ends: [(StaticString, String, Bool)] = [
    ("Analyze Failed", "analyze", false), ("Analyze Succeeded", "analyze", true),
    ("Archive Failed", "archive", false), ("Archive Succeeded", "archive", true),
    ("Build Failed", "build", false), ("Build Succeeded", "build", true),
    ("Clean Failed", "clean", false), ("Clean Succeeded", "clean", true),
    ("Test Failed", "test", false), ("Test Succeeded", "test", true),
  ]

  private static let tasks = OpeningTable([
    "Aggregate ", "Analyzing ", "Build ", "Building ", "Check ", "Clean ", "Cleaning ",
    "Compile ", "Compiling ", "Copy ", "Copying ", "Creating ", "Generating ", "Link ", "Linking ",
    "Preprocessing ", "Process ", "Processing ", "Running script ", "Signing ", "Touching ",
    "Validate ", "Write ",
  ])
}
