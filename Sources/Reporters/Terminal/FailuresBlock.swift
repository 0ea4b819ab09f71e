import CIModel

/// Crashes, then failed tests, each with the command that runs it alone.
struct FailuresBlock {
  private let record: RunRecord
  private let failed: [TestCase]
  /// The crashes, each with the test that it ended.
  private let crashes: [Failure]

  init(_ record: RunRecord) {
    self.record = record
    var tests: [String: TestCase] = [:]
    if !record.crashes.isEmpty {
      for test in record.tests {
        tests[test.name] = tests[test.name] ?? test
        if let id = test.id { tests[id] = tests[id] ?? test }
      }
    }
    crashes = record.crashes.map { crash in
      Failure(test: crash.test.flatMap { tests[$0] }, crash: crash, mark: "")
    }
    let crashed = Set(record.crashes.compactMap(\.test))
    // A crash is more informative than the test that it ended; each is shown once.
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
    screen.heading("Crashes", crashes.count.grouped, .boldRed)
    let causes = FailureCause.groups(of: crashes)
    for (index, cause) in causes.prefix(Self.shownCauses).enumerated() {
      if index > 0 { screen.gap() }
      guard let failure = cause.failures.first, let crash = failure.crash else { continue }
      let test = failure.test
      head(title(failure), crash.signal ?? "crashed", test?.durationSeconds, &screen)
      if let test { earlier(test, &screen) }
      if let place = crash.place { screen.line(Span("  "), Span(place, .cyan)) }
      if let place = test?.place, place != crash.place {
        screen.line(Span("  "), Span(place, .cyan), Span("  (the test)", .dim))
      }
      if let reason = crash.reason { screen.paragraphs(reason, indent: 4) }
      if let test {
        output(test, &screen)
        attachments(test, &screen)
        reproduction(test, &screen)
      }
      others(cause, &screen)
    }
    leftOut(causes, &screen)
  }

  private func title(_ crash: Failure) -> String {
    crash.test?.shownName ?? crash.crash?.test ?? crash.crash?.process
      ?? "outside of a test"
  }

  private func drawFailed(_ screen: inout Screen) {
    guard !failed.isEmpty else { return }
    screen.heading("Failed tests", failed.count.grouped, .boldRed)
    // Tests that never started have no details beyond their names.
    let silent = failed.filter { $0.outcome == .notRun && $0.issues.isEmpty }
      .newFirst(\.isNewFailure)
    let telling = failed.filter { $0.outcome != .notRun || !$0.issues.isEmpty }
    for test in silent.prefix(10) { head(test.shownName, "not run", nil, &screen) }
    screen.more(silent.count - 10, "test that was not run", plural: "tests not run", indent: 0)
    let causes = FailureCause.groups(of: telling.map { Failure(test: $0, mark: "") })
    for (index, cause) in causes.prefix(Self.shownCauses).enumerated() {
      if index > 0 || !silent.isEmpty { screen.gap() }
      draw(cause, &screen)
    }
    leftOut(causes, &screen)
  }

  private func leftOut(_ causes: [FailureCause], _ screen: inout Screen) {
    guard causes.count > Self.shownCauses else { return }
    screen.gap()
    let words = "causes; \(Screen.sentence(screen.whole))"
    screen.more(causes.count - Self.shownCauses, "cause", plural: words, indent: 0)
  }

  private static let shownCauses = 20
  private static let shownNames = 5

  /// Draws tests with the same cause: the first one with all details, the others by name.
  private func draw(_ cause: FailureCause, _ screen: inout Screen) {
    guard let test = cause.failures.first?.test else { return }
    head(test.shownName, what(test), test.durationSeconds, called: test.displayName, &screen)
    earlier(test, &screen)
    issues(test, &screen)
    output(test, &screen)
    attachments(test, &screen)
    reproduction(test, &screen)
    others(cause, &screen)
  }

  private func others(_ cause: FailureCause, _ screen: inout Screen) {
    let others = cause.failures.dropFirst()
    if others.isEmpty { return }
    screen.line(Span("  and \(others.count.grouped) more \(cause.likeness):", .dim))
    for other in others.prefix(Self.shownNames) {
      let name = other.crash == nil ? other.title : title(other)
      screen.flow([Span(name), Span(other.isNew ? "  new" : "", .yellow)], indent: 4, hanging: 6)
    }
    screen.more(others.count - Self.shownNames, "test", indent: 4)
  }

  /// With more failures than this, their names are always listed at the end.
  private static let fewFailures = 10
  private static let listedNames = 50

  /// Lists the names of all failures together, above the summary.
  ///
  /// - Parameter areFarAbove: Whether other blocks separate the failures from the end.
  func list(areFarAbove: Bool, on screen: inout Screen) {
    let crashed = Set(crashes.map(title))
    var names = crashes.map { (name: title($0), outcome: "crashed", isNew: $0.isNew) }
    var silent: [TestCase] = []
    for test in failed where !crashed.contains(test.shownName) {
      if test.outcome == .unfinished || test.outcome == .notRun {
        silent.append(test)
      } else {
        let outcome = test.outcome == .failed ? "" : test.outcome.words
        names.append((test.shownName, outcome, test.isNewFailure))
      }
    }
    names = names.newFirst(\.isNew)
    let count = names.count + silent.count
    guard count > Self.fewFailures || areFarAbove && count > 0 else { return }
    screen.heading("What failed", count.grouped, .boldRed)
    for (name, outcome, isNew) in names.prefix(Self.listedNames) {
      self.name(name, outcome, isNew, &screen)
    }
    screen.more(names.count - Self.listedNames, "test", indent: 2)
    // Another test kept these from ending; it is above.
    for test in silent.newFirst(\.isNewFailure).prefix(Self.shownNames) {
      name(test.shownName, test.outcome.words, test.isNewFailure, &screen)
    }
    screen.more(
      silent.count - Self.shownNames, "test without a result", plural: "tests without a result",
      indent: 2)
  }

  private func name(_ name: String, _ outcome: String, _ isNew: Bool, _ screen: inout Screen) {
    screen.flow(
      [
        Span(screen.symbols.failed + " ", .red), Span(name),
        Span(outcome.isEmpty ? "" : "  " + outcome, .dim), Span(isNew ? "  new" : "", .yellow),
      ], indent: 0, hanging: 4)
  }

  /// A description: `timed out`, `3 attempts`; `nil` for a plain failure.
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

  /// Draws earlier outcomes: `✓✓✓✗  failing since 1a2b3c4d5e, 1 run`.
  private func earlier(_ test: TestCase, _ screen: inout Screen) {
    guard let earlier = test.earlier else { return }
    let dots = earlier.outcomes.map { screen.symbols.dot($0) }
    let words = Span(earlier.words, earlier.isNewFailure ? .yellow : .dim)
    screen.flow(dots.isEmpty ? [words] : dots + [Span("  "), words], indent: 2, hanging: 4)
  }

  private func issues(_ test: TestCase, _ screen: inout Screen) {
    for issue in test.issues where !issue.isKnown {
      if let place = issue.place ?? test.place { screen.line(Span("  "), Span(place, .cyan)) }
      if let arguments = issue.arguments {
        screen.flow([Span("with ", .dim), Span(arguments)], indent: 4, hanging: 9)
      }
      message(issue, &screen)
    }
  }

  /// Draws the message; of a long one that compares two values, the lines that differ.
  private func message(_ issue: TestIssue, _ screen: inout Screen) {
    let ink: Ink = issue.severity == .error ? .plain : .yellow
    guard let values = ValueDifference(ofLong: issue.message) else {
      return screen.paragraphs(issue.message, indent: 4, ink: ink)
    }
    screen.paragraphs(values.headline, indent: 4, ink: ink)
    for row in values.rows(around: 3) {
      let ink: Ink = row.mark == "−" ? .red : row.mark == "+" ? .green : .dim
      let mark = row.mark == "−" ? "-" : row.mark == "…" ? screen.symbols.ellipsis : row.mark
      screen.flow(
        [Span("\(mark)\u{A0}\(row.start)\(row.middle)\(row.end)", ink)], indent: 6, hanging: 8)
    }
    screen.flow(
      [Span("- left, + right; \(Screen.sentence(screen.whole))", .dim)], indent: 4, hanging: 6)
  }

  /// Draws the end of the test's output.
  private func output(_ test: TestCase, _ screen: inout Screen) {
    let shown = 10
    let output = LongText(test.output, first: 0, last: shown)
    guard !output.start.isEmpty || output.leftOut != nil else { return }
    let isCut = output.lineCount > shown
    // The record may lack the middle of the output.
    let isWhole = !test.output.contains(" KiB of output left out]\n")
    let title =
      isCut
      ? "output, last \(shown)\(isWhole ? " of \(output.lineCount.grouped)" : "") lines:"
      : "output:"
    screen.line(Span("  " + title, .dim))
    screen.paragraphs(isCut ? output.end : test.output, indent: 4, ink: .dim)
  }

  /// Draws `attached: testCart.1.png (expected), testCart.1.png (actual), note.txt and 2 more`.
  private func attachments(_ test: TestCase, _ screen: inout Screen) {
    let kept = (test.attachments ?? []).filter { $0.path != nil }
    if kept.isEmpty { return }
    let names = kept.prefix(Self.shownNames).map { attachment in
      attachment.name + (attachment.kind.words.map { " (\($0.lowercased()))" } ?? "")
    }
    let rest = kept.count - names.count
    let words = names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    screen.flow([Span("attached: \(words)", .dim)], indent: 2, hanging: 4)
  }

  private func reproduction(_ test: TestCase, _ screen: inout Screen) {
    guard let command = test.reproduction else { return }
    screen.command(command, indent: 2)
  }
}
