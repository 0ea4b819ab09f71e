import CIModel

/// A finding with its source location and its help.
struct FindingCard {
  let context: PageContext
  let finding: Finding
  var isShort = false

  func render() -> HTML {
    var html: HTML = """
      <article class="card" data-stop tabindex="-1"><div class="body">
      <p><span class="tag \(finding.suppressed == nil ? finding.severity.tagStyle : "")">\(finding.severity.rawValue)</span> \
      <b class="wrap">\(text)</b> <span class="tag">\(finding.ruleID)</span></p>

      """
    if let location = finding.location {
      html +=
        "<p>\(context.place(location.file, location.line, location.column))\(inDiff(location.file))</p>\n"
    }
    if let help { html += "<p class=\"dim wrap\">\(sentence: help)</p>\n" }
    if let reason = finding.suppressed { html += "<p class=\"wrap\">Suppressed: \(reason)</p>\n" }
    if !isShort {
      html += SourceExcerpt(
        context: context, file: finding.location?.file, line: finding.location?.line
      ).render()
    }
    html.markup("</div></article>\n")
    return html
  }

  /// A link to the file in the diff, if it is there.
  private func inDiff(_ file: String) -> HTML {
    guard let change = context.record.changes?.files.first(where: { $0.path == file }),
      context.diff?.files[file] != nil
    else { return HTML() }
    let link = context.links.place(PageNames.change(change), on: .changes)
    return " <a href=\"\(link)\">in the diff</a>"
  }

  private var text: String {
    Clipped(finding.messageText?.plain ?? finding.message, bytes: 4_000, lines: 40).text
  }

  private var help: String? {
    (finding.helpText?.plain ?? finding.help).map { Clipped($0, bytes: 4_000, lines: 40).text }
  }
}
