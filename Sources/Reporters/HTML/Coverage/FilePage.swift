import CIModel

/// One source with its coverage.
struct FilePage {
  let context: PageContext
  let file: Coverage.File
  /// What `id`s begin with where pages share one file.
  var mark = ""

  func render() -> HTML {
    var page: HTML = """
      <h1 class="wrap">\(path: file.path)</h1>
      <p>\(file.lines.percent) of lines covered (\(file.lines.covered) of \(file.lines.count)), functions \
      \(file.functions.percent), regions \(file.regions.percent)</p>

      """
    if let target = file.target { page += "<p class=\"dim\">Target \(target)</p>\n" }
    page += functions
    switch context.sources.read(file.path) {
    case .missing(let reason):
      page += Parts.empty("The source is not shown: \(reason).")
      page += missedLines
    case .lines(let source, let isChanged):
      if isChanged {
        page += Parts.empty(
          "This source was edited since the run: the marks stand where the lines were then.")
      }
      page += legend
      page.reserve(page.bytes.count + source.count * 110)
      SourceListing(file: file, source: source, mark: mark, added: added).render(into: &page)
    }
    return page
  }

  private var added: Set<Int> {
    Set(context.diff?.files[file.path]?.added.map(\.line) ?? [])
  }

  private var legend: HTML {
    """
    <p class="legend"><span><i class="c"></i>ran</span><span><i class="m"></i>✗ never ran</span>\
    <span><i class="p"></i>! ran in part</span>\(added.isEmpty ? HTML() : "<span><u>12</u> changed line</span>")\
    <span data-scripted hidden><button type="button" data-hides-covered aria-pressed="false">Hide what ran</button> \
    <kbd>n</kbd> next missed line</span></p>

    """
  }

  /// Where there is no source to mark.
  private var missedLines: HTML {
    let ranges = CoverageScreen.ranges(file.uncoveredLines)
    guard !ranges.isEmpty else { return HTML() }
    return "<p>Lines that never ran: \(ranges.prefix(500).joined(separator: ", "))</p>\n"
  }

  private var functions: HTML {
    let missed = (file.functionList ?? []).filter { $0.count == 0 }.sorted { $0.line < $1.line }
    guard !missed.isEmpty else { return HTML() }
    var html: HTML =
      "<details class=\"card\"><summary><span class=\"name\">\(counted(missed.count, "function")) never called</span></summary><div class=\"body\"><ul class=\"plain\">\n"
    for function in missed.prefix(500) {
      html +=
        "<li class=\"wrap\"><a class=\"place\" href=\"#\(mark)L\(function.line)\">\(function.name)</a></li>\n"
    }
    html.markup("</ul></div></details>\n")
    return html
  }
}
