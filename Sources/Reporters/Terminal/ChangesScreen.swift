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
      screen.line(
        Span("No change", .bold), Span(": the base holds everything that the head holds"),
        Span("  \(changes.head.prefix(10))", .dim))
      return
    }
    let range = "\(changes.mergeBase.prefix(10))..\(changes.head.prefix(10))"
    screen.line(
      Span(counted(changes.totals.files, "file"), .bold), Span(" changed, "),
      Span("+\(changes.totals.additions)", .green), Span(" "),
      Span("-\(changes.totals.deletions)", .red),
      Span(", \(counted(changes.commits.count, "commit"))"), Span("  \(range)", .dim))
  }

  private func commits(_ screen: inout Screen) {
    guard !changes.commits.isEmpty else { return }
    screen.heading("Commits", "\(changes.commits.count)")
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
    screen.heading("Files", "\(changes.files.count)")
    let bar = screen.style.width >= 100 ? 20 : 10
    let largest = changes.files.map(\.changedLines).max() ?? 0
    let added = changes.files.map { "+\($0.additions)".count }.max() ?? 0
    let deleted = changes.files.map { "-\($0.deletions)".count }.max() ?? 0
    let names = changes.files.map(name)
    let widest = names.map(DisplayWidth.of).max() ?? 0
    let room = min(widest, max(10, screen.style.width - added - deleted - bar - 9))
    for (file, name) in zip(changes.files, names) {
      let (letter, ink) = mark(file.status)
      var spans = [
        Span("  \(letter)  ", ink),
        Span(name.keepingEnd(room, screen.symbols).padded(to: room) + " "),
      ]
      if file.isBinary {
        spans.append(Span("binary", .dim))
      } else {
        spans.append(Span("+\(file.additions)".rightAligned(to: added), .green))
        spans.append(Span(" "))
        spans.append(Span("-\(file.deletions)".rightAligned(to: deleted), .red))
        let (plus, minus) = signs(file, largest: largest, width: bar)
        spans.append(Span(" "))
        spans.append(Span(plus, .green))
        spans.append(Span(minus, .red))
      }
      screen.line(spans)
    }
  }

  private func name(_ file: FileChange) -> String {
    guard let old = file.oldPath else { return file.path }
    return ChangesScreen.rename(old, file.path)
  }

  /// As git shortens it: `Sources/{Old => New}/A.swift`.
  static func rename(_ old: String, _ new: String) -> String {
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

  /// Plus and minus signs in proportion; a file that changed has at least one of what it has.
  private func signs(_ file: FileChange, largest: Int, width: Int) -> (String, String) {
    guard largest > 0 else { return ("", "") }
    func scaled(_ count: Int) -> Int {
      let signs = largest <= width ? count : Int(Double(count) / Double(largest) * Double(width))
      return count > 0 ? max(1, signs) : 0
    }
    let plus = scaled(file.additions)
    let minus = min(scaled(file.deletions), max(file.deletions > 0 ? 1 : 0, width - plus))
    return (String(repeating: "+", count: plus), String(repeating: "-", count: minus))
  }
}
