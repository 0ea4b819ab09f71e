import CIModel

/// Recognizes messages without a place.
///
///     error: no such module 'X'
///     warning: 'soto': found 1074 file(s) which are unhandled; explicitly declare them …
///     note: Building targets in dependency order
///
/// Source: output of SwiftPM 6.3 and xcodebuild 16.
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
    if DiagnosticText.isWrapper(message) { return .failureWrapper(message.text) }
    if message.equals("No matching test cases were run") { return .notice }
    let (text, group) = DiagnosticText.split(message)
    return .diagnostic(Diagnostic(severity, text, group: group))
  }
}
