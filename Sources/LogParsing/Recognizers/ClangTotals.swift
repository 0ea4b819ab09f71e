/// Recognizes clang's count of messages at the end of a file.
///
///     1 warning and 4 errors generated.
///
/// Source: `CompilerInstance::printDiagnosticStats()` in clang.
struct ClangTotals: LineRecognizer {
  static let firstBytes: [UInt8]? = Array(UInt8(ascii: "1")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard rest.integer() != nil, rest.ends(with: " generated."),
      rest.starts(with: " warning") || rest.starts(with: " error")
    else { return nil }
    return .notice
  }
}
