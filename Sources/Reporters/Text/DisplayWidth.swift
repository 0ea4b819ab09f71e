/// The number of terminal columns that text occupies.
package enum DisplayWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    var isASCII = true
    var length = 0
    for byte in text.utf8 {
      length += 1
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII ? length : text.reduce(0) { $0 + of($1) }
  }

  /// 2 for wide characters and emoji, 0 for combining characters, else 1.
  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var width = 0
    for scalar in character.unicodeScalars {
      // The emoji form of a character that also has a text form.
      if scalar == "\u{FE0F}" { width = max(width, 2) }
      width = max(width, of(scalar))
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    // `W` and `F` of https://www.unicode.org/Public/UCD/latest/ucd/EastAsianWidth.txt, roughly.
    switch scalar.value {
    case 0x1160...0x11FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

/// Returns the beginning of a line that fits into a number of terminal columns.
package func clipped(_ text: String, toWidth width: Int) -> String {
  if text.utf8.count <= width { return text }
  var columns = 0
  var end = text.startIndex
  while end < text.endIndex {
    columns += DisplayWidth.of(text[end])
    if columns > width { break }
    end = text.index(after: end)
  }
  return String(text[..<end])
}
