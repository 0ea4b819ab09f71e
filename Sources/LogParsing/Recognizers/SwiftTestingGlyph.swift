/// The symbol that Swift Testing prints before a line, as far as it distinguishes kinds of lines.
///
/// Source: `Event.Symbol.swift` in swift-testing (Unicode, SF Symbols, and the Windows console).
enum SwiftTestingGlyph {
  case start
  /// Passed, failed, a known issue, or a warning.
  case end
  case skip
  case details
  case difference
  case attachment
  /// `→`, which the Windows console uses for both.
  case skipOrDetails
  /// `-` of the Windows console.
  case minus

  static let firstBytes: [UInt8] = Array(Set(table.map { $0.literal.utf8Start[0] }))

  private static let table: [(literal: StaticString, glyph: SwiftTestingGlyph)] = [
    ("\u{25C7}", .start), ("\u{2714}", .end), ("\u{2718}", .end), ("\u{279C}", .skip),
    ("\u{2501}", .end), ("\u{26A0}", .end), ("\u{00B1}", .difference), ("\u{21B3}", .details),
    ("\u{2399}", .attachment),
    ("\u{1007C8}", .start), ("\u{10105B}", .end), ("\u{100884}", .end), ("\u{100882}", .end),
    ("\u{10065F}", .skip), ("\u{1001FF}", .end), ("\u{10017A}", .difference),
    ("\u{100135}", .details), ("\u{100237}", .attachment),
    ("\u{25CA}", .start), ("\u{221A}", .end), ("\u{00D7}", .end), ("\u{25B2}", .end),
    ("\u{2192}", .skipOrDetails), ("-", .minus),
  ]

  /// Skips a glyph, the blanks after it and the dots of coloured tags; returns the glyph, or `nil`
  /// when there is none.
  static func take(_ content: inout ByteCursor) -> SwiftTestingGlyph? {
    for (literal, glyph) in table where content.skip(literal) {
      _ = content.skip("\u{FE0E}")
      guard content.first == UInt8(ascii: " ") else { return nil }
      content.skipBlanks()
      while content.skip("\u{25CF} ") { content.skipBlanks() }
      return glyph
    }
    return nil
  }
}
