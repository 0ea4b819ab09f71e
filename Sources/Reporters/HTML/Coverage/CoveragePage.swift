import CIModel

/// The coverage of the package: a map, and indexes of files, functions and targets.
struct CoveragePage {
  let context: PageContext
  let coverage: Coverage

  private static let shownFunctions = 1_000

  func render() -> HTML {
    var page: HTML = """
      <h1>Coverage</h1>
      <div class="tiles">\(tile(coverage.totals.lines, "of lines", change: change))\(tile(coverage.totals.functions, "of functions"))\
      \(tile(coverage.totals.regions, "of regions"))\(patchTile)</div>

      """
    page += Self.partialNote(coverage)
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

  /// Explains why some lines may wrongly appear as not covered.
  static func partialNote(_ coverage: Coverage) -> HTML {
    guard coverage.isPartial else { return HTML() }
    return """
      <p class="warn">The data is partial: a test process died, or tests were left out. All tests together \
      cover at least as much.</p>

      """
  }

  private func tile(
    _ ratio: Coverage.Ratio, _ words: String, change: String? = nil
  ) -> HTML {
    """
    <div class="tile"><b>\(ratio.percent)</b><span>\(words), \(ratio.covered.grouped) of \
    \(ratio.count.grouped)\(change.map { ", \($0)" } ?? "")</span>\(Parts.bar(ratio))</div>
    """
  }

  private var change: String? {
    context.record.base?.coverageWords(coverage.totals.lines)
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
    var html = Parts.heading("Functions", mark: "functions")
    let listed = coverage.files.contains { $0.functionsToCover != nil }
    let missed = coverage.files.flatMap { file in
      (file.functionsToCover ?? []).map { (file.path, $0) }
    }.sorted { left, right in
      let (one, other) = (left.1.regions.missed, right.1.regions.missed)
      return (other, left.0, left.1.line) < (one, right.0, right.1.line)
    }
    guard !missed.isEmpty else {
      let totals = coverage.totals.functions
      let words =
        listed
        ? "No function has a region that never ran."
        : totals.missed == 0
          ? "Every function was called."
          : "\(totals.missed.grouped) of \(counted(totals.count, "function")) were never called; "
            + "the data does not contain their names."
      html += "<p>\(sentence: words)</p>\n"
      return html
    }
    html += Parts.table(
      "Functions", ["Function", "Calls", "Missed regions", "Regions", "Place"],
      numeric: [1, 2, 3],
      missed.prefix(Self.shownFunctions).map { path, function in
        [
          "<span class=\"wrap mono\">\(function.name)</span>", "\(function.calls)",
          "\(function.regions.missed.grouped)", "\(function.regions.count.grouped)",
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

extension Coverage.Function {
  /// The number of calls: `1,204`, or `never`.
  var calls: String { count == 0 ? "never" : Int(clamping: count).grouped }
}
