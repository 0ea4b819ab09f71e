import LogParsing

/// The output of the only test in a Swift Testing process. Results come through the event stream,
/// and the console does not show which test printed a line.
struct OwnOutput {
  private var bytes: [UInt8] = []
  private var isCut = false

  /// The maximum size in bytes, the same as for an XCTest.
  private static let limit = 64 * 1024

  /// Adds standard output, which only the test uses.
  mutating func add(_ lines: UnsafeRawBufferPointer) {
    let room = max(0, OwnOutput.limit - bytes.count)
    bytes.append(contentsOf: lines.prefix(room))
    isCut = isCut || lines.count > room
  }

  /// Adds a line of standard error that Swift Testing did not print.
  mutating func add(_ line: LogLine) {
    add(line.bytes)
    if !isCut { bytes.append(0x0A) }
  }

  /// The output as text; empty when it is only white space.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.allSatisfy(\.isWhitespace) { return "" }
    return isCut ? text + "\n[output cut after 64 KiB]\n" : text
  }
}
