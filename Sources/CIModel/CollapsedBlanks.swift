/// Text with one blank for each run of blanks, and one line feed for a run that ends a line.
///
/// Programs that read a private key skip any number of them, so a bound on how much of a key is looked at
/// must not count them.
package struct CollapsedBlanks: Hashable, Sendable {
  private var text: [UInt8] = []
  private var gap: UInt8?
  /// Bytes that are no blanks.
  package private(set) var count = 0

  package init() {}

  package var bytes: [UInt8] { gap.map { text + [$0] } ?? text }

  /// - Parameter byte: a blank when it is a space or a control character.
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

  /// Appends bytes as long as fewer than `most` are no blanks.
  package mutating func append(_ bytes: some Sequence<UInt8>, most: Int) {
    for byte in bytes {
      if count >= most { return }
      append(byte)
    }
  }
}
