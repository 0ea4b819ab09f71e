import Reporters

/// Text in columns that fits a terminal.
package enum WrappedText {
  /// Breaks lines between words and goes on below the last column that begins in the left half; a file
  /// or a pipe gets every line as it is.
  package static func fitting(_ text: String, _ terminal: Terminal) -> String {
    guard terminal.isInteractive else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { fitting(line: String($0), columns: terminal.width) }.joined(separator: "\n")
  }

  private static func fitting(line: String, columns: Int) -> String {
    guard DisplayWidth.of(line) > columns else { return line }
    let indent = line.prefix { $0 == " " }.count
    var hanging = indent
    if let gap = line.prefix(columns / 2).ranges(of: "  ").last, gap.lowerBound > line.startIndex {
      let end = line[gap.lowerBound...].firstIndex { $0 != " " } ?? line.endIndex
      hanging = max(indent, line.distance(from: line.startIndex, to: end))
    }
    var lines = [String(line.prefix(hanging))]
    var width = hanging
    var isFirst = true
    for word in line.dropFirst(hanging).split(separator: " ") {
      let size = DisplayWidth.of(String(word))
      if !isFirst, width + 1 + size > columns {
        lines.append(String(repeating: " ", count: hanging))
        width = hanging
        isFirst = true
      }
      lines[lines.count - 1] += (isFirst ? "" : " ") + word
      width += (isFirst ? 0 : 1) + size
      isFirst = false
    }
    return lines.joined(separator: "\n")
  }
}
