/// Recognizes stack frames.
///
///     3 [ra] [system] 0x000056181daa6431 idx(_:) + 32 in X.xctest at /p/C.swift:1:39
///     #0 0x7f0a in $s8SanTestsAAC8testRaceyyF /p/T.swift:6:29 (X.xctest+0x146173)
///     4   UIKit   0x000000010c93b38b -[UICollectionView layoutSubviews] + 1960
///
/// Source: `swift-backtrace`; the sanitizers' symbolizer; CoreFoundation's `callStackSymbols`.
struct StackFrame: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("#0123456789")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    let isSanitizer = rest.skip("#")
    guard rest.integer() != nil, rest.first == UInt8(ascii: " ") else { return nil }
    guard let address = rest.offset(of: " 0x") ?? (isSanitizer ? rest.offset(of: " in ") : nil)
    else { return isSanitizer ? sanitizerFrame(rest) : nil }
    let isSystem = rest.prefix(address).contains("[system]")
    rest.advance(by: address)
    if isSanitizer { return sanitizerFrame(rest) }
    guard rest.contains(" + ") || rest.contains(" in "),
      !rest.contains(FrameworkWarning.coreDataViolation)
    else { return nil }
    if let offset = rest.lastOffset(of: " at /") {
      let place = rest.dropFirst(offset + 4)
      if let (file, number) = Self.place(place) {
        // ` 0x000056181daa6431 idx(_:) + 32 in X.xctest`
        let name = rest.offset(of: " + ").map { rest.prefix($0).dropFirst(1) }
        let function = name.flatMap { name in name.offset(of: " ").map { name.dropFirst($0 + 1) } }
        return .frame(file: file, line: number, isSystem: isSystem, function: function?.text)
      }
    }
    return .notice
  }

  private func sanitizerFrame(_ content: ByteCursor) -> LogEvent? {
    guard let offset = content.offset(of: " /") else { return .notice }
    var place = content.dropFirst(offset + 1)
    if let end = place.offset(of: " (") { place = place.prefix(end) }
    guard let (file, number) = Self.place(place) else { return .notice }
    return .frame(file: file, line: number, isSystem: false, function: nil)
  }

  /// `/p/C.swift:1:39`
  private static func place(_ content: ByteCursor) -> (String, Int)? {
    guard let offset = content.offset(of: ".swift:") else { return nil }
    let file = content.prefix(offset + ".swift".utf8.count)
    var rest = content.dropFirst(offset + ".swift:".utf8.count)
    return rest.integer().map { (file.text, $0) }
  }
}
