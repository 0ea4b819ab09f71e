import CIModel

/// The coverage of the package: a map, and three indexes of files, functions and targets.
struct CoveragePage {
  let context: PageContext
  let coverage: Coverage

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
    CoverageIndex(context: context, coverage: coverage).render()
  }

  private var functions: HTML {
    var html = Parts.heading("Functions that were never called", mark: "functions")
    let listed = coverage.files.contains { $0.functionList != nil }
    let missed = coverage.files.flatMap { file in
      (file.functionList ?? []).lazy.filter { $0.count == 0 }.map { (file.path, $0) }
    }.sorted { ($1.1.regions.count, $0.0, $0.1.line) < ($0.1.regions.count, $1.0, $1.1.line) }
    guard !missed.isEmpty else {
      let totals = coverage.totals.functions
      let words =
        listed || totals.missed == 0
        ? "Every function was called."
        : "\(totals.missed.grouped) of \(counted(totals.count, "function")); "
          + "`devtool coverage --functions` names them."
      html += "<p>\(sentence: words)</p>\n"
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
