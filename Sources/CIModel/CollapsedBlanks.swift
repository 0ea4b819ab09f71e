/// Text in which each run of blanks is one blank, or one line feed if the run contains a line end.
///
/// Parsers of private keys skip any number of blanks, so a limit on the inspected length of a key
/// must not count them.
package struct CollapsedBlanks: Hashable, Sendable {
  private var text: [UInt8] = []
  private var gap: UInt8?
  /// The number of bytes that are not blanks.
  package private(set) var count = 0

  package init() {}

  package var bytes: [UInt8] { gap.map { text + [$0] } ?? text }

  /// - Parameter byte: A space or a control character counts as a blank.
  package mutating func append(_ byte: UInt8) {
    if byte <= 0x20 {
      let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      gap = endsLine ? UInt8(ascii: "\n") : gap ?? UInt8(ascii: " ")
      return
    }
    if let gap { text.append(gap) }
    gap = nil
    text.append(byte)
    count += 1
  }

  /// Appends bytes until the text contains `most` bytes that are not blanks.
  package mutating func append(_ bytes: some Sequence<UInt8>, most: Int) {
    for byte in bytes {
      if count >= most { return }
      append(byte)
    }
  }
}
