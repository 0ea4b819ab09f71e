import CIModel

/// Prepares texts of reports for findings: on one line, without colours, with a limited length.
enum ReportText {
  /// Maximum number of characters of a message.
  static let most = 300
  /// Maximum bytes of a text that is looked at. A character can have any number of scalars.
  static let mostBytes = 6 * most
  private static let mostLines = 6

  /// - Parameter text: One or more lines, which are joined.
  static func line(_ text: String) -> String { joined(text) { _ in false } }

  /// The message of a failed test, without the stack behind it.
  static func failure(_ text: String) -> String {
    joined(text) { $0.hasPrefix("at ") || $0.hasPrefix("# ") }
  }

  /// The beginning of a text, cut between two Unicode scalars.
  static func start(_ text: String, bytes: Int) -> String {
    text.utf8.count <= bytes
      ? text : String(text.unicodeScalars.prefix(bytes / 4)) + "…"
  }

  /// Parses a time in seconds: `0.021`, or `1,234.5` as Surefire writes it; `nil` for any other
  /// text.
  static func seconds(_ text: some StringProtocol) -> Double? {
    guard let value = Double(String(text).filter { $0 != "," }), value.isFinite, value >= 0 else {
      return nil
    }
    return value
  }

  private static func joined(_ text: String, until isEnd: (Substring) -> Bool) -> String {
    let start = start(text, bytes: mostBytes).cuttingRunsOfMarks
    if isOneLine(start) { return cut(start) }
    // Control characters leave a single line that can be cut without a look at its characters.
    let shown = VisibleText.shown(start, tab: " ")
    if isOneLine(shown) { return cut(shown) }
    var result = ""
    var count = 0
    // A text that is shown has no other line end.
    for part in shown.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(part).drop(while: \.isWhitespace)
      if line.isEmpty { continue }
      if count > 0, isEnd(line) || count == mostLines { break }
      let text = line.trimmed
      if count > 0 { result += [":", ".", ",", ";"].contains(result.last) ? " " : "; " }
      result += text
      count += 1
    }
    guard let end = result.index(result.startIndex, offsetBy: most, limitedBy: result.endIndex),
      end < result.endIndex
    else { return result }
    return result[..<result.index(before: end)] + "…"
  }

  /// Whether a text has only visible characters of ASCII and blanks within it.
  private static func isOneLine(_ text: String) -> Bool {
    text.utf8.first != 0x20 && text.utf8.last != 0x20
      && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  private static func cut(_ line: String) -> String {
    line.utf8.count <= most
      ? line : String(decoding: line.utf8.prefix(most - 1), as: UTF8.self) + "…"
  }
}

extension Substring {
  /// The text without white space at its end.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
