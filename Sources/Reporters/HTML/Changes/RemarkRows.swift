import CIModel

/// The remarks on a line, shown below it.
struct RemarkRows {
  let links: PageLinks

  /// The maximum number of remarks on a line; more are counted.
  static let most = 5

  /// - Parameter remarks: The worst first and those of linters last.
  func render(_ remarks: [LineRemarks.Remark]) -> HTML {
    guard !remarks.isEmpty else { return HTML() }
    var html = HTML()
    let others = remarks.filter { !$0.isLint }
    for remark in others.prefix(Self.most) { html += row(remark) }
    if others.count > Self.most {
      html += "<span class=\"lined dim\">and \(others.count - Self.most) more</span>"
    }
    let lint = remarks.filter(\.isLint)
    guard lint.count > 1 else { return lint.reduce(into: html) { $0 += row($1) } }
    // A single row, so that linter remarks do not bury errors.
    let texts = lint.prefix(Self.most).map { Clipped($0.text, bytes: 120, lines: 1).text }
    let rest = lint.count > texts.count ? ", …" : ""
    html += """
      <span class="lined"><span class="tag">\(lint.count) from linters</span> \
      \(texts.joined(separator: "; "))\(rest)</span>
      """
    return html
  }

  func row(_ remark: LineRemarks.Remark) -> HTML {
    """
    <span class="lined"><span class="tag \(remark.severity.tagStyle)">\(remark.severity.rawValue)</span> \
    \(Clipped(remark.text, bytes: 1_000, lines: 8).text) \(source(remark))</span>
    """
  }

  private func source(_ remark: LineRemarks.Remark) -> HTML {
    guard let card = remark.card else { return "<span class=\"tag\">\(remark.source)</span>" }
    return "<a class=\"tag\" href=\"\(links.place(card, on: .tests))\">\(remark.source)</a>"
  }
}
