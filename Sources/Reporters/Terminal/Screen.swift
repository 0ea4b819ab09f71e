import CIModel

/// Lays out lines of text for a terminal.
///
/// Text from outside is cleaned on its way in: escape sequences and control characters in a test's
/// message must not reach the terminal.
struct Screen {
  let style: TerminalStyle
  private(set) var text = ""
  /// Whether the next section has to be set off from what is above.
  private var needsGap = false
  /// Where a reader finds what is left out here.
  var whole = LongText.whole

  init(_ style: TerminalStyle) {
    self.style = style
  }

  var symbols: Symbols { style.unicode ? .unicode : .ascii }

  /// Sets off what follows by an empty line, unless it comes first.
  mutating func section() {
    if needsGap { text += "\n" }
    needsGap = false
  }

  /// An empty line between two entries of a section.
  mutating func gap() { text += "\n" }

  /// Begins a section with a heading: `FAILED TESTS  3`.
  mutating func heading(_ title: String, _ detail: String = "", _ ink: Ink = .bold) {
    section()
    var spans = [Span(title.uppercased(), ink)]
    if !detail.isEmpty { spans.append(Span("  " + detail, .dim)) }
    flow(spans, indent: 0, hanging: 2)
  }

  /// One line as it is; nothing is wrapped.
  mutating func line(_ spans: [Span]) {
    var spans = spans
    while let last = spans.last, last.text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      spans.removeLast()
    }
    for span in spans {
      let clean = Screen.breakable(Screen.oneLine(span.text))
      if style.color, let parameters = span.ink.parameters, !clean.isEmpty {
        text += "\u{1B}[\(parameters)m\(clean)\u{1B}[0m"
      } else {
        text += clean
      }
    }
    text += "\n"
    needsGap = true
  }

  mutating func line(_ spans: Span...) { line(spans) }

  /// A path or a command, which is of use only when it is whole: at the left where the line has no room for it.
  mutating func whole(_ spans: [Span], indent: Int) {
    let room = style.width - spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
    let margin = room >= indent ? indent : min(indent, 4)
    line([Span(String(repeating: " ", count: margin))] + spans)
  }

  /// `$ swift test --filter …`: on one line, or on a terminal that is too narrow for it on several that a shell reads
  /// as one.
  mutating func command(_ command: String, indent: Int) {
    let lines =
      style.isOnScreen && DisplayWidth.of(command) + 2 + indent > style.width
      ? ShellLines.of(command, width: style.width - 8) : [command]
    guard lines.count > 1 else {
      return whole([Span("$ ", .dim), Span(command, .green)], indent: indent)
    }
    for (index, line) in lines.enumerated() {
      let end = index < lines.count - 1 ? " \\" : ""
      self.line(Span(index == 0 ? "  $ " : "      ", .dim), Span(line + end, .green))
    }
  }

  /// Words that flow from line to line.
  ///
  /// Lines break at spaces and between wide characters, but not at no-break spaces. Words that are
  /// wider than a line are cut, except paths, which must stay whole to be of use.
  ///
  /// - Parameters:
  ///   - indent: Columns before the first line.
  ///   - hanging: Columns before the others.
  mutating func flow(_ spans: [Span], indent: Int, hanging: Int) {
    var current: [Span] = [Span(String(repeating: " ", count: indent))]
    var column = indent
    var isFresh = true
    for span in spans {
      let room = max(10, style.width - hanging)
      for piece in Screen.pieces(Screen.oneLine(span.text), limit: room) {
        let isSpace = piece.first == " "
        let width = DisplayWidth.of(piece)
        let isBound = current.last?.text.hasSuffix("\u{A0}") ?? false
        if column + width > style.width, !isFresh, !isBound {
          // A space at the end of a line stands for the line break.
          if isSpace { continue }
          line(current)
          current = [Span(String(repeating: " ", count: hanging))]
          column = hanging
          isFresh = true
        }
        if isFresh, isSpace { continue }
        current.append(Span(piece, span.ink))
        column += width
        isFresh = false
      }
    }
    if !isFresh { line(current) }
  }

  /// A text of several lines, each wrapped; the indentation of its own lines is kept.
  ///
  /// The middle of a long text is left out, and a line says where the whole is.
  mutating func paragraphs(_ text: String, indent: Int, ink: Ink = .plain) {
    paragraphs(LongText(text), indent: indent, ink: ink)
  }

  mutating func paragraphs(_ text: LongText, indent: Int, ink: Ink = .plain) {
    lines(text.start, indent: indent, ink: ink)
    guard let leftOut = text.leftOut else { return }
    let words = "\(symbols.ellipsis) \(leftOut); \(Screen.sentence(whole))"
    flow([Span(words, .dim)], indent: indent, hanging: indent + 2)
    lines(text.end, indent: indent, ink: ink)
  }

  private mutating func lines(_ text: String, indent: Int, ink: Ink) {
    guard !text.isEmpty else { return }
    let lines = Screen.cleaned(text).split(separator: "\n", omittingEmptySubsequences: false)
    for content in lines {
      let own = content.prefix { $0 == " " }.count
      let depth = min(indent + own, max(indent, style.width / 2))
      flow([Span(String(content.dropFirst(own)), ink)], indent: depth, hanging: depth)
      if own == content.count { self.text += "\n" }
    }
  }

  /// `... and 12 more lines`.
  mutating func more(_ count: Int, _ noun: String, plural: String? = nil, indent: Int) {
    guard count > 0 else { return }
    let margin = String(repeating: " ", count: indent)
    let word = count == 1 ? noun : plural ?? noun + "s"
    line(Span("\(margin)\(symbols.ellipsis) and \(count) more \(word)", .dim))
  }

  /// Words, the gaps between them, and single wide characters.
  private static func pieces(_ text: String, limit: Int) -> [String] {
    enum Kind { case space, word, wide }
    var pieces: [String] = []
    var last: Kind?
    for character in text {
      let kind: Kind =
        character == " " ? .space : DisplayWidth.of(character) > 1 ? .wide : .word
      if kind == last, kind != .wide {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
      last = kind
    }
    return pieces.flatMap { piece -> [String] in
      guard DisplayWidth.of(piece) > limit, !piece.contains("/"), !piece.contains("\u{A0}") else {
        return [piece]
      }
      var parts: [String] = []
      var rest = piece[...]
      while !rest.isEmpty {
        parts.append(String(rest.prefix(limit)))
        rest = rest.dropFirst(limit)
      }
      return parts
    }
  }

  /// With the spaces of `unbroken` as any others. Most texts have none, and looking for them by
  /// characters would be a quarter of what a long report takes.
  private static func breakable(_ text: String) -> String {
    text.utf8.contains(0xC2) ? text.replacing("\u{A0}", with: " ") : text
  }

  /// With spaces at which lines do not break.
  static func unbroken(_ text: String) -> String {
    text.rewriting { $0 == UInt8(ascii: " ") ? "\u{A0}" : nil }
  }

  /// A sentence whose commands, written in backticks, stay on one line each, so that they can be
  /// copied.
  static func sentence(_ text: String) -> String {
    codeParts(of: text).map { part in
      part.isCode ? "`" + unbroken(part.text) + "`" : part.text
    }.joined()
  }

  /// Without colours of others, and with control characters made visible; tabs become spaces.
  static func cleaned(_ text: String) -> String { VisibleText.shown(text) }

  /// The same on one line, with the beginning of what no screen can show.
  private static func oneLine(_ text: String) -> String { shortLine(cleaned(text).onOneLine) }
}
