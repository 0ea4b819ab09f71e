import CIModel

/// The measured files, those with the most missed lines first: a tree of folders and a table, or
/// only the tree if there are many files.
struct CoverageIndex {
  let context: PageContext
  let coverage: Coverage

  /// The maximum number of files in a table; more are only shown in the tree, with fewer columns,
  /// so that the page stays readable and small.
  private static let mostInOneTable = 1_000
  private static let shownFiles = 20_000

  func render() -> HTML {
    let files = coverage.files.sorted {
      ($1.lines.missed, $0.path) < ($0.lines.missed, $1.path)
    }
    let isTable = files.count <= Self.mostInOneTable
    var html = HTML()
    let folders = CoverageFolders(context: context, files: files.prefix(Self.shownFiles))
    if isTable, folders.hasFolders {
      html += Parts.heading("Folders", mark: "folders")
      html += folders.render(isSearched: false)
    }
    html += Parts.heading("Files", files.count, mark: "files")
    html.markup(
      """
      <p data-scripted hidden><label class="skip" for="file-search">Search for files</label>\
      <input type="search" id="file-search" data-searches="file-table" placeholder="Search for files" \
      autocomplete="off" spellcheck="false"></p>

      """)
    if isTable {
      table(files, into: &html)
    } else {
      html += folders.render(isSearched: true)
    }
    if files.count > Self.shownFiles {
      html += Parts.leftOut("\(counted(files.count - Self.shownFiles, "file")) left out")
    }
    return html
  }

  // MARK: - One table

  private func table(_ files: [Coverage.File], into html: inout HTML) {
    var patch: [String: Coverage.Ratio] = [:]
    for file in coverage.patch?.files ?? [] { patch[file.path] = file.lines }
    html.markup(
      """
      <div class="table" tabindex="0" role="region" aria-label="Files"><table id="file-table" data-sortable><thead><tr>\
      <th>File</th><th class="num" aria-sort="descending">Missed</th><th class="num">Lines</th><th class="optional share">Share</th>
      """)
    let base = context.base
    if let base { html += "<th class=\"num\">Since \(base.branch)</th>" }
    if !patch.isEmpty { html.markup("<th class=\"num\">Changed lines</th>") }
    html.markup(
      """
      <th class="num optional">Functions</th><th class="num optional">Regions</th></tr></thead><tbody>

      """)
    for file in files {
      html.markup("<tr><td class=\"wrap\">")
      html += context.name(of: file, displayedPath(file.path))
      html += "</td><td class=\"num\" data-v=\"\(file.lines.missed)\">"
      html.text(file.lines.missed.grouped)
      html.markup("</td>")
      cell(file.lines, into: &html)
      html +=
        "<td class=\"optional share\" data-v=\"\(file.lines.hundredthsOfPercent ?? -1)\">\(Parts.bar(file.lines))</td>"
      if let base {
        let change = base.change(of: file)
        html += "<td class=\"num\" data-v=\"\(change.hundredths)\">\(change.words)</td>"
      }
      if !patch.isEmpty {
        if let lines = patch[file.path] {
          cell(lines, into: &html)
        } else {
          html.markup("<td class=\"num\" data-v=\"-1\"></td>")
        }
      }
      cell(file.functions, isOptional: true, into: &html)
      cell(file.regions, isOptional: true, into: &html)
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></div>\n")
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
}
