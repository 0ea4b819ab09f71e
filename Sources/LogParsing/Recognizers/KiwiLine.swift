/// Recognizes the lines that Kiwi prints besides XCTest's own.
///
///     2014-03-04 10:11:12.345 App[21:303] + 'Finders, Finds ALL the entities!' [PASSED]
///
/// Source: `reportResultForExampleNodeWithLabel:` in `KWExample.m`, Kiwi.
struct KiwiLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("+0123456789")

  func event(in line: LogLine) -> LogEvent? {
    guard line.content.last == UInt8(ascii: "]") else { return nil }
    let rest = SystemLog.message(line.content)
    guard rest.starts(with: "+ '"),
      rest.ends(with: "' [PASSED]") || rest.ends(with: "' [FAILED]")
        || rest.ends(with: "' [PENDING]")
    else { return nil }
    return .notice
  }
}
