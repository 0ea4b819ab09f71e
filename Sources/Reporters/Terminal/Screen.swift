import CIModel

/// Lays out lines of text for a terminal.
///
/// External text is sanitized on entry: escape sequences and control characters in a test's message
/// must not reach the terminal.
struct Screen {
  let style: TerminalStyle
  private(set) var text = ""
  /// Whether the next section needs an empty line before it.
  private var needsGap = false
  /// Names the report that contains omitted text.
  var whole = LongText.whole

  init(_ style: TerminalStyle) {
    self.style = style
  }

  var symbols: Symbols { style.unicode ? .unicode : .ascii }

  /// Begins a section with an empty line, unless it is the first.
  mutating func section() {
    if needsGap { text += "\n" }
    needsGap = false
  }

  /// Adds an empty line between two entries of a section.
  mutating func gap() { text += "\n" }

  /// Begins a section with a heading: `FAILED TESTS  3`.
  mutating func heading(_ title: String, _ detail: String = "", _ ink: Ink = .bold) {
    section()
    var spans = [Span(title.uppercased(), ink)]
    if !detail.isEmpty { spans.append(Span("  " + detail, .dim)) }
    flow(spans, indent: 0, hanging: 2)
  }

  /// Adds one line without wrapping.
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

  /// The column for paths and commands, which must not be broken: further left when the line has no
  /// room for one of them.
  func margin(for texts: [String], indent: Int) -> Int {
    let widest = texts.map(DisplayWidth.of).max() ?? 0
    return style.width - widest >= indent ? indent : min(indent, 4)
  }

  /// Adds a path or a command, which must not be broken.
  mutating func whole(_ spans: [Span], indent: Int) {
    let margin = margin(for: [spans.map(\.text).joined()], indent: indent)
    line([Span(String(repeating: " ", count: margin))] + spans)
  }

  /// Adds `$ swift test --filter …`: on one line, or, on a terminal that is too narrow, on several
  /// lines that a shell reads as one.
  mutating func command(_ command: String, indent: Int) {
    let lines =
      style.isOnScreen && DisplayWidth.of(command) + 2 + indent > style.width
      ? ShellLines.of(command, width: style.width - indent - 6) : [command]
    guard lines.count > 1 else {
      return whole([Span("$ ", .dim), Span(command, .green)], indent: indent)
    }
    let margin = String(repeating: " ", count: indent)
    for (index, line) in lines.enumerated() {
      let end = index < lines.count - 1 ? " \\" : ""
      self.line(Span(margin + (index == 0 ? "$ " : "    "), .dim), Span(line + end, .green))
    }
  }

  /// Adds text that is wrapped.
  ///
  /// Lines break at spaces and between wide characters, but not at no-break spaces. Words that are
  /// wider than a line are cut, except paths, which are useless when broken.
  ///
  /// - Parameters:
  ///   - indent: The number of columns before the first line.
  ///   - hanging: The number of columns before the other lines.
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
        // A break before the hanging indentation would make no room.
        if column + width > style.width, column > hanging, !isFresh, !isBound {
          // A space at the end of a line is replaced by the line break.
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

  /// Adds a text of several lines, each wrapped; their own indentation is kept.
  ///
  /// The middle of a long text is omitted, and a line names the report that contains it.
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

  /// Adds `... and 12 more lines`.
  mutating func more(_ count: Int, _ noun: String, plural: String? = nil, indent: Int) {
    guard count > 0 else { return }
    let margin = String(repeating: " ", count: indent)
    let word = count == 1 ? noun : plural ?? noun + "s"
    line(Span("\(margin)\(symbols.ellipsis) and \(count.grouped) more \(word)", .dim))
  }

  /// Splits text into words, gaps, and single wide characters.
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

  /// Turns the spaces of `unbroken` into ordinary ones. Most texts contain none, and searching by
  /// characters would take a quarter of the time of a long report.
  private static func breakable(_ text: String) -> String {
    text.utf8.contains(0xC2) ? text.replacing("\u{A0}", with: " ") : text
  }

  /// Makes spaces unbreakable.
  static func unbroken(_ text: String) -> String {
    text.rewriting { $0 == UInt8(ascii: " ") ? "\u{A0}" : nil }
  }

  /// Keeps each command in backticks on one line, so that it can be copied.
  static func sentence(_ text: String) -> String {
    codeParts(of: text).map { part in
      part.isCode ? "`" + unbroken(part.text) + "`" : part.text
    }.joined()
  }

  /// Removes escape sequences, and makes control characters visible; tabs become spaces.
  static func cleaned(_ text: String) -> String { VisibleText.shown(text) }

  /// The cleaned text on one line, truncated to a length that a screen can show.
  private static func oneLine(_ text: String) -> String { shortLine(cleaned(text).onOneLine) }
}
