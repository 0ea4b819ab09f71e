import CIModel

/// Recognizes Core Graphics' complaint about drawing without a context.
///
///     … App[27348:3909384] [Unknown process name] CGContextSaveGState: invalid context 0x0. If …
///     <Error>: CGContextTranslateCTM: invalid context 0x0. This is a serious error. …
///
/// Source: iOS 7 to 18 and macOS; heestand-xyz/SwiftFX#5, kevinzhow/PNChart#5.
struct CGContextWarning: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[<CJFMASOND0123456789")

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.withoutCategory(SystemLog.message(line.content))
    _ = rest.skip("<Error>: ")
    guard rest.starts(with: "CGContext"), let name = rest.take(upTo: ": "), !name.contains(" "),
      rest.starts(with: "invalid context ")
    else { return nil }
    return .runtimeWarning(
      category: RuntimeWarningCategory.cgContext, shape: "\(name.text): invalid context",
      identifiers: [name.text])
  }
}
