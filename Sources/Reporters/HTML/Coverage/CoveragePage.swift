import CIModel

/// The coverage of the package: a map, and three indexes of files, functions and targets.
struct CoveragePage {
  let context: PageContext
  let coverage: Coverage

  private static let shownFiles = 20_000
  private static let shownFunctions = 1_000

  func render() -> HTML {
    var page: HTML = """
      <h1>Coverage</h1>
      <div class="tiles">\(tile(coverage.totals.lines, "of lines"))\(tile(coverage.totals.functions, "of functions"))\
      \(tile(coverage.totals.regions, "of regions"))\(patchTile)</div>

      """
    if coverage.isPartial {
      page +=
        "<p class=\"warn\">The data is partial: a test process died, or tests were left out. The numbers are at least what they are for all tests.</p>\n"
    }
    guard !coverage.files.isEmpty else {
      page += Parts.empty("No file of the package was measured.")
      return page
    }
    page.markup(
      "<p><a href=\"#files\">Files</a> · <a href=\"#functions\">Functions</a> · <a href=\"#targets\">Targets</a></p>\n"
    )
    page += CoverageMap(context: context, files: coverage.files).render()
    page += files
    page += functions
    page += targets
    page += excluded
    return page
  }

  private func tile(_ ratio: Coverage.Ratio, _ words: String) -> HTML {
    """
    <div class="tile"><b>\(ratio.percent)</b><span>\(words), \(ratio.covered.grouped) of \
    \(ratio.count.grouped)</span>\(Parts.bar(ratio))</div>
    """
  }

  private var patchTile: HTML {
    guard let patch = coverage.patch, patch.lines.count > 0 else { return HTML() }
    return tile(patch.lines, "of changed lines")
  }

  // MARK: - The indexes

  private var files: HTML {
    var html = Parts.heading("Files", coverage.files.count, mark: "files")
    html.markup(
      """
      <p data-scripted hidden><label class="skip" for="file-search">Search for files</label>\
      <input type="search" id="file-search" data-searches="file-table" placeholder="Search for files" \
      autocomplete="off" spellcheck="false"></p>
      <div class="table" tabindex="0" role="region" aria-label="Files"><table id="file-table" data-sortable><thead><tr>\
      <th>File</th><th class="num">Lines</th><th class="num">Missed</th><th class="num optional">Functions</th>\
      <th class="num optional">Regions</th></tr></thead><tbody>

      """)
    html.reserve(coverage.files.count * 300)
    for file in coverage.files.prefix(Self.shownFiles) {
      html.markup("<tr><td class=\"wrap\">")
      if let link = context.links.file(file.path) {
        html += "<a href=\"\(link)\">\(path: file.path)</a>"
      } else {
        html += "\(path: file.path)"
      }
      html.markup("</td>")
      cell(file.lines, into: &html)
      html.markup("<td class=\"num\">")
      html.number(file.lines.missed)
      html.markup("</td>")
      cell(file.functions, isOptional: true, into: &html)
      cell(file.regions, isOptional: true, into: &html)
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></div>\n")
    if coverage.files.count > Self.shownFiles {
      html += Parts.leftOut("\(counted(coverage.files.count - Self.shownFiles, "file")) left out")
    }
    return html
  }

  private func cell(_ ratio: Coverage.Ratio, isOptional: Bool = false, into html: inout HTML) {
    html.markup(isOptional ? "<td class=\"num optional " : "<td class=\"num ")
    html.text(CoverageGrade(ratio).style)
    html.markup("\" data-v=\"")
    html.number(ratio.hundredthsOfPercent ?? -1)
    html.markup("\">")
    html.text(ratio.percent)
    html.markup("</td>")
  }

  private var functions: HTML {
    var html = Parts.heading("Functions that were never called", mark: "functions")
    let listed = coverage.files.contains { $0.functionList != nil }
    let missed = coverage.files.flatMap { file in
      (file.functionList ?? []).lazy.filter { $0.count == 0 }.map { (file.path, $0) }
    }.sorted { ($1.1.regions.count, $0.0, $0.1.line) < ($0.1.regions.count, $1.0, $1.1.line) }
    guard !missed.isEmpty else {
      html += Parts.empty(
        listed
          ? "Every function was called."
          : "The record lists no functions; \(coverage.totals.functions.missed.grouped) of \(coverage.totals.functions.count.grouped) were never called. `devtool coverage --functions` lists them."
      )
      return html
    }
    html += Parts.table(
      "Functions", ["Function", "Regions", "Place"], numeric: [1],
      missed.prefix(Self.shownFunctions).map { path, function in
        [
          "<span class=\"wrap mono\">\(function.name)</span>", "\(function.regions.count)",
          context.place(path, function.line),
        ]
      })
    if missed.count > Self.shownFunctions {
      html += Parts.leftOut("\(counted(missed.count - Self.shownFunctions, "function")) left out")
    }
    return html
  }

  private var targets: HTML {
    var sums: [String: (files: Int, lines: Coverage.Ratio)] = [:]
    for file in coverage.files {
      let sum = sums[file.target ?? ""] ?? (0, Coverage.Ratio(covered: 0, count: 0))
      sums[file.target ?? ""] = (sum.files + 1, sum.lines + file.lines)
    }
    var html = Parts.heading("Targets", sums.count, mark: "targets")
    html += Parts.table(
      "Targets", ["Target", "Files", "Lines", "Missed", "Share"], numeric: [1, 2, 3],
      sums.sorted { $0.key < $1.key }.prefix(2_000).map { name, sum in
        [
          "\(name.isEmpty ? "without a target" : name)", "\(sum.files.grouped)",
          "\(sum.lines.percent)", "\(sum.lines.missed.grouped)", Parts.bar(sum.lines),
        ]
      })
    return html
  }

  private var excluded: HTML {
    guard !coverage.excluded.isEmpty else { return HTML() }
    var html = Parts.heading("Not counted")
    html += Parts.table(
      "Not counted", ["Reason", "Files", "Lines"], numeric: [1, 2],
      coverage.excluded.map {
        ["\($0.reason)", "\($0.files.grouped)", "\($0.lines.count.grouped)"]
      })
    return html
  }
}
