/// Parses the text after `error: ` in XCTest's lines.
///
///     MathTests.testFails : XCTAssertEqual failed: ("3") is not equal to ("4") - sum is wrong
///     -[Mod.MathTests testFails] : XCTAssertTrue failed
///
/// Source: `PrintObserver.swift` in swift-corelibs-xctest.
enum XCTestFailure {
  static func parse(_ content: ByteCursor) -> (test: ByteCursor, message: ByteCursor)? {
    var rest = content
    guard let test = rest.take(upTo: " : "), isTestName(test) else { return nil }
    return (test, rest)
  }

  /// `Class.test` or `-[Class test]`.
  static func isTestName(_ name: ByteCursor) -> Bool {
    if name.starts(with: "-[") { return name.last == UInt8(ascii: "]") && name.contains(" ") }
    guard let dot = name.offset(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
      return false
    }
    return !name.contains(" ") && !name.contains("/")
  }

  /// The path as text; `nil` for `<EXPR>` and `<unknown>`.
  static func file(_ path: ByteCursor) -> String? {
    path.starts(with: "<") ? nil : path.text
  }
}
