internal import YAMLDocument

/// Shows a line of a file with a caret below the given place.
struct SourceExcerpts {
  /// The lines without terminators.
  private let lines: [ArraySlice<UInt8>]

  /// Maximum number of Unicode scalars per line; a longer line is cut around the place.
  private static let width = 100

  init(_ source: [UInt8]) {
    lines = Self.lines(of: source)
  }

  /// Splits a file into lines without terminators and byte order mark.
  static func lines(of source: [UInt8]) -> [ArraySlice<UInt8>] {
    var text = source[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var lines: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        index += 1
        continue
      }
      lines.append(text[start..<index])
      let next = index + 1
      let isPair =
        byte == UInt8(ascii: "\r") && next < text.endIndex && text[next] == UInt8(ascii: "\n")
      index = isPair ? next + 1 : next
      start = index
    }
    if !text.isEmpty { lines.append(text[start...]) }
    return lines
  }

  /// The source line and the line with the caret; empty when the file has no such line.
  func excerpt(_ range: SourceRange, _ style: ProblemStyle) -> String {
    let line = range.start.line
    guard lines.indices.contains(line - 1) else { return "" }
    var scalars = Array(String(decoding: lines[line - 1], as: UTF8.self).unicodeScalars)
    var start = min(max(range.start.column - 1, 0), scalars.count)
    var end = range.end.line == line ? range.end.column - 1 : scalars.count
    end = min(max(end, start), scalars.count)
    // A value that continues on the next line does not include the space before its comment.
    while end > start + 1, scalars[end - 1].properties.isWhitespace { end -= 1 }
    var prefix = ""
    if scalars.count > Self.width {
      let first = max(0, min(start - Self.width / 3, scalars.count - Self.width))
      let last = min(scalars.count, first + Self.width)
      end = min(end, last)
      prefix = first > 0 ? "…" : ""
      let suffix = last < scalars.count ? "…".unicodeScalars.first : nil
      scalars = Array(scalars[first..<last]) + [suffix].compactMap { $0 }
      start -= first
      end -= first
    }
    let number = String(line)
    let margin = String(repeating: " ", count: number.count)
    let shown = prefix + scalars.map(displayed).joined()
    let padding =
      String(repeating: " ", count: prefix.count)
      + scalars[..<start].map { $0 == "\t" ? "\t" : spaces(displayWidth(of: $0)) }.joined()
    let length = scalars[start..<end].reduce(0) {
      $0 + max($1 == "\t" ? 1 : 0, displayWidth(of: $1))
    }
    let caret = "^" + String(repeating: "~", count: max(0, length - 1))
    return "  \(number) | \(shown)\n  \(margin) | \(padding)\(style.caret(caret))\n"
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Replaces control characters, which would move the cursor, and direction marks, which would
  /// change the reading order.
  private func displayed(_ scalar: Unicode.Scalar) -> String {
    isHidden(scalar) ? "\u{FFFD}" : String(scalar)
  }

  private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// The width in terminal columns: 0 for characters that combine with the one before, 2 for wide
  /// characters (East Asian Width W and F, Unicode Standard Annex 11, in ranges).
  private func displayWidth(of scalar: Unicode.Scalar) -> Int {
    if isHidden(scalar) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1F3FB...0x1F3FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
