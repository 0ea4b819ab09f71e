import LogParsing

/// The output of the only test in a Swift Testing process. Results come through the event stream,
/// and the console does not show which test printed a line.
struct OwnOutput {
  private var bytes: [UInt8] = []
  private var tail: OutputTail?

  /// Adds standard output, which only the test uses.
  mutating func add(_ lines: UnsafeRawBufferPointer) {
    let room = tail == nil ? OutputTail.limit - bytes.count : 0
    bytes.append(contentsOf: lines.prefix(room))
    guard lines.count > room else { return }
    tail = tail ?? OutputTail()
    tail?.add(UnsafeRawBufferPointer(rebasing: lines.dropFirst(room)))
  }

  /// Adds a line of standard error that Swift Testing did not print.
  mutating func add(_ line: LogLine) {
    add(line.bytes)
    withUnsafeBytes(of: UInt8(ascii: "\n")) { add($0) }
  }

  /// The output as text; empty when it is only white space.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self) + (tail?.text ?? "")
    return text.allSatisfy(\.isWhitespace) ? "" : text
  }
}
