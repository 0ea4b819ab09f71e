import CIModel

/// The differences between two runs, the worst first and the summary last.
struct ComparisonScreen {
  /// The maximum length of a list; JSON contains all entries.
  private static let longestList = 20

  private let comparison: RunComparison

  init(_ comparison: RunComparison) {
    self.comparison = comparison
  }

  func draw(on screen: inout Screen) {
    let symbols = screen.symbols
    outcomes("Newly failing", comparison.newlyFailing, symbols.failed, .red, &screen)
    outcomes("Fixed", comparison.fixed, symbols.passed, .green, &screen)
    names("Newly flaky", comparison.newlyFlaky, symbols.warned, .yellow, &screen)
    slower(&screen)
    warnings("More warnings", comparison.newWarnings, .yellow, &screen)
    warnings("Fewer warnings", comparison.goneWarnings, .green, &screen)
    names("New tests", comparison.newTests, "+", .green, &screen)
    names("Tests not in this run", comparison.missingTests, "-", .dim, &screen)
    coverage(&screen)
    screen.section()
    if let note = comparison.note { screen.flow([Span(note, .dim)], indent: 0, hanging: 2) }
    run("Before", comparison.earlier, &screen)
    run("After", comparison.later, &screen)
    screen.flow([Span(comparison.headline, .bold)], indent: 0, hanging: 2)
  }

  // MARK: Sections

  private func list<Entry>(
    _ title: String, _ entries: [Entry], _ screen: inout Screen,
    _ draw: (Entry, inout Screen) -> Void
  ) {
    guard !entries.isEmpty else { return }
    screen.heading(title, entries.count.grouped)
    for entry in entries.prefix(Self.longestList) { draw(entry, &screen) }
    screen.more(
      entries.count - Self.longestList, "entry", plural: "entries; --format json has all", indent: 2
    )
  }

  private func outcomes(
    _ title: String, _ changes: [RunComparison.OutcomeChange], _ mark: String, _ ink: Ink,
    _ screen: inout Screen
  ) {
    list(title, changes, &screen) { change, screen in
      let before = change.before?.words ?? "new"
      screen.flow(
        [
          Span("\(mark) ", ink), Span(change.test),
          Span("  \(before) \(screen.symbols.arrow) \(change.after.words)", .dim),
        ], indent: 0, hanging: 4)
    }
  }

  private func names(
    _ title: String, _ names: [String], _ mark: String, _ ink: Ink, _ screen: inout Screen
  ) {
    list(title, names, &screen) { name, screen in
      screen.flow([Span("\(mark) ", ink), Span(name)], indent: 0, hanging: 4)
    }
  }

  private func slower(_ screen: inout Screen) {
    list("Slower", comparison.newlySlow, &screen) { change, screen in
      let symbols = screen.symbols
      screen.flow(
        [
          Span("\(symbols.warned) ", .yellow), Span(change.test),
          Span("  \(change.times(symbols.times, symbols.arrow))", .dim),
        ], indent: 0, hanging: 4)
    }
  }

  private func warnings(
    _ title: String, _ changes: [WarningChange], _ ink: Ink, _ screen: inout Screen
  ) {
    list(title, changes, &screen) { change, screen in
      screen.flow(
        [
          Span(change.sentence, ink == .yellow ? .plain : .dim),
          Span("  \(change.before) \(screen.symbols.arrow) \(change.after)", ink),
        ], indent: 2, hanging: 4)
    }
  }

  private func coverage(_ screen: inout Screen) {
    guard let coverage = comparison.coverage, !coverage.files.isEmpty else { return }
    screen.coverage("Coverage", coverage, most: Self.longestList)
  }

  private func run(_ title: String, _ run: RunSummary, _ screen: inout Screen) {
    let width = max(comparison.earlier.id.count, comparison.later.id.count)
    screen.line(
      Span(title.padded(to: 8), .bold), Span("\(run.id.padded(to: width))  "),
      Span(run.verdict.sentence, run.verdict == .passed ? .green : .red),
      Span("  \(run.testWords)", .dim),
      Span(run.placeWords.isEmpty ? "" : "  \(run.placeWords)", .yellow))
  }
}

extension Screen {
  /// Files whose coverage differs between two runs.
  mutating func coverage(_ title: String, _ coverage: RunComparison.CoverageChange, most: Int) {
    heading(title, coverage.words(symbols.arrow))
    let shown = coverage.shownFiles
    let files = shown.prefix(most)
    let width = files.flatMap { [$0.words.before, $0.words.after] }.map(\.utf8.count).max() ?? 0
    let room = min(
      files.map { DisplayWidth.of(displayedPath($0.path)) }.max() ?? 0, max(10, style.width - 28))
    for file in files {
      let isWorse = (file.after?.missed ?? 0) > (file.before?.missed ?? 0)
      let before = file.words.before.rightAligned(to: max(7, width))
      let after = file.words.after.rightAligned(to: max(7, width))
      line(
        Span("  \(displayedPath(file.path).keepingEnd(room, symbols).padded(to: room))  "),
        Span(before, .dim), Span(" \(symbols.arrow) ", .dim), Span(after, isWorse ? .red : .green))
    }
    more(shown.count - files.count, "file", indent: 2)
  }
}

/// The stored runs, the newest first.
struct RunListScreen {
  private let list: RunList

  init(_ list: RunList) {
    self.list = list
  }

  func draw(on screen: inout Screen) {
    guard !list.runs.isEmpty else {
      screen.line(Span("No run yet. `devtool check` creates one."))
      return
    }
    let width = list.runs.map { DisplayWidth.of($0.id) }.max() ?? 0
    let tests = list.runs.map(\.testWords.count).max() ?? 0
    for run in list.runs {
      screen.line(
        Span(run.id.padded(to: width) + "  "),
        Span(
          run.verdict.rawValue.padded(to: 9),
          run.verdict == .passed ? .green : run.verdict == .failed ? .red : .yellow),
        Span("  \(run.durationSeconds.duration.rightAligned(to: 7))  ", .dim),
        Span(run.placeWords.isEmpty ? run.testWords : run.testWords.padded(to: tests), .dim),
        Span(run.placeWords.isEmpty ? "" : "  \(run.placeWords)", .yellow))
    }
  }
}
