/// Parses the prefixes of messages in the system log.
///
///     2017-01-23 02:38:10.855425+0100 Gallery[9356:1465466] [LayoutConstraints] Unable to …
///     Oct 25 11:30:39 phone SpringBoard[58] <Warning>: Unable to simultaneously satisfy constraints.
///     <Error>: CGContextSaveGState: invalid context 0x0. …
///
/// Source: `NSLog` and `os_log` as Xcode prints them.
enum SystemLog {
  /// The message after date, process and level; the whole content when there are none.
  static func message(_ content: ByteCursor) -> ByteCursor {
    var rest = content
    if let first = rest.first, first &- 0x30 < 10 {
      guard rest.count > 24, rest.peek(4) == UInt8(ascii: "-"), rest.peek(7) == UInt8(ascii: "-"),
        rest.peek(10) == UInt8(ascii: " "), rest.peek(13) == UInt8(ascii: ":"),
        rest.take(upTo: "] ") != nil
      else { return content }
      rest.skipBlanks()
    }
    if let message = syslog(rest) { rest = message }
    _ = rest.skip("<Error>: ") || rest.skip("<Warning>: ")
    return rest
  }

  /// The message after syslog's `Oct 25 11:30:39 host App[58] <Warning>: `; `nil` for other lines.
  private static func syslog(_ content: ByteCursor) -> ByteCursor? {
    guard content.count > 20, content.peek(3) == 0x20, content.peek(6) == 0x20,
      content.peek(9) == UInt8(ascii: ":"), content.peek(12) == UInt8(ascii: ":"),
      content.peek(15) == 0x20
    else { return nil }
    var rest = content.dropFirst(16)
    guard let head = rest.take(upTo: ": "), head.count < 128, head.contains("[") else { return nil }
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
