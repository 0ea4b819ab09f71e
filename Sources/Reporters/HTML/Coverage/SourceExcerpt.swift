import CIModel

/// The lines around a location in a source; empty when the source cannot be shown, and a note when
/// the run saw another one.
struct SourceExcerpt {
  let context: PageContext
  let file: String?
  let line: Int?

  /// The number of lines before and after the location.
  private static let around = 3
  /// The maximum size of a line in bytes.
  private static let longest = 400

  func render() -> HTML {
    guard let file, let line, case .lines(let source, let isChanged) = context.sources.read(file),
      line > 0, line <= source.count || isChanged
    else { return HTML() }
    if isChanged { return Parts.leftOut("The source was edited since the run.") }
    var html: HTML =
      "<div class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source\"><pre>"
    for number in max(1, line - Self.around)...min(source.count, line + Self.around) {
      html.markup(number == line ? "<span class=\"hit\" data-n=\"" : "<span data-n=\"")
      html.number(number)
      html.markup("\">")
      html.text(Clipped(source.text(number), bytes: Self.longest, lines: 1).text)
      html.markup("</span>")
    }
    html.markup("</pre></div>\n")
    return html
  }
}
