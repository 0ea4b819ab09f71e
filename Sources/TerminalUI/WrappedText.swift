import CIModel
import Reporters

/// Wraps text in columns to fit a terminal.
package enum WrappedText {
  /// Breaks lines between words, and continues below the last column that begins in the left half.
  /// For a file or a pipe, lines are not changed.
  package static func fitting(_ text: String, _ terminal: Terminal) -> String {
    guard terminal.isInteractive else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { fitting(line: String($0), columns: terminal.width) }.joined(separator: "\n")
  }

  private static func fitting(line: String, columns: Int) -> String {
    guard self.columns(of: line[...]) > columns else { return line }
    let indent = line.prefix { $0 == " " }.count
    var hanging = indent
    let colors = line.count - self.columns(of: line[...])
    if let gap = line.prefix(columns / 2 + max(0, colors)).ranges(of: "  ").last,
      gap.lowerBound > line.startIndex
    {
      let end = line[gap.lowerBound...].firstIndex { $0 != " " } ?? line.endIndex
      hanging = max(indent, line.distance(from: line.startIndex, to: end))
    }
    var lines = [String(line.prefix(hanging))]
    // Colours take no room.
    var width = self.columns(of: line.prefix(hanging))
    hanging = width
    var isFirst = true
    for word in line.dropFirst(lines[0].count).split(separator: " ") {
      let size = self.columns(of: word)
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

  private static func columns(of text: Substring) -> Int {
    DisplayWidth.of(VisibleText.shown(String(text)))
  }
}
