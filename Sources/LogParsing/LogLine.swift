/// A line for the recognizers, without line terminator and terminal codes.
///
/// It borrows the reader's memory and must not outlive the call that it was passed to.
package struct LogLine {
  /// 1-based number of the line in the log.
  package var number: Int
  package var bytes: UnsafeRawBufferPointer
  /// Number of leading blank bytes.
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

  /// The bytes after the indentation.
  package var content: ByteCursor { ByteCursor(bytes).dropFirst(indent) }

  /// The line as text; invalid UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
