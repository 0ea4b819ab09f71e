import CIModel

/// Recognizes the lines XCTest prints around a suite.
///
///     Test Suite 'MathTests' started at 2026-11-20 23:31:18.868
///     Test Suite 'MathTests' failed at 2026-11-20 23:31:20.501
///
/// Source: `PrintObserver.swift` in swift-corelibs-xctest; Apple's form ends in a full stop.
struct XCTestSuiteLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("T")

  func event(in line: LogLine) -> LogEvent? { Self.parse(line.content) }

  static func parse(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard rest.skip("Test Suite '"), let name = rest.take(upToLast: "' ") else { return nil }
    if rest.starts(with: "started at ") { return .suiteStarted(name: name.text, .xctest) }
    if rest.starts(with: "passed at ") || rest.starts(with: "finished at ") {
      return .suiteEnded(name: name.text, .xctest, .passed)
    }
    if rest.starts(with: "failed at ") { return .suiteEnded(name: name.text, .xctest, .failed) }
    if rest.starts(with: "skipped at ") { return .suiteEnded(name: name.text, .xctest, .skipped) }
    return nil
  }
}
