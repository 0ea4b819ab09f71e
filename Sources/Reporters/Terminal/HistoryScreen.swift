import CIModel
import RunHistory

/// The answer of the history to one question.
struct HistoryScreen {
  /// The maximum length of a list; JSON contains all entries.
  private static let longestList = 40
  private static let points = HistoryTrends.shownPoints

  private let trends: HistoryTrends

  init(_ trends: HistoryTrends) { self.trends = trends }

  func draw(on screen: inout Screen) {
    if let quarantine = trends.quarantine { return draw(quarantine, &screen) }
    if let none = trends.noRunOf {
      let known = none.known.prefix(Self.longestList).joined(separator: ", ")
      let rest = none.known.count - Self.longestList
      screen.flow(
        [
          Span("The history has no run of branch \(none.branch). "),
          Span(
            known.isEmpty
              ? "Its runs have no branch."
              : "It has runs of \(known)\(rest > 0 ? " and \(rest) more" : "")."),
        ], indent: 0, hanging: 0)
      return
    }
    guard trends.runs > 0 else {
      screen.line(Span("The history has no runs. `devtool check` adds one."))
      return
    }
    if let tests = trends.tests { draw(tests, &screen) }
    if let flaky = trends.flaky { draw(flaky, &screen) }
    if let slow = trends.slow { draw(slow, &screen) }
    if let coverage = trends.coverage { draw(coverage, &screen) }
    if let warnings = trends.warnings { draw(warnings, &screen) }
    if let sizes = trends.sizes { draw(sizes, &screen) }
  }

  /// The searched runs: `in 24 runs of main and topic`.
  private var inRuns: String { "in \(runs(trends.runs))" }

  private func runs(_ count: Int) -> String {
    let words = counted(count, "run")
    let branches = trends.branches ?? []
    switch branches.count {
    case 0: return words
    case 1: return "\(words) of \(branches[0])"
    case 2: return "\(words) of \(branches[0]) and \(branches[1])"
    default: return "\(words) of \(branches.count) branches"
    }
  }

  private func list<Entry>(
    _ title: String, _ entries: [Entry], none: String, _ screen: inout Screen,
    _ draw: (Entry, inout Screen) -> Void
  ) {
    guard !entries.isEmpty else {
      screen.line(Span("\(none) \(inRuns)."))
      return
    }
    screen.heading(title, "\(entries.count.grouped) \(inRuns)")
    for entry in entries.prefix(Self.longestList) { draw(entry, &screen) }
    screen.more(
      entries.count - Self.longestList, "entry", plural: "entries; --format json has all", indent: 2
    )
  }

  // MARK: Tests

  private func dots(
    _ outcomes: [TestOutcome], _ isFlaky: [Bool], _ symbols: Symbols
  ) -> [Span] {
    let rest = String(repeating: "\u{A0}", count: max(0, Self.points - outcomes.count))
    return zip(outcomes, isFlaky).map { $1 ? Span("~", .yellow) : symbols.dot($0) } + [Span(rest)]
  }

  private func draw(_ tests: [HistoryTrends.TestTrend], _ screen: inout Screen) {
    // A test is listed once for each build configuration and shard.
    let times = tests.reduce(into: [:]) { $0[$1.test, default: 0] += 1 }
    list("Tests", tests, none: "No such test", &screen) { test, screen in
      let symbols = screen.symbols
      let line = symbols.sparkline(test.seconds).padded(to: Self.points)
      let median = test.medianSeconds?.duration ?? "-"
      screen.flow(
        dots(test.outcomes, test.isFlaky, symbols) + [
          Span("  \(Screen.unbroken(line))", .cyan), Span("  "),
          Span(Screen.unbroken(median.rightAligned(to: 6)), .dim), Span("  \(test.test)"),
          Span(
            test.failures > 0
              ? "  did not pass at once in \(test.failures) of \(test.runs)"
              : "  \(counted(test.runs, "run"))",
            test.failures > 0 ? .red : .dim),
          Span(times[test.test] ?? 1 > 1 ? "  (\(test.scope))" : "", .dim),
        ], indent: 0, hanging: Self.points + 2)
    }
  }

  private func draw(_ tests: [HistoryTrends.QuarantinedTest], _ screen: inout Screen) {
    guard !tests.isEmpty else { return screen.line(Span("No test is quarantined.")) }
    screen.heading("Quarantined", counted(tests.count, "test"))
    for test in tests {
      var spans =
        dots(test.outcomes, test.isFlaky, screen.symbols) + [Span("  \(test.test)", .bold)]
      if test.isKnown == false { spans.append(Span("  not in the newest run", .yellow)) }
      if let days = test.daysLeft, let until = test.until {
        spans.append(
          days < 0
            ? Span("  expired on \(until)", .red)
            : Span("  until \(until), \(counted(days, "day")) left", .yellow))
      }
      let since = test.since.map { ", since \($0)" } ?? ""
      spans.append(Span("  \(test.reason)\(since)", .dim))
      screen.flow(spans, indent: 0, hanging: Self.points + 2)
    }
  }

  private func draw(_ tests: [HistoryTrends.FlakyTest], _ screen: inout Screen) {
    list("Flaky", tests, none: "No test is known to be flaky", &screen) { test, screen in
      var evidence: [String] = []
      if test.passedAgain > 0 {
        evidence.append("passed when it ran again in \(counted(test.passedAgain, "run"))")
      }
      if let commit = test.commits.first {
        let more = test.commits.count > 1 ? " and \(test.commits.count - 1) more" : ""
        evidence.append("passed and failed at \(commit.prefix(10))\(more)")
      }
      screen.flow(
        dots(test.outcomes, test.isFlaky, screen.symbols) + [
          Span("  \(test.test)", .bold), Span("  \(evidence.joined(separator: "; "))", .dim),
        ], indent: 0, hanging: Self.points + 2)
    }
  }

  private func draw(_ tests: [HistoryTrends.SlowedTest], _ screen: inout Screen) {
    list("Slower", tests, none: "No test has become slower", &screen) { test, screen in
      let symbols = screen.symbols
      let newest = Array(test.seconds.suffix(Self.points))
      let since = test.sinceCommit.map { String($0.prefix(10)) } ?? "run \(test.sinceRun)"
      screen.flow(
        [
          Span(symbols.sparkline(newest).padded(to: Self.points), .cyan),
          Span("  \(test.test)", .bold),
          Span(
            "  \(test.beforeSeconds.duration) \(symbols.arrow) \(test.afterSeconds.duration)",
            .yellow),
          Span("  since \(since)", .dim),
        ], indent: 0, hanging: Self.points + 2)
    }
  }

  // MARK: Coverage, warnings and sizes

  private func draw(_ coverage: HistoryTrends.CoverageTrend, _ screen: inout Screen) {
    guard let first = coverage.points.first, let last = coverage.points.last else {
      screen.line(Span("No coverage of all tests was measured \(inRuns)."))
      return
    }
    let symbols = screen.symbols
    screen.heading("Coverage", runs(coverage.points.count))
    let showsBranch = trends.branches?.count ?? 0 > 1
    // Runs between two changes of the coverage are omitted.
    let shown = coverage.points.indices.filter { index in
      index == coverage.points.count - 1 || index == 0
        || coverage.points[index].lines != coverage.points[index - 1].lines
    }.map { coverage.points[$0] }
    for point in shown.suffix(Self.points) {
      let bar = symbols.bar(point.lines.covered, of: point.lines.count, width: 20)
      screen.line(
        Span("  \(bar.filled)", .green), Span(bar.rest, .dim),
        Span("  \(point.lines.percent.rightAligned(to: 7))"),
        Span("  \(point.commit.map { String($0.prefix(10)) } ?? "")".padded(to: 12), .yellow),
        Span("  \(point.run)", .dim),
        Span(showsBranch ? "  \(point.branch ?? "")" : "", .dim))
    }
    guard !coverage.files.isEmpty else { return }
    screen.heading("Files", "\(first.lines.percent) \(symbols.arrow) \(last.lines.percent)")
    for file in coverage.files.prefix(Self.longestList) {
      let isWorse = (file.after?.missed ?? 0) > (file.before?.missed ?? 0)
      screen.line(
        Span("  \(file.before?.percent ?? "new")".rightAligned(to: 9), .dim),
        Span(" \(symbols.arrow) ", .dim),
        Span((file.after?.percent ?? "gone").rightAligned(to: 7), isWorse ? .red : .green),
        Span("  \(displayedPath(file.path))"))
    }
    screen.more(
      coverage.files.count - Self.longestList, "file", plural: "files; --format json has all",
      indent: 2)
  }

  private func draw(_ warnings: [HistoryTrends.WarningTrend], _ screen: inout Screen) {
    list("Warnings", warnings, none: "No warning was printed", &screen) { warning, screen in
      let symbols = screen.symbols
      let counts = warning.counts.map { $0 == 0 ? nil : Double($0) }
      let place = warning.file.map { "\(displayedPath($0)): " } ?? ""
      screen.flow(
        [
          Span(Screen.unbroken(symbols.sparkline(counts).padded(to: Self.points)), .cyan),
          Span("  \(warning.counts.last ?? 0)".padded(to: 6), .yellow),
          Span("\(place)\(warning.kind): \(warning.message)"),
          Span(warning.sinceRun == nil ? "  gone" : "", .green),
        ], indent: 0, hanging: Self.points + 6)
    }
  }

  private func draw(_ sizes: [HistoryTrends.SizeTrend], _ screen: inout Screen) {
    list("Sizes", sizes, none: "No release build produced a program", &screen) { size, screen in
      let symbols = screen.symbols
      let newest = size.bytes.last { $0 != nil }.flatMap(\.self) ?? 0
      let points = size.bytes.map { $0.map(Double.init) }
      var spans = [
        Span(Screen.unbroken(symbols.sparkline(points).padded(to: Self.points)), .cyan),
        Span("  \(size.product)", .bold), Span("  \(newest.grouped) bytes"),
      ]
      if let before = size.before {
        let change = newest - before
        spans.append(
          Span("  \(change > 0 ? "+" : "")\(change.grouped)", change > 0 ? .yellow : .green))
        let since = size.sinceCommit.map { String($0.prefix(10)) } ?? "run \(size.sinceRun)"
        spans.append(Span("  since \(since)", .dim))
      }
      screen.flow(spans, indent: 0, hanging: Self.points + 2)
    }
  }
}
