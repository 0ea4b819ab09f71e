import CIModel

/// Recognizes what Apple's linker prints without `error:`.
///
///     Undefined symbols for architecture arm64:
///       "_missing", referenced from:
///     duplicate symbol '_x' in:
///     ld: symbol(s) not found for architecture arm64
///
/// Source: output of ld64 and of Xcode 15's linker.
struct LinkerMessage: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("Uld\"")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    if rest.starts(with: "Undefined symbols for architecture ") { return .notice }
    if rest.starts(with: "duplicate symbol "), rest.ends(with: " in:") {
      _ = rest.dropSuffix(" in:")
      return .diagnostic(Diagnostic(.error, rest.text))
    }
    if rest.skip("\""), line.indent > 0 {
      guard let symbol = rest.take(upTo: "\", referenced from:") else { return nil }
      return .diagnostic(Diagnostic(.error, "undefined symbol: \(symbol.text)"))
    }
    guard rest.skip("ld: ") else { return nil }
    if rest.contains("symbol(s) not found") || rest.contains(" duplicate symbol") {
      return .failureWrapper(rest.text)
    }
    if rest.contains("not found for ") || rest.contains(" not found") {
      return .diagnostic(Diagnostic(.error, rest.text))
    }
    return nil
  }
}
