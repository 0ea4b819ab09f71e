/// A line as the recognizers see it: without line terminator and terminal codes.
///
/// It borrows the reader's memory and must not outlive the call it was handed to.
package struct LogLine {
  /// 1-based number of the line in the log.
  package var number: Int
  package var bytes: UnsafeRawBufferPointer
  /// Blank bytes in front.
  package var indent: Int

  package init(_ bytes: UnsafeRawBufferPointer, number: Int = 0) {
    self.number = number
    self.bytes = bytes
    var indent = 0
    while indent < bytes.count {
      if bytes[indent] == 0x20 || bytes[indent] == 0x09 {
        indent += 1
      } else if bytes[indent] == 0xE2, indent + 2 < bytes.count, bytes[indent + 1] == 0x80,
        bytes[indent + 2] == 0x8B
      {
        indent += 3  // U+200B, which some pipelines put in front of Swift Testing's glyphs
      } else {
        break
      }
    }
    self.indent = indent
  }

  /// What follows the indentation.
  package var content: ByteCursor { ByteCursor(bytes).dropFirst(indent) }

  /// The line as text; what is not UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
