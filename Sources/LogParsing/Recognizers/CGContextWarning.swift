import CIModel

/// Recognizes Core Graphics' warnings about drawing without a context or with invalid parameters.
///
///     … App[27348:3909384] [Unknown process name] CGContextSaveGState: invalid context 0x0. If …
///     <Error>: CGContextTranslateCTM: invalid context 0x0. This is a serious error. …
///     … App[1:2] [Unknown process name] CGBitmapContextCreateImage: invalid context 0x0. If you …
///     <Error>: CGBitmapContextCreate: unsupported parameter combination: 8 integer bits/component; …
///     CGBitmapContextCreate: invalid data bytes/row: should be at least 400 for 8 integer …
///
/// Source: iOS 5 to 18 and macOS; heestand-xyz/SwiftFX#5, kevinzhow/PNChart#5, SDWebImage#371.
struct CGContextWarning: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[<CJFMASOND0123456789")

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.withoutCategory(SystemLog.message(line.content))
    _ = rest.skip("<Error>: ")
    guard rest.starts(with: "CGContext") || rest.starts(with: "CGBitmapContext"),
      let name = rest.take(upTo: ": "), !name.contains(" "), let complaint = Self.complaint(rest)
    else { return nil }
    return .runtimeWarning(
      category: RuntimeWarningCategory.cgContext, shape: "\(name.text): \(complaint)",
      identifiers: [name.text])
  }

  private static func complaint(_ content: ByteCursor) -> StaticString? {
    complaints.first { content.starts(with: $0) }
  }

  private static let complaints: [StaticString] = [
    "invalid context", "unsupported parameter combination", "unsupported color space",
    "unsupported colorspace", "invalid data bytes/row", "unable to allocate",
    "CGColorSpace which uses extended range requires floating point",
  ]
}
