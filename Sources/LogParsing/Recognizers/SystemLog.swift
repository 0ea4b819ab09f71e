/// Reads what the system log puts in front of a message.
///
///     2017-01-23 02:38:10.855425+0100 Gallery[9356:1465466] [LayoutConstraints] Unable to …
///     <Error>: CGContextSaveGState: invalid context 0x0. …
///
/// Source: `NSLog` and `os_log` as Xcode prints them.
enum SystemLog {
  /// The message behind date, process and level; the whole content when there are none.
  static func message(_ content: ByteCursor) -> ByteCursor {
    var rest = content
    if let first = rest.first, first &- 0x30 < 10 {
      guard rest.count > 24, rest.peek(4) == UInt8(ascii: "-"), rest.peek(7) == UInt8(ascii: "-"),
        rest.peek(10) == UInt8(ascii: " "), rest.peek(13) == UInt8(ascii: ":"),
        rest.take(upTo: "] ") != nil
      else { return content }
      rest.skipBlanks()
    }
    _ = rest.skip("<Error>: ") || rest.skip("<Warning>: ")
    return rest
  }

  /// The message without a subsystem in brackets.
  static func withoutCategory(_ message: ByteCursor) -> ByteCursor {
    var rest = message
    guard rest.skip("["), let category = rest.take(upTo: "] "), category.count < 64 else {
      return message
    }
    return rest
  }
}
