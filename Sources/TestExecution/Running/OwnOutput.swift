import LogParsing

/// What the only test of a process printed, when the process is one of Swift Testing: there, results
/// come by the event stream, and the console says nothing about which test a line belongs to.
struct OwnOutput {
  private var bytes: [UInt8] = []
  private var isCut = false

  /// Bytes that are kept, as for an XCTest.
  private static let limit = 64 * 1024

  /// Takes what the test printed to standard output, which Swift Testing leaves to it.
  mutating func add(_ lines: UnsafeRawBufferPointer) {
    let room = max(0, OwnOutput.limit - bytes.count)
    bytes.append(contentsOf: lines.prefix(room))
    isCut = isCut || lines.count > room
  }

  /// Takes a line of standard error that Swift Testing did not print.
  mutating func add(_ line: LogLine) {
    add(line.bytes)
    if !isCut { bytes.append(0x0A) }
  }

  /// Empty when there is nothing but white space.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.allSatisfy(\.isWhitespace) { return "" }
    return isCut ? text + "\n[output cut after 64 KiB]\n" : text
  }
}
