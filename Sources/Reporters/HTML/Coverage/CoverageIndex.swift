import CIModel

/// The measured files, those with the most missed lines first: a table, or of very many one for each folder.
struct CoverageIndex {
  let context: PageContext
  let coverage: Coverage

  /// More files stand by their folders, with fewer columns: a page has to stay readable and small.
  private static let mostInOneTable = 1_000
  private static let shownFiles = 20_000

  func render() -> HTML {
    let files = coverage.files.sorted {
      ($1.lines.missed, $0.path) < ($0.lines.missed, $1.path)
    }
    var html = Parts.heading("Files", files.count, mark: "files")
    html.markup(
      """
      <p data-scripted hidden><label class="skip" for="file-search">Search for files</label>\
      <input type="search" id="file-search" data-searches="file-table" placeholder="Search for files" \
      autocomplete="off" spellcheck="false"></p>

      """)
    let shown = files.prefix(Self.shownFiles)
    if files.count > Self.mostInOneTable {
      folders(shown, into: &html)
    } else {
      table(shown, into: &html)
    }
    if files.count > Self.shownFiles {
      html += Parts.leftOut("\(counted(files.count - Self.shownFiles, "file")) left out")
    }
    return html
  }

  // MARK: - One table

  private func table(_ files: ArraySlice<Coverage.File>, into html: inout HTML) {
    var patch: [String: Coverage.Ratio] = [:]
    for file in coverage.patch?.files ?? [] { patch[file.path] = file.lines }
    html.markup(
      """
      <div class="table" tabindex="0" role="region" aria-label="Files"><table id="file-table" data-sortable><thead><tr>\
      <th>File</th><th class="num" aria-sort="descending">Missed</th><th class="num">Lines</th><th class="optional share">Share</th>
      """)
    if !patch.isEmpty { html.markup("<th class=\"num\">Changed lines</th>") }
    html.markup(
      """
      <th class="num optional">Functions</th><th class="num optional">Regions</th></tr></thead><tbody>

      """)
    for file in files {
      html.markup("<tr><td class=\"wrap\">")
      name(file, displayedPath(file.path), into: &html)
      html.markup("</td><td class=\"num\">")
      html.number(file.lines.missed)
      html.markup("</td>")
      cell(file.lines, into: &html)
      html +=
        "<td class=\"optional share\" data-v=\"\(file.lines.hundredthsOfPercent ?? -1)\">\(Parts.bar(file.lines))</td>"
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

  private func name(_ file: Coverage.File, _ text: String, into html: inout HTML) {
    if let link = context.links.file(file.path) {
      html += "<a href=\"\(link)\">\(text)</a>"
    } else {
      html.text(text)
    }
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

  // MARK: - By folders

  private struct Folder {
    var path: String
    var files: [Coverage.File] = []
    var lines = Coverage.Ratio(covered: 0, count: 0)

    mutating func add(_ file: Coverage.File) {
      files.append(file)
      lines = lines + file.lines
    }
  }

  private func folders(_ files: ArraySlice<Coverage.File>, into html: inout HTML) {
    var folders: [Substring: Folder] = [:]
    for file in files {
      let path = file.path.lastIndex(of: "/").map { file.path[..<$0] } ?? ""
      folders[path, default: Folder(path: String(path))].add(file)
    }
    let sorted = folders.values.sorted {
      ($1.lines.missed, $0.path) < ($0.lines.missed, $1.path)
    }
    html.reserve(files.count * 160)
    html.markup("<div id=\"file-table\" class=\"folders\">\n")
    for folder in sorted {
      html += """
        <details><summary><span class="name">\(path: folder.path)/</span> <span class="dim">\
        \(counted(folder.files.count, "file")), \(folder.lines.percent), \
        \(folder.lines.missed.grouped) missed</span></summary><table>

        """
      for file in folder.files {
        html.markup("<tr><td>")
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        self.name(file, displayedPath(name), into: &html)
        html.markup("</td><td>")
        html.text(file.lines.percent)
        html.markup("</td><td>")
        html.number(file.lines.missed)
        html.markup("</td></tr>\n")
      }
      html.markup("</table></details>\n")
    }
    html.markup("</div>\n")
  }
}
