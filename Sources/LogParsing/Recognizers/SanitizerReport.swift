import CIModel

/// Recognizes the headlines of the sanitizers.
///
///     ==32563==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x55 …
///     WARNING: ThreadSanitizer: data race (pid=555)
///     SUMMARY: ThreadSanitizer: data race /p/T.swift:6:138 in $s8SanTestsAAC8testRaceyyF
///
/// Source: compiler-rt, `sanitizer_common`.
struct SanitizerReport: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("=WST")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    switch rest.first {
    case UInt8(ascii: "="):
      guard rest.skip("=="), rest.integer() != nil, rest.skip("==ERROR: ") else {
        return line.content.count > 9 && line.content.bytes.allSatisfy { $0 == 0x3D }
          ? .notice : nil
      }
      guard rest.contains("Sanitizer: ") else { return nil }
      let end = rest.offset(of: " on ") ?? rest.offset(of: " (") ?? rest.count
      return .crashReport(reason: rest.prefix(end).text)
    case UInt8(ascii: "S"):
      guard rest.skip("SUMMARY: ") else { return nil }
      guard rest.skip("ThreadSanitizer: ") else {
        return rest.contains("Sanitizer: ") ? .notice : nil
      }
      var identifiers: [String] = []
      var shape = rest
      if let offset = rest.lastOffset(of: " in ") {
        identifiers.append(rest.dropFirst(offset + 4).text)
        shape = rest.prefix(offset)
      }
      return .runtimeWarning(
        category: RuntimeWarningCategory.threadSanitizer, shape: shape.text,
        identifiers: identifiers)
    case UInt8(ascii: "W"):
      return rest.starts(with: "WARNING: ThreadSanitizer: ") ? .notice : nil
    default:
      return rest.starts(with: "ThreadSanitizer: reported ") ? .notice : nil
    }
  }
}
