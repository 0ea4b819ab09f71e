/// The text of a quarantine file, edited by lines: what an edit does not name stays byte for byte.
struct QuarantineText: Hashable {
  /// Each with its line break.
  private var lines: [Substring] = []

  init(_ text: String) {
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      lines.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(rest) }
  }

  var text: String { lines.joined() }
  var lineCount: Int { lines.count }

  /// Adds a line at the end, with the line break of the first line.
  mutating func add(_ line: String) {
    let lineBreak = lines.first?.last.flatMap { $0.isNewline ? String($0) : nil } ?? "\n"
    if let last = lines.last, last.last?.isNewline != true {
      lines[lines.count - 1] = Substring(last + lineBreak)
    }
    lines.append(Substring(line + lineBreak))
  }

  /// Takes tests out, with the comments directly above them. A comment stays when it begins the file, or
  /// when another test follows on the next line, since it may speak of that one, too.
  ///
  /// - Returns: The lines that listed them.
  mutating func remove(_ ids: Set<String>) -> [String] {
    var kept: [Substring] = []
    var removed: [String] = []
    // The comments at the end of `kept` that stand above the current line, and the place of the first.
    var comments = (start: 0, count: 0)
    for (index, line) in lines.enumerated() {
      guard let id = QuarantineList.id(of: line) else {
        kept.append(line)
        let isComment = line.first { !$0.isWhitespace } == "#"
        if !isComment {
          comments.count = 0
        } else {
          if comments.count == 0 { comments.start = index }
          comments.count += 1
        }
        continue
      }
      guard ids.contains(id) else {
        kept.append(line)
        comments.count = 0
        continue
      }
      removed.append(QuarantineList.trimmed(line))
      let next = index + 1 < lines.count ? QuarantineList.id(of: lines[index + 1]) : nil
      if next == nil {
        if comments.start > 0 { kept.removeLast(comments.count) }
        comments.count = 0
      }
    }
    lines = kept
    return removed
  }
}
