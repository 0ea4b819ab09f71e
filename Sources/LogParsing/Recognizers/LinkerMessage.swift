import CIModel

/// Recognizes messages of linkers without `error:`.
///
///     Undefined symbols for architecture arm64:
///       "_missing", referenced from:
///     duplicate symbol '_x' in:
///     ld: symbol(s) not found for architecture arm64
///     /usr/bin/ld: main.o: in function `main':
///     >>> referenced by main.o:(main)
///
/// Source: output of ld64, of Xcode 15's linker, of lld and of GNU ld.
struct LinkerMessage: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("Uld\"/>")

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
    if rest.starts(with: ">>> ") { return .notice }
    if rest.starts(with: "/"), rest.contains(": in function `"), rest.ends(with: "':") {
      return .notice
    }
    guard rest.skip("ld: ") || rest.skip("/usr/bin/ld: "), !rest.starts(with: "warning: "),
      !rest.starts(with: "error: ")
    else { return nil }
    if rest.starts(with: "cannot find ") { return .diagnostic(Diagnostic(.error, rest.text)) }
    if rest.contains("symbol(s) not found") || rest.contains(" duplicate symbol") {
      return .failureWrapper(rest.text)
    }
    if rest.contains("not found for ") || rest.contains(" not found") {
      return .diagnostic(Diagnostic(.error, rest.text))
    }
    return nil
  }
}
