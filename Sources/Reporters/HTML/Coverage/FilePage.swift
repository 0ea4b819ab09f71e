import CIModel

/// A source file with its tests, its coverage if it was measured, and the remarks on its lines.
struct FilePage {
  let context: PageContext
  let path: String
  let file: Coverage.File?
  /// The prefix of `id`s when pages share one file.
  var mark = ""

  func render() -> HTML {
    var page: HTML = """
      <h1 class="wrap">\(path: path)</h1>

      """
    if let file { page += summary(file) }
    let tests = SourceTests(path, context)
    switch context.sources.read(path) {
    case .missing(let reason):
      page += tests.summary(mark: mark, lines: 0)
      page += Parts.empty("The source is not shown: \(reason).")
      if let file { page += missedLines(file) }
    case .lines(let source, let isChanged):
      page += tests.summary(mark: mark, lines: min(source.count, SourceListing.mostLines))
      if isChanged {
        page += Parts.empty(
          "This source was edited since the run: the marks are at the line numbers of the run.")
      }
      if file != nil {
        let stretches = context.lineTests.stretches(path)
        page += LineTestsSection(
          stretches: stretches, mark: mark, lines: min(source.count, SourceListing.mostLines)
        ).render()
        page += legend
      }
      page.reserve(page.bytes.count + source.count * 110)
      SourceListing(
        file: file, source: source, mark: mark, added: added, tags: tests.tags,
        remarks: context.remarks.of(path), rows: RemarkRows(links: context.links)
      ).render(into: &page)
    }
    return page
  }

  private func summary(_ file: Coverage.File) -> HTML {
    var html: HTML = """
      <p>\(file.lines.percent) of lines covered (\(file.lines.covered.grouped) of \(file.lines.count.grouped))\
      \(change(file)), functions \(file.functions.percent), regions \(file.regions.percent)</p>

      """
    if let coverage = context.record.coverage { html += CoveragePage.partialNote(coverage) }
    if let target = file.target { html += "<p class=\"dim\">Target \(target)</p>\n" }
    html += functions(file)
    return html
  }

  /// The change since the base: `, +1.20 since main`.
  private func change(_ file: Coverage.File) -> String {
    guard let base = context.base, !base.change(of: file).words.isEmpty else { return "" }
    return ", \(base.change(of: file).words) since \(base.branch)"
  }

  private var added: Set<Int> {
    Set(context.diff?.files[path]?.added.map(\.line) ?? [])
  }

  private var legend: HTML {
    """
    <p class="legend"><span><i class="c"></i>ran</span><span><i class="m"></i>✗ never ran</span>\
    <span><i class="p"></i>! ran in part</span>\(added.isEmpty ? HTML() : "<span><u>12</u> changed line</span>")\
    <span data-scripted hidden><button type="button" data-hides-covered aria-pressed="false">Hide what ran</button> \
    <kbd>n</kbd> next missed line</span></p>

    """
  }

  /// Lists the uncovered lines when the source is not available.
  private func missedLines(_ file: Coverage.File) -> HTML {
    let ranges = CoverageScreen.ranges(file.uncoveredLines)
    guard !ranges.isEmpty else { return HTML() }
    return "<p>Lines that never ran: \(ranges.prefix(500).joined(separator: ", "))</p>\n"
  }

  private func functions(_ file: Coverage.File) -> HTML {
    let functions = (file.functionsToCover ?? []).sorted {
      ($1.regions.missed, $0.line) < ($0.regions.missed, $1.line)
    }
    guard !functions.isEmpty else { return HTML() }
    let never = functions.count { $0.count == 0 }
    var html: HTML = """
      <details class="card"><summary><span class="name">\(counted(functions.count, "function")) to cover</span>\
      <span class="dim">\(never.grouped) never called</span></summary><div class="body">

      """
    html += Parts.table(
      "Functions of \(path)", ["Function", "Calls", "Missed regions", "Regions"],
      numeric: [1, 2, 3],
      functions.prefix(500).map { function in
        [
          "<a class=\"place\" href=\"#\(mark)L\(function.line)\">\(function.name)</a>",
          "\(function.calls)", "\(function.regions.missed.grouped)",
          "\(function.regions.count.grouped)",
        ]
      })
    if functions.count > 500 {
      html += Parts.leftOut("\(counted(functions.count - 500, "function")) left out")
    }
    html.markup("</div></details>\n")
    return html
  }
}
