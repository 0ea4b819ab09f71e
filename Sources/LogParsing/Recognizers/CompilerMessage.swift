import CIModel

/// Recognizes messages without a place.
///
///     error: no such module 'X'
///     warning: 'soto': found 1074 file(s) which are unhandled; explicitly declare them …
///     note: Building targets in dependency order
///     error: SwiftCompile normal x86_64 /p/F.swift failed with a nonzero exit code. Command line: …
///     warning: /p/F.swift:8:25 'sum' is deprecated: use add
///     warning: 'kit': /p/Package.swift:4:15: warning: 'init(name:)' is deprecated
///
/// Source: output of SwiftPM 6.3 and xcodebuild 16; `emitInfoAsDiagnostic` in
/// `SwiftBuildSystemMessageHandler.swift`, SwiftPM 6.4, for the last one.
struct CompilerMessage: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("ewnf")

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0, let (severity, message) = DiagnosticText.severity(line.content),
      !message.isEmpty
    else { return nil }
    if severity == .note {
      // Xcode lists the targets below.
      return message.starts(with: "Target dependency graph") ? .listStarted(.other) : .notice
    }
    if severity == .error, ProcessEnd.parse(line.content) != nil { return nil }
    if severity == .warning, message.starts(with: "the Swift runtime was unable to demangle") {
      return .notice
    }
    if DiagnosticText.isToolchainsOwn(message) { return .notice }
    if let command = DiagnosticText.failedCommand(message) { return .failureWrapper(command) }
    if DiagnosticText.isWrapper(message) { return .failureWrapper(message.text) }
    if message.equals("No matching test cases were run") { return .notice }
    if message.first == UInt8(ascii: "/"), let diagnostic = Self.placed(severity, message) {
      return .diagnostic(diagnostic)
    }
    // With `-v`, SwiftPM prints the command that compiles a manifest as if it were a message.
    if message.first == UInt8(ascii: "'"), message.contains("/swift-frontend -frontend -c ") {
      return .notice
    }
    // SwiftPM puts its name of the package in front of the compiler's message on a manifest.
    if message.first == UInt8(ascii: "'"), let end = message.offset(of: "': /"),
      case .diagnostic(let diagnostic)? = LocatedMessage().event(
        in: LogLine(message.dropFirst(end + 3).bytes)), diagnostic.line != nil
    {
      return .diagnostic(diagnostic)
    }
    let (text, group) = DiagnosticText.split(message)
    return .diagnostic(Diagnostic(severity, text, group: group))
  }

  /// Parses a message whose place follows the severity, without a colon after it.
  private static func placed(_ severity: Severity, _ message: ByteCursor) -> Diagnostic? {
    var rest = message
    guard let path = rest.take(upTo: ":"), let line = rest.integer() else { return nil }
    var column: Int?
    if rest.skip(":") {
      column = rest.integer()
      guard column != nil else { return nil }
    }
    guard rest.skip(" "), !rest.isEmpty else { return nil }
    let (text, group) = DiagnosticText.split(rest)
    return Diagnostic(severity, text, file: path.text, line: line, column: column, group: group)
  }
}
