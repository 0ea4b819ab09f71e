import CIModel

/// Coverage as a table with bars.
struct CoverageScreen {
  private let coverage: Coverage

  init(_ coverage: Coverage) {
    self.coverage = coverage
  }

  /// Draws everything, for `devtool coverage`.
  func draw(on screen: inout Screen) {
    excluded(&screen)
    if !coverage.files.isEmpty {
      screen.heading("Files", counted(coverage.files.count, "file"))
      table(coverage.files.map(Row.init), &screen)
    }
    FunctionsBlock(coverage).draw(on: &screen)
    if let patch = coverage.patch {
      self.patch(patch, &screen)
    }
    let targets = targets
    if targets.count > 1 {
      screen.heading("Targets", counted(targets.count, "target"))
      table(targets, &screen)
    }
    totals(&screen)
  }

  private func patch(_ patch: Coverage.Patch, _ screen: inout Screen) {
    let base = patch.base.map { "compared with \($0)" } ?? ""
    screen.heading("Changed lines", base)
    table(patch.files.map(Row.init), &screen)
    for file in patch.unmeasured ?? [] where file.reason != .noCode {
      screen.line(
        Span("  \(displayedPath(file.path))"),
        Span("  \(counted(file.addedLines, "line")), \(file.reason.words)", .yellow))
    }
    if let explanation = patch.explanation {
      screen.flow([Span(explanation, .dim)], indent: 2, hanging: 2)
    } else if let words = patch.notCountedWords {
      screen.flow([Span("changed lines that do not count: \(words)", .dim)], indent: 2, hanging: 4)
    }
    if let problem = patch.problem {
      screen.flow([Span("error: ", .boldRed), Span(problem)], indent: 2, hanging: 9)
    }
  }

  /// The files with the most missed lines, for the report of a run: those of the change if its
  /// requirement is missed, all of them if another one is.
  func lowest(on screen: inout Screen) {
    let failed = coverage.thresholds.filter { !$0.passed }.map { $0.name == "coverage.patch" }
    if failed.contains(true) {
      let files = coverage.patch?.files ?? []
      lowest(files.map(Row.init), "files with the most changed lines missed", &screen)
    }
    if failed.contains(false) {
      lowest(coverage.files.map(Row.init), "files with the most lines missed", &screen)
    }
  }

  private func lowest(_ rows: [Row], _ words: String, _ screen: inout Screen) {
    let shown = 8
    let sorted = rows.filter { $0.lines.missed > 0 }.sorted {
      ($1.lines.missed, $0.name) < ($0.lines.missed, $1.name)
    }
    guard !sorted.isEmpty else { return }
    screen.heading("Coverage", words)
    table(Array(sorted.prefix(shown)), &screen)
    screen.more(sorted.count - shown, "file", indent: 2)
  }

  private struct Row {
    var name: String
    var lines: Coverage.Ratio
    /// The uncovered lines: `12-14, 20`.
    var missed: String

    init(name: String, lines: Coverage.Ratio) {
      self.name = name
      self.lines = lines
      missed = ""
    }

    init(_ file: Coverage.File) {
      name = displayedPath(file.path)
      lines = file.lines
      missed = CoverageScreen.ranges(file.uncoveredLines).joined(separator: ", ")
    }

    init(_ file: Coverage.PatchFile) {
      name = displayedPath(file.path)
      lines = file.lines
      missed = CoverageScreen.ranges(file.uncoveredLines).joined(separator: ", ")
    }
  }

  /// Formats line ranges: `12-14`, `20`.
  static func ranges(_ ranges: [[Int]]) -> [String] {
    ranges.compactMap { range in
      guard let first = range.first, let last = range.last else { return nil }
      return first == last ? "\(first)" : "\(first)-\(last)"
    }
  }

  /// The totals of targets, sorted by name.
  private var targets: [Row] {
    var sums: [String: Coverage.Ratio] = [:]
    for file in coverage.files {
      let none = Coverage.Ratio(covered: 0, count: 0)
      sums[file.target ?? "(no target)", default: none] =
        sums[file.target ?? "(no target)", default: none] + file.lines
    }
    return sums.sorted { $0.key < $1.key }.map { Row(name: $0.key, lines: $0.value) }
  }

  private func table(_ rows: [Row], _ screen: inout Screen) {
    let bar = screen.style.width >= 100 ? 20 : screen.style.width >= 60 ? 10 : 4
    let numbers = rows.map { "\($0.lines.covered.grouped)/\($0.lines.count.grouped)" }
    let numberWidth = numbers.map(\.count).max() ?? 0
    // Name, bar, percent and numbers, with two columns before each.
    let fixed = 2 + 2 + bar + 2 + 7 + 2 + numberWidth
    let widest = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    let name = min(widest, max(10, screen.style.width - fixed))
    let room = screen.style.width - fixed - name - 2
    for (row, number) in zip(rows, numbers) {
      let (filled, rest) = screen.symbols.bar(row.lines.covered, of: row.lines.count, width: bar)
      var spans = [
        Span("  " + row.name.keepingEnd(name, screen.symbols).padded(to: name) + "  "),
        Span(filled, ink(row.lines)), Span(rest, .dim),
        Span("  " + row.lines.percent.rightAligned(to: 7), ink(row.lines)),
        Span("  " + number.rightAligned(to: numberWidth), .dim),
      ]
      if room >= 12 {
        spans.append(Span("  " + row.missed.keepingStart(room, screen.symbols), .dim))
      }
      screen.line(spans)
    }
  }

  private func ink(_ lines: Coverage.Ratio) -> Ink {
    switch lines.hundredthsOfPercent ?? 10_000 {
    case 8_000...: .green
    case 5_000...: .yellow
    default: .red
    }
  }

  private func excluded(_ screen: inout Screen) {
    guard !coverage.excluded.isEmpty else { return }
    screen.heading("Not counted")
    let width = coverage.excluded.map { $0.reason.count }.max() ?? 0
    for group in coverage.excluded {
      screen.line(
        Span("  " + group.reason.padded(to: width)),
        Span(
          "  \(counted(group.files, "file")), \(group.lines.covered.grouped) of \(group.lines.count.grouped) lines",
          .dim))
    }
  }

  private func totals(_ screen: inout Screen) {
    screen.section()
    let totals = coverage.totals
    var rows = [
      ("Lines", totals.lines, coverage.metric.rawValue), ("Functions", totals.functions, ""),
      ("Regions", totals.regions, ""),
    ]
    if let patch = coverage.patch { rows.append(("Patch", patch.lines, "changed lines")) }
    for (name, ratio, detail) in rows {
      var spans = [
        Span(name.padded(to: 11), .dim),
        Span(ratio.percent.rightAligned(to: 7), name == "Lines" ? .bold : .plain),
        Span("  \(ratio.covered.grouped) of \(ratio.count.grouped)"),
      ]
      if !detail.isEmpty { spans.append(Span("  (\(detail))", .dim)) }
      screen.line(spans)
    }
    if coverage.isPartial {
      screen.flow(
        [Span("warning: ", .boldYellow), Span("the data is partial; numbers may be too low")],
        indent: 0, hanging: 9)
    }
    for threshold in coverage.thresholds {
      let mark = threshold.passed ? screen.symbols.passed : screen.symbols.failed
      screen.line(
        Span(mark + " ", threshold.passed ? .boldGreen : .boldRed),
        Span(threshold.name + (threshold.scope.map { " " + $0 } ?? "")),
        Span(
          coverage.isJudged(threshold)
            ? ": \(threshold.actualText), \(threshold.requiredText) required"
            : ": cannot be checked, \(threshold.requiredText) required",
          threshold.passed ? .plain : .red))
    }
  }
}

extension Coverage.UnmeasuredFile.Reason {
  /// The text after the file's name.
  var words: String {
    switch self {
    case .leftOut: "behind `#if` and not built"
    case .noCode: "no executable code"
    case .notBuilt: "its target was not measured"
    case .noTarget: "in no target of the package"
    case .unknown: "not in the data"
    }
  }
}

extension String {
  /// Truncates the end of a text that is too wide.
  func keepingStart(_ width: Int, _ symbols: Symbols) -> String {
    guard DisplayWidth.of(self) > width else { return self }
    var room = width - DisplayWidth.of(symbols.ellipsis)
    var start = ""
    for character in self {
      room -= DisplayWidth.of(character)
      if room < 0 { break }
      start.append(character)
    }
    return start + symbols.ellipsis
  }
}
