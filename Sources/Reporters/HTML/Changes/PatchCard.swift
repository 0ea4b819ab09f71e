import CIModel

/// The diff of one file, with the coverage of its lines and the remarks on them.
struct PatchCard {
  let context: PageContext
  let change: FileChange
  let diff: ReportDiff.File
  let remarks: [Int: [LineRemarks.Remark]]
  let isOpen: Bool
  /// The `id` of the card.
  let mark: String

  private static let longest = 1_000

  private var rows: RemarkRows { RemarkRows(links: context.links) }

  func render(coverage: Coverage.File?) -> HTML {
    let source = self.source
    let lines = PatchLines(diff, count: source?.count ?? 0).lines
    var states = coverage.map(SourceListing.LineStates.init)
    var body = HTML()
    var shown: Set<Int> = [0]
    var missed = 0
    for line in lines {
      switch line {
      case .gap: body.markup("<span class=\"skip-lines\">⋯</span>")
      case .deleted(let number, let text): draw(number, text, "gone", into: &body)
      case .kept(let number):
        draw(number, source?.text(number) ?? "", "o", into: &body)
        shown.insert(number)
        body += rows.render(remarks[number] ?? [])
      case .added(let number, let text):
        let state = states?.next(number).state ?? .none
        if state == .missed { missed += 1 }
        draw(number, text, "added \(state.letter)", isStop: state == .missed, into: &body)
        shown.insert(number)
        body += rows.render(remarks[number] ?? [])
      }
    }
    return frame(body, missed: missed, others: remarks.filter { !shown.contains($0.key) })
  }

  /// The new version of the file, if the source still has the content of the change.
  private var source: SourceLines? {
    guard case .lines(let source, _) = context.sources.read(change.path),
      diff.added.allSatisfy({ $0.line <= source.count && source.text($0.line) == $0.text })
    else { return nil }
    return source
  }

  private func draw(
    _ number: Int, _ text: String, _ style: String, isStop: Bool = false, into html: inout HTML
  ) {
    html += "<span data-n=\"\(number)\" class=\"\(style)\""
    if isStop { html.markup(" data-stop tabindex=\"-1\"") }
    html += ">\(Clipped(text, bytes: Self.longest, lines: 1).text)</span>"
  }

  private func frame(
    _ body: HTML, missed: Int, others: [Int: [LineRemarks.Remark]]
  ) -> HTML {
    var html: HTML = """
      <details class="card" id="\(mark)"\(isOpen ? " open" as HTML : HTML())><summary>\
      <span class="name">\(path: change.path)</span>\
      \(Parts.lines(change.additions, change.deletions))
      """
    if missed > 0 {
      html += "<span class=\"tag fail\">\(counted(missed, "new line")) never ran</span>"
    }
    html.markup("</summary><div class=\"body\">\n")
    if let link = context.links.file(change.path) {
      html += "<p><a href=\"\(link)\">The whole file with its coverage</a></p>\n"
    }
    html += """
      <div class="source" tabindex="0" role="region" aria-label="\(displayedPath(change.path))">\
      <pre>\(body)</pre></div>

      """
    html += elsewhere(others)
    html.markup("</div></details>\n")
    return html
  }

  /// Remarks on lines that the change does not touch.
  private func elsewhere(_ others: [Int: [LineRemarks.Remark]]) -> HTML {
    guard !others.isEmpty else { return HTML() }
    let count = others.values.reduce(0) { $0 + $1.count }
    var html: HTML =
      "<details><summary>\(counted(count, "remark")) on the rest of the file</summary>\n"
    for (line, remarks) in others.sorted(by: { $0.key < $1.key }).prefix(50) {
      for remark in remarks.prefix(RemarkRows.most) {
        html +=
          "<p class=\"wrap\">\(line > 0 ? "Line \(line): " : "")\(rows.row(remark))</p>\n"
      }
    }
    if others.count > 50 {
      html += Parts.leftOut("\(counted(others.count - 50, "more line")) with remarks")
    }
    html.markup("</details>\n")
    return html
  }
}
