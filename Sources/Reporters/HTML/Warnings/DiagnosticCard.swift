import CIModel

/// A message of a compiler, linker or linter with its source location.
struct DiagnosticCard {
  let context: PageContext
  let diagnostic: Diagnostic
  /// Whether the source is omitted, because little room is left.
  var isShort = false

  func render() -> HTML {
    var html: HTML = "<article class=\"card\" data-stop tabindex=\"-1\"><div class=\"body\">\n<p>"
    html += context.place(diagnostic.file, diagnostic.line, diagnostic.column)
    if let group = diagnostic.group { html += " <span class=\"tag\">\(group)</span>" }
    if diagnostic.count > 1 { html += " <span class=\"dim\">× \(diagnostic.count.grouped)</span>" }
    if let step = diagnostic.step { html += " <span class=\"dim\">step \(step)</span>" }
    html.markup("</p>\n")
    html += Parts.block(
      Clipped(diagnostic.message, bytes: 4_000, lines: 40),
      style: "message \(diagnostic.severity.style)")
    for note in diagnostic.shownNotes {
      html += "<p class=\"dim wrap\">\(Clipped(note, bytes: 1_000, lines: 5).text)</p>\n"
    }
    if !isShort {
      html += SourceExcerpt(context: context, file: diagnostic.file, line: diagnostic.line).render()
    }
    html.markup("</div></article>\n")
    return html
  }
}

extension Severity {
  var style: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }

  var tagStyle: String {
    switch self {
    case .error: "fail"
    case .warning: "warn"
    case .note: ""
    }
  }
}
