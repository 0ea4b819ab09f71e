import CIModel

/// Recognizes the headlines of the sanitizers, and lines of their reports without further
/// information.
///
///     ==32563==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x55 …
///     ==22300==ERROR: LeakSanitizer: detected memory leaks
///     WARNING: ThreadSanitizer: data race (pid=555)
///     SUMMARY: ThreadSanitizer: data race /p/T.swift:6:138 in $s8SanTestsAAC8testRaceyyF
///
/// Source: compiler-rt, `sanitizer_common`, `asan_report.cpp`, `tsan_report.cpp`,
/// `lsan_common.cpp`.
struct SanitizerReport: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("=SWF") + body.firstBytes

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    switch rest.first {
    case UInt8(ascii: "="):
      if rest.starts(with: "=>0x") { return .notice }
      guard rest.skip("=="), rest.integer() != nil, rest.skip("==") else {
        return line.content.count > 9 && line.content.bytes.allSatisfy { $0 == 0x3D }
          ? .notice : nil
      }
      guard rest.skip("ERROR: ") else {
        return Self.asides.contains { rest.starts(with: $0) } ? .notice : nil
      }
      return Self.headline(rest)
    case UInt8(ascii: "S"):
      if rest.skip("SUMMARY: ") {
        // For the other sanitizers, the headline has already been read.
        return rest.starts(with: "ThreadSanitizer: ")
          ? Self.summary(rest) : Self.parse(rest) == nil ? nil : .notice
      }
    case UInt8(ascii: "W"):
      if rest.skip("WARNING: ") { return Self.headline(rest) }
    case UInt8(ascii: "F"):
      if rest.starts(with: "FATAL: ThreadSanitizer: ") { return .notice }
    default:
      break
    }
    return Self.body.contains(beginningOf: line.content) ? .notice : nil
  }

  /// The category of a sanitizer by the name that it prints.
  static func category(_ sanitizer: String) -> String? {
    switch sanitizer {
    case "AddressSanitizer", "HWAddressSanitizer": RuntimeWarningCategory.addressSanitizer
    case "LeakSanitizer": RuntimeWarningCategory.leakSanitizer
    case "ThreadSanitizer": RuntimeWarningCategory.threadSanitizer
    case "UndefinedBehaviorSanitizer": RuntimeWarningCategory.undefinedBehaviorSanitizer
    default: nil
    }
  }

  /// Splits `AddressSanitizer: heap-use-after-free …` into the name and the rest.
  private static func parse(_ content: ByteCursor) -> (sanitizer: String, rest: ByteCursor)? {
    var rest = content
    guard let name = rest.take(upTo: ": "), name.ends(with: "Sanitizer"), name.count < 40 else {
      return nil
    }
    return (name.text, rest)
  }

  private static func headline(_ content: ByteCursor) -> LogEvent? {
    guard let (name, rest) = parse(content), let category = category(name) else { return nil }
    let end = [" on ", " (", ": "].compactMap { rest.offset(of: $0) }.min() ?? rest.count
    return .sanitizerReport(
      category: category, reason: "\(name): \(rest.prefix(end).text)", file: nil, line: nil)
  }

  private static func summary(_ content: ByteCursor) -> LogEvent? {
    guard let (name, rest) = parse(content), let category = category(name) else { return nil }
    return .sanitizerSummary(category: category, text: rest.text)
  }

  /// Texts after `==pid==` that are not reports.
  private static let asides: [StaticString] = [
    "ABORTING", "The signal is caused by", "Hint: ", "WARNING: ", "Register values:",
    "AddressSanitizer", "LeakSanitizer",
  ]

  private static let body = OpeningTable([
    "Previous write of size ", "Previous read of size ", "Previous atomic ",
    "Previous modifying access", "Previous access of", "Modifying access of Swift variable",
    "Read of size ", "Write of size ", "READ of size ", "WRITE of size ", "Atomic ",
    "Location is ", "Thread T", "Mutex M", "As if synchronized via", "ThreadSanitizer: reported ",
    "AddressSanitizer:DEADLYSIGNAL", "AddressSanitizer can not provide additional info",
    "Indirect leak of ", "Objects leaked above:", "Shadow byte", "freed by thread",
    "HINT: LeakSanitizer", "HINT: this may be", "Heap left redzone:", "Heap right redzone:",
    "Freed heap region:", "Stack left redzone:", "Stack mid redzone:", "Stack right redzone:",
    "Stack after return:", "Stack use after scope:", "Global redzone:", "Global init order:",
    "Poisoned by user:", "Container overflow:", "Array cookie:", "Intra object redzone:",
    "ASan internal:", "Left alloca redzone:", "Right alloca redzone:", "Addressable:",
    "Partially addressable:", "UndefinedBehaviorSanitizer:DEADLYSIGNAL",
    "previously allocated by thread", "allocated by thread",
  ])
}
