import CIModel

/// Recognizes results in logs that were rewritten by xcbeautify or xcpretty; many CI services store
/// only these.
///
///         ✔ testAdd (0.001 seconds)
///         ✔ add() (0.001 seconds)
///         ✖ testFails, XCTAssertTrue failed - True is never false.
///         ✖ fails() (0.001 seconds) 1 issue(s)
///         ⊘ testSkipped
///         ✖ [CartTests] testAdd on 'Clone 1 of iPhone 17 - App (96789)' (0.474 seconds)
///
/// XCTest's class is lost. Source: `TerminalRenderer.swift` in xcbeautify, `simple.rb` in xcpretty.
struct FormatterLine: LineRecognizer {
  static let firstBytes: [UInt8]? = [0xE2]

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 4 else { return nil }
    var rest = line.content
    if rest.starts(with: "\u{2714} [") || rest.starts(with: "\u{2716} [")
      || rest.starts(with: "\u{2298} ["), let event = Self.onDevice(rest)
    {
      return event
    }
    if rest.skip("\u{2714} ") || rest.skip("\u{2713} ") { return Self.result(rest, .passed) }
    if rest.skip("\u{2716} ") || rest.skip("\u{2717} ") {
      return Self.result(rest, .failed) ?? Self.failure(rest)
    }
    guard rest.skip("\u{2298} ") || rest.skip("\u{29D6} "), Self.isName(rest) else { return nil }
    _ = rest.dropSuffix(" [PENDING]")
    return .testEndedOnDevice(name: rest.text, Self.framework(rest), .skipped, seconds: nil)
  }

  /// `✖ [CartTests] testAdd on 'Clone 1 of iPhone 17 - App (96789)' (0.474 seconds)`
  private static func onDevice(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    let outcome: TestOutcome =
      rest.skip("\u{2714} [")
      ? .passed : rest.skip("\u{2716} [") ? .failed : rest.skip("\u{2298} [") ? .skipped : .notTold
    guard let suite = rest.take(upTo: "] "), !suite.contains(" "),
      let name = rest.take(upTo: " on '"), !name.isEmpty, rest.take(upToLast: "' (") != nil,
      let seconds = rest.decimal(), rest.equals(" seconds)")
    else { return nil }
    let framework = framework(name)
    let mark = framework == .xctest ? "." : "/"
    return .testEndedOnDevice(
      name: suite.text + mark + name.text, framework, outcome, seconds: seconds)
  }

  /// `testAdd (0.001 seconds)`, for Swift Testing followed by the number of issues.
  private static func result(_ content: ByteCursor, _ outcome: TestOutcome) -> LogEvent? {
    var rest = content
    guard var name = rest.take(upToLast: " ("), !name.isEmpty else { return nil }
    if let seconds = rest.decimal(), rest.starts(with: " seconds)") {
      let framework = framework(name)
      if framework == .swiftTesting, name.first == UInt8(ascii: "\""), name.count > 1 {
        _ = name.skip("\"")
        _ = name.dropSuffix("\"")
      }
      return .testEndedOnDevice(name: name.text, framework, outcome, seconds: seconds)
    }
    return nil
  }

  private static func failure(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard let name = rest.take(upTo: ", "), isName(name), !rest.isEmpty else { return nil }
    return .testFailedOnDevice(name: name.text, framework(name), reason: rest.text)
  }

  /// Functions of Swift Testing end in parentheses, and its display names are quoted.
  private static func framework(_ name: ByteCursor) -> TestFramework {
    name.last == UInt8(ascii: ")") || name.first == UInt8(ascii: "\"") ? .swiftTesting : .xctest
  }

  private static func isName(_ name: ByteCursor) -> Bool {
    !name.isEmpty && (name.first == UInt8(ascii: "\"") || !name.contains(" "))
  }
}
