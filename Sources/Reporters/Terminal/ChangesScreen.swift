import CIModel

/// A change set: commits, files with bars, totals.
struct ChangesScreen {
  private let changes: ChangeSet

  init(_ changes: ChangeSet) {
    self.changes = changes
  }

  func draw(on screen: inout Screen) {
    commits(&screen)
    files(&screen)
    screen.section()
    if changes.files.isEmpty, changes.commits.isEmpty {
      let text =
        changes.isStaged
        ? "nothing is staged" : "the base contains everything that the head contains"
      screen.line(
        Span("No change", .bold), Span(": \(text)"),
        Span("  \((changes.isStaged ? changes.base : changes.head).prefix(10))", .dim))
      return
    }
    let range = "\(changes.mergeBase.prefix(10))..\(changes.head.prefix(10))"
    let total = ChangesScreen.sum(changes.files.map(counts))
    var spans = [
      Span(counted(changes.totals.files, "file"), .bold), Span(" changed, "),
      Span("+\(total.additions)", .green), Span(" "), Span("-\(total.deletions)", .red),
    ]
    if changes.files.contains(where: { $0.ignoringWhitespace != nil }) {
      spans.append(Span(" without white space"))
    }
    let moved = ChangesScreen.sum(changes.files.compactMap(\.moved))
    if moved != ChangedLineCounts() {
      spans.append(Span(", +\(moved.additions) -\(moved.deletions) only moved"))
    }
    spans.append(
      changes.isStaged
        ? Span("  staged on \(changes.base.prefix(10))", .dim)
        : Span(", \(counted(changes.commits.count, "commit"))"))
    if !changes.isStaged { spans.append(Span("  \(range)", .dim)) }
    screen.line(spans)
    if let note = changes.mergeBaseNote { screen.line(Span("note: ", .bold), Span(note)) }
  }

  /// The line counts to show, without white space changes if requested.
  private func counts(_ file: FileChange) -> ChangedLineCounts {
    file.ignoringWhitespace
      ?? ChangedLineCounts(additions: file.additions, deletions: file.deletions)
  }

  private static func sum(_ counts: [ChangedLineCounts]) -> ChangedLineCounts {
    counts.reduce(into: ChangedLineCounts()) {
      $0.additions += $1.additions
      $0.deletions += $1.deletions
    }
  }

  private func commits(_ screen: inout Screen) {
    guard !changes.commits.isEmpty else { return }
    screen.heading("Commits", changes.commits.count.grouped)
    for commit in changes.commits {
      let author = "  \(commit.author.name)"
      let room = screen.style.width - 12 - DisplayWidth.of(author)
      let subject = commit.subject.keepingStart(max(20, room), screen.symbols)
      screen.line(
        Span("  \(commit.id.prefix(8))", .yellow), Span("  \(subject)"), Span(author, .dim))
    }
  }

  private func files(_ screen: inout Screen) {
    guard !changes.files.isEmpty else { return }
    screen.heading("Files", changes.files.count.grouped)
    let bar = screen.style.width >= 100 ? 20 : 10
    let largest = changes.files.map { counts($0).additions + counts($0).deletions }.max() ?? 0
    let added = changes.files.map { "+\(counts($0).additions)".count }.max() ?? 0
    let deleted = changes.files.map { "-\(counts($0).deletions)".count }.max() ?? 0
    let names = changes.files.map(name)
    let widest = names.map(DisplayWidth.of).max() ?? 0
    let room = min(widest, max(10, screen.style.width - added - deleted - bar - 9))
    for (file, name) in zip(changes.files, names) {
      let (letter, ink) = mark(file.status)
      let lines = counts(file)
      var spans = [
        Span("  \(letter)  ", ink),
        Span(name.keepingEnd(room, screen.symbols).padded(to: room) + " "),
      ]
      if file.isBinary {
        spans.append(Span("binary", .dim))
      } else {
        spans.append(Span("+\(lines.additions)".rightAligned(to: added), .green))
        spans.append(Span(" "))
        spans.append(Span("-\(lines.deletions)".rightAligned(to: deleted), .red))
        let (plus, minus) = signs(lines, largest: largest, width: bar)
        spans.append(Span(" "))
        spans.append(Span(plus, .green))
        spans.append(Span(minus, .red))
      }
      screen.line(spans)
    }
  }

  private func name(_ file: FileChange) -> String {
    guard let old = file.oldPath else { return displayedPath(file.path) }
    return ChangesScreen.rename(old, file.path)
  }

  /// Shortens a rename like git: `Sources/{Old => New}/A.swift`; unshortened if a path must be
  /// quoted.
  static func rename(_ old: String, _ new: String) -> String {
    let shown = (old: displayedPath(old), new: displayedPath(new))
    guard shown == (old, new) else { return "\(shown.old) => \(shown.new)" }
    let left = old.split(separator: "/", omittingEmptySubsequences: false)
    let right = new.split(separator: "/", omittingEmptySubsequences: false)
    let shorter = min(left.count, right.count)
    let head = zip(left, right).prefix { $0 == $1 }.count
    let tail = min(
      zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count, shorter - min(head, shorter)
    )
    guard head + tail > 0 else { return "\(old) => \(new)" }
    func middle(_ parts: [Substring]) -> String {
      parts[head..<(parts.count - tail)].joined(separator: "/")
    }
    let before = left[..<head].map { $0 + "/" }.joined()
    let after = left[(left.count - tail)...].map { "/" + $0 }.joined()
    return "\(before){\(middle(left)) => \(middle(right))}\(after)"
  }

  private func mark(_ status: FileChange.Status) -> (String, Ink) {
    switch status {
    case .added: ("A", .green)
    case .modified: ("M", .yellow)
    case .deleted: ("D", .red)
    case .renamed: ("R", .cyan)
    case .typechanged: ("T", .yellow)
    }
  }

  /// Plus and minus signs in proportion; each count above zero has at least one sign.
  private func signs(_ lines: ChangedLineCounts, largest: Int, width: Int) -> (String, String) {
    guard largest > 0 else { return ("", "") }
    func scaled(_ count: Int) -> Int {
      let signs = largest <= width ? count : Int(Double(count) / Double(largest) * Double(width))
      return count > 0 ? max(1, signs) : 0
    }
    let plus = scaled(lines.additions)
    let minus = min(scaled(lines.deletions), max(lines.deletions > 0 ? 1 : 0, width - plus))
    return (String(repeating: "+", count: plus), String(repeating: "-", count: minus))
  }
}
