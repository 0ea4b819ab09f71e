import CIModel

/// Crashes, then the tests that failed, each with the command that runs it alone.
struct FailuresBlock {
  private let record: RunRecord
  private let failed: [TestCase]
  private let crashes: [Crash]

  init(_ record: RunRecord) {
    self.record = record
    crashes = record.crashes
    let crashed = Set(record.crashes.compactMap(\.test))
    // A crash tells more than the test that it ended; each is shown once.
    failed = record.tests.filter { test in
      guard test.failsTheRun else { return false }
      let isKnownCrash = crashed.contains(test.name) || test.id.map(crashed.contains) ?? false
      return !(isKnownCrash && test.issues.isEmpty)
    }
  }

  func draw(on screen: inout Screen) {
    drawCrashes(&screen)
    drawFailed(&screen)
  }

  private func drawCrashes(_ screen: inout Screen) {
    guard !crashes.isEmpty else { return }
    screen.heading("Crashes", "\(crashes.count)", .boldRed)
    for (index, crash) in crashes.enumerated() {
      if index > 0 { screen.gap() }
      let test = crash.ended(in: record)
      let title =
        test?.shownName ?? crash.test ?? crash.process
        ?? (record.tests.isEmpty ? "outside of a test" : "between two tests")
      head(title, crash.signal ?? "died", test?.durationSeconds, &screen)
      if let place = crash.place { screen.line(Span("  "), Span(place, .cyan)) }
      if let place = test?.place, place != crash.place {
        screen.line(Span("  "), Span(place, .cyan), Span("  (the test)", .dim))
      }
      if let reason = crash.reason { screen.paragraphs(reason, indent: 4) }
      if let test {
        output(test, &screen)
        reproduction(test, &screen)
      }
    }
  }

  private func drawFailed(_ screen: inout Screen) {
    guard !failed.isEmpty else { return }
    screen.heading("Failed tests", "\(failed.count)", .boldRed)
    // Tests that never started have nothing to tell beyond their names.
    let silent = failed.filter { $0.outcome == .notRun && $0.issues.isEmpty }
    let telling = failed.filter { $0.outcome != .notRun || !$0.issues.isEmpty }
    for test in silent.prefix(10) { head(test.shownName, "not run", nil, &screen) }
    screen.more(silent.count - 10, "test that was not run", plural: "tests not run", indent: 0)
    let causes = FailureCause.groups(of: telling.map { Failure(test: $0, mark: "") })
    for (index, cause) in causes.prefix(Self.shownCauses).enumerated() {
      if index > 0 || !silent.isEmpty { screen.gap() }
      draw(cause.failures.compactMap(\.test), &screen)
    }
    guard causes.count > Self.shownCauses else { return }
    screen.gap()
    let words = "causes; \(Screen.sentence(screen.whole))"
    screen.more(causes.count - Self.shownCauses, "cause", plural: words, indent: 0)
  }

  private static let shownCauses = 20
  private static let shownNames = 5

  /// Tests that failed for one reason: the first with all that is known, the others by their names.
  private func draw(_ tests: [TestCase], _ screen: inout Screen) {
    guard let test = tests.first else { return }
    head(test.shownName, what(test), test.durationSeconds, called: test.displayName, &screen)
    issues(test, &screen)
    output(test, &screen)
    reproduction(test, &screen)
    guard tests.count > 1 else { return }
    screen.line(Span("  and \(tests.count - 1) more with this message at this place:", .dim))
    for other in tests.dropFirst().prefix(Self.shownNames) {
      screen.flow([Span(other.shownName)], indent: 4, hanging: 6)
    }
    screen.more(tests.count - 1 - Self.shownNames, "test", indent: 4)
  }

  /// Least number of failures whose names are listed together at the end.
  private static let fewFailures = 10
  private static let listedNames = 50

  /// The names of all that failed and what to do next, below the summary of a run with many failures.
  func list(on screen: inout Screen) {
    guard failed.count > Self.fewFailures else { return }
    screen.heading("All failed tests", "\(failed.count)", .boldRed)
    for test in failed.prefix(Self.listedNames) {
      screen.flow([Span(test.shownName)], indent: 2, hanging: 4)
    }
    screen.more(failed.count - Self.listedNames, "test", indent: 2)
    screen.section()
    let next = "Next: `devtool report --format html --open` shows every failure by its cause."
    screen.flow([Span(Screen.sentence(next))], indent: 0, hanging: 6)
  }

  /// `timed out`, `3 attempts`; `nil` for a plain failure.
  private func what(_ test: TestCase) -> String? {
    var words: [String] = []
    if test.outcome != .failed { words.append(test.outcome.words) }
    if test.runs.count > 1 {
      let failures = test.runs.count { $0.outcome.isFailure }
      words.append(
        failures == test.runs.count
          ? failures == 2 ? "in both attempts" : "in all \(failures) attempts"
          : "in \(failures) of \(test.runs.count) runs")
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func head(
    _ name: String, _ what: String?, _ seconds: Double?, called display: String? = nil,
    _ screen: inout Screen
  ) {
    var spans = [Span(screen.symbols.failed + " ", .red), Span(name, .bold)]
    if let display { spans.append(Span("  \"\(display)\"", .dim)) }
    if let what { spans.append(Span("  " + what, .red)) }
    if let seconds { spans.append(Span("  " + seconds.duration, .dim)) }
    screen.flow(spans, indent: 0, hanging: 4)
  }

  private func issues(_ test: TestCase, _ screen: inout Screen) {
    for issue in test.issues where !issue.isKnown {
      if let place = issue.place ?? test.place { screen.line(Span("  "), Span(place, .cyan)) }
      if let arguments = issue.arguments {
        screen.flow([Span("with ", .dim), Span(arguments)], indent: 4, hanging: 9)
      }
      screen.paragraphs(issue.message, indent: 4, ink: issue.severity == .error ? .plain : .yellow)
    }
  }

  /// The end of what the test printed.
  private func output(_ test: TestCase, _ screen: inout Screen) {
    let shown = 10
    let output = LongText(test.output, first: 0, last: shown)
    guard !output.start.isEmpty || output.leftOut != nil else { return }
    let isCut = output.lineCount > shown
    let title = isCut ? "output, last \(shown) of \(output.lineCount) lines:" : "output:"
    screen.line(Span("  " + title, .dim))
    screen.paragraphs(isCut ? output.end : test.output, indent: 4, ink: .dim)
  }

  private func reproduction(_ test: TestCase, _ screen: inout Screen) {
    guard let command = test.reproduction else { return }
    // On one line however long, so that it can be copied.
    screen.line(Span("  $ ", .dim), Span(command, .green))
  }
}
