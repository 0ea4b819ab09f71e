/// The text of a quarantine file, edited by lines: all other lines stay byte for byte.
struct QuarantineText: Hashable {
  /// The lines, each with its line break.
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

  /// Appends a line, with the same line break as the first line.
  mutating func add(_ line: String) {
    let lineBreak = lines.first?.last.flatMap { $0.isNewline ? String($0) : nil } ?? "\n"
    if let last = lines.last, last.last?.isNewline != true {
      lines[lines.count - 1] = Substring(last + lineBreak)
    }
    lines.append(Substring(line + lineBreak))
  }

  /// Removes tests, with the comments directly above them. A comment is kept when it begins the
  /// file, or when another test follows on the next line, because it may describe that test too.
  ///
  /// - Returns: The lines that listed the tests.
  mutating func remove(_ ids: Set<String>) -> [String] {
    var kept: [Substring] = []
    var removed: [String] = []
    // The comments at the end of `kept`, directly above the current line: the index of the first,
    // and their number.
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
