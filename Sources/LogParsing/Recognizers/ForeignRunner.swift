import CIModel

/// Recognizes results of runners other than XCTest and Swift Testing.
///
///     57 passes 5 skipped, and 3 failures
///     -> Parser
///     not ok 2 - Parser refuses an empty file
///     ok 3 - # skip later
///
/// Source: `CountReporter` and `TapReporter` in Spectre; the Test Anything Protocol 13.
struct ForeignRunner: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("no-") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    switch rest.first {
    case UInt8(ascii: "n"):
      guard rest.skip("not ok ") else { return nil }
      return Self.test(rest, .failed)
    case UInt8(ascii: "-"):
      return rest.starts(with: "-> ") ? .notice : nil
    case UInt8(ascii: "o"):
      guard rest.skip("ok ") else { return nil }
      return Self.test(rest, .passed)
    default:
      return Self.totals(rest)
    }
  }

  private static func totals(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard let passed = rest.integer() else { return nil }
    if rest.skip(".."), passed <= 1, rest.integer() != nil, rest.isEmpty { return .notice }
    guard rest.skip(" passes") || rest.skip(" pass") else { return nil }
    var skipped = 0
    var attempt = rest
    if attempt.skip(" "), let count = attempt.integer(), attempt.skip(" skipped,") {
      skipped = count
      rest = attempt
    }
    guard rest.skip(" and "), let failed = rest.integer(),
      rest.equals(" failures") || rest.equals(" failure")
    else { return nil }
    return .foreignTotals(passed: passed, failed: failed, skipped: skipped)
  }

  private static func test(_ content: ByteCursor, _ outcome: TestOutcome) -> LogEvent? {
    var rest = content
    guard rest.integer() != nil, rest.skip(" - "), !rest.isEmpty else { return nil }
    if rest.skip("# skip ") || rest.skip("# SKIP ") {
      return .foreignTest(name: rest.text, .skipped)
    }
    if rest.skip("# TODO ") { return .foreignTest(name: rest.text, .skipped) }
    return .foreignTest(name: rest.text, outcome)
  }
}
