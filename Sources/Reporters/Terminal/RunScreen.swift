import CIModel

/// The report of a run: its steps, its failures, other reasons for the verdict, the rest, and the
/// verdict.
struct RunScreen {
  private let record: RunRecord
  /// The log, when a log was read instead of running a pipeline.
  private let log: LogReport?

  init(_ record: RunRecord) {
    self.record = record
    log = nil
  }

  init(_ log: LogReport) {
    record = log.record
    self.log = log
  }

  func draw(on screen: inout Screen) {
    screen.whole = whole(screen.style)
    notes(&screen)
    steps(&screen)
    let failures = FailuresBlock(record)
    failures.draw(on: &screen)
    let end = screen.text.utf8.count
    errors(&screen)
    let detail = screen.style.detail
    FindingsBlock(
      detail == .failures ? record.findings.filter(\.failsTheRun) : record.findings,
      slow: record.slow.count, without: { detail == .everything && record.listsAsSlow($0) }
    ).draw(on: &screen)
    QuarantineBlock(record).draw(on: &screen)
    let warnings = WarningsBlock(record)
    if detail != .failures { warnings.draw(on: &screen) }
    if let coverage = record.coverage, coverage.thresholds.contains(where: { !$0.passed }) {
      CoverageScreen(coverage).lowest(on: &screen)
    }
    if detail == .everything {
      slowest(&screen)
      list("Skipped tests", .skipped, &screen)
      list("Cancelled tests", .cancelled, &screen)
      BaseBlock(record).draw(on: &screen)
    }
    if detail != .failures { warnings.drawLint(on: &screen) }
    failures.list(areFarAbove: screen.text.utf8.count > end, on: &screen)
    SummaryBlock(record, log).draw(on: &screen)
    next(&screen)
  }

  /// Suggests the next command after a failed run, in the last line; the log of a CI job is no
  /// place to run one.
  private func next(_ screen: inout Screen) {
    guard log == nil, record.verdict == .failed,
      record.environment.ci == nil || screen.style.runName != nil
    else { return }
    var commands = ["devtool report --open"]
    if let name = screen.style.runName {
      commands = ["devtool report \(shellQuoted(name)) --open"]
    } else if !record.steps.contains(where: \.isImport),
      record.tests.contains(where: \.failsTheRun) || record.steps.contains(where: isBad)
    {
      commands.insert("devtool check --failed", at: 0)
    }
    let words = commands.map { "`\(Screen.unbroken($0))`" }.joined(separator: " or ")
    screen.flow([Span("Next: \(words)", .dim)], indent: 0, hanging: 6)
  }

  /// Names the place of a complete text: the record and the log of the tests, or the log that was
  /// read.
  private func whole(_ style: TerminalStyle) -> String {
    if log != nil { return "the log has all of it" }
    if let name = style.runName { return LongText.whole(of: name) }
    guard let log = record.steps.first(where: \.runsTests)?.logPath else { return LongText.whole }
    return "`devtool report --format json` and \(log) have all of it"
  }

  private func notes(_ screen: inout Screen) {
    guard !record.notes.isEmpty else { return }
    screen.section()
    for note in record.notes {
      screen.flow([Span("note: ", .cyan), Span(Screen.sentence(note))], indent: 0, hanging: 6)
    }
  }

  private func steps(_ screen: inout Screen) {
    let steps =
      screen.style.followsLiveView
      ? record.steps.filter { isBad($0) || $0.status == .warned } : record.steps
    guard !steps.isEmpty else { return }
    screen.section()
    let longest = steps.map { DisplayWidth.of($0.id) }.max() ?? 0
    // Names of matrix cells are long, but their times must still be aligned.
    let nameWidth = min(max(24, screen.style.width / 2), longest)
    let times = steps.map(time)
    let timeWidth = times.map(DisplayWidth.of).max() ?? 0
    let column = 4 + nameWidth + timeWidth
    // On a narrow screen, the text after this column needs the room.
    let hanging = column + 2 > screen.style.width / 2 ? 4 : column + 2
    let upToDate = steps.count { $0.isUpToDate == true }
    var hasTold = false
    for (step, time) in zip(steps, times) {
      let (symbol, ink) = mark(step, screen.symbols)
      if step.isUpToDate == true, upToDate > StepResult.listedUpToDate {
        if !hasTold {
          screen.line(Span(symbol, ink), Span(" \(upToDate) steps"), Span("  up to date", .dim))
        }
        hasTold = true
        continue
      }
      var spans = [
        Span(symbol, ink), Span(" " + step.id.padded(to: nameWidth)),
        Span("  " + time.rightAligned(to: timeWidth), .dim),
      ]
      let isQuiet = step.status == .passed && step.isUpToDate != true
      if !isQuiet {
        spans.append(Span("  \(step.reason ?? step.status.words)", isBad(step) ? .red : .dim))
        if step.status == .warned { spans.append(Span(" (allowed)", .dim)) }
      }
      if step.attempts > 1 { spans.append(Span("  attempt \(step.attempts)", .yellow)) }
      screen.flow(spans, indent: 0, hanging: hanging)
      guard isBad(step) || step.status == .warned else { continue }
      // Failed tests have their own commands, and scripts of several lines are in `.ci.yml`.
      let command = step.runsTests ? nil : step.command.flatMap { $0.contains("\n") ? nil : $0 }
      let texts = [step.logPath, command.map { "$ \($0)" }].compactMap(\.self)
      let margin = screen.margin(for: texts, indent: hanging)
      if let log = step.logPath { screen.whole([Span(log, .cyan)], indent: margin) }
      if let command { screen.command(command, indent: margin) }
      if let lines = step.lastLines {
        screen.paragraphs(lines.joined(separator: "\n"), indent: hanging, ink: .dim)
      }
    }
  }

  private func time(_ step: StepResult) -> String {
    step.attempts == 0 && step.durationSeconds == 0 ? "" : step.durationSeconds.duration
  }

  private func isBad(_ step: StepResult) -> Bool {
    switch step.status {
    case .failed, .timedOut: true
    case .cancelled: step.attempts > 0
    case .passed, .warned, .skipped, .blocked: false
    }
  }

  private func mark(_ step: StepResult, _ symbols: Symbols) -> (String, Ink) {
    switch step.status {
    case .cancelled where step.attempts == 0: (symbols.skipped, .dim)
    case .passed: (symbols.passed, .green)
    case .failed, .timedOut: (symbols.failed, .red)
    case .warned: (symbols.warned, .yellow)
    case .cancelled: (symbols.failed, .yellow)
    case .skipped, .blocked: (symbols.skipped, .dim)
    }
  }

  private func slowest(_ screen: inout Screen) {
    let shown = 5
    guard !record.slow.isEmpty else { return }
    let slow = record.slow.sorted {
      ($1.durationSeconds, $0.name) < ($0.durationSeconds, $1.name)
    }
    screen.heading("Slowest tests", "\(slow.count.grouped) over the limit")
    let times = slow.prefix(shown).map(\.durationSeconds.duration)
    let width = times.map(DisplayWidth.of).max() ?? 0
    for (test, time) in zip(slow, times) {
      let room = screen.style.width - width - 4
      screen.line(
        Span("  " + time.rightAligned(to: width), .yellow),
        Span("  " + test.name.keepingEnd(room, screen.symbols)))
    }
    screen.more(slow.count - shown, "test", indent: 2)
  }

  /// Lists skipped or cancelled tests with their reasons.
  private func list(_ title: String, _ outcome: TestOutcome, _ screen: inout Screen) {
    let shown = 10
    let tests = record.tests.filter { $0.outcome == outcome }.sorted {
      $0.shownName < $1.shownName
    }
    guard !tests.isEmpty else { return }
    screen.heading(title, tests.count.grouped)
    for test in tests.prefix(shown) {
      let reason = test.issues.first?.message ?? ""
      screen.flow(
        [Span(test.shownName)] + (reason.isEmpty ? [] : [Span("  \(reason)", .dim)]),
        indent: 2, hanging: 4)
    }
    screen.more(tests.count - shown, "test", indent: 2)
  }

  private func errors(_ screen: inout Screen) {
    let all = record.diagnostics.filter { $0.severity == .error }
    // Errors of compilers first, then those of linters.
    let lintSteps = record.lintSteps
    let isLint = { (error: Diagnostic) in error.step.map(lintSteps.contains) ?? false }
    let errors = all.filter { !isLint($0) } + all.filter(isLint)
    guard !errors.isEmpty else { return }
    screen.heading("Errors", errors.count.grouped, .boldRed)
    for error in errors.prefix(20) { screen.diagnostic(error) }
    screen.more(errors.count - 20, "error", indent: 0)
  }
}

extension Screen {
  /// Draws a diagnostic in the format of compilers, so that editors can jump to it.
  mutating func diagnostic(_ diagnostic: Diagnostic) {
    var spans: [Span] = []
    prefix(diagnostic.place, diagnostic.severity, &spans)
    spans.append(Span(diagnostic.message))
    if let group = diagnostic.group { spans.append(Span(" [\(group)]", .dim)) }
    // A build repeats a warning for each part that it compiles, which is not another warning. For
    // an error, the count only shows how often a build system repeats itself.
    if diagnostic.count > 1, diagnostic.severity != .error, diagnostic.line == nil {
      spans.append(Span(" \(symbols.times)\(diagnostic.count.grouped)", .dim))
    }
    flow(spans, indent: 0, hanging: 4)
    excerpt(diagnostic)
    for note in diagnostic.shownNotes { flow([Span(note, .dim)], indent: 4, hanging: 6) }
  }

  /// Draws the source line with a caret below the column; of a wide line, the part around the
  /// column.
  private mutating func excerpt(_ diagnostic: Diagnostic) {
    guard let excerpt = diagnostic.excerpt else { return }
    let shown = excerpt.drop { $0 == " " || $0 == "\t" }
    let text = Screen.cleaned(String(shown).replacing("\t", with: " "))
    guard !text.isEmpty else { return }
    let indent = excerpt.utf8.count - shown.utf8.count
    var caret: Int?
    if let column = diagnostic.column, column > indent, column - 1 - indent < shown.utf8.count {
      let before = String(decoding: shown.utf8.prefix(column - 1 - indent), as: UTF8.self)
      caret = Screen.cleaned(before.replacing("\t", with: " ")).count
    }
    let room = max(20, style.width - 4)
    // A third of the room is before the column.
    let start = DisplayWidth.of(text) > room ? max(0, (caret ?? 0) - room / 3) : 0
    let window = clipped(String(text.dropFirst(start)), toWidth: room)
    line(Span("    " + window))
    guard let caret else { return }
    let space = DisplayWidth.of(String(window.prefix(caret - start)))
    line(Span("    " + String(repeating: " ", count: space)), Span("^", .green))
  }

  /// Appends `file:line:column: error: `, in which lines must not break.
  func prefix(_ place: String?, _ severity: Severity, _ spans: inout [Span]) {
    if let place { spans.append(Span(Screen.unbroken("\(place): "), .bold)) }
    spans.append(Span("\(severity.rawValue):", severity.ink))
    spans.append(Span(" "))
  }
}

extension Severity {
  var ink: Ink {
    switch self {
    case .note: .cyan
    case .warning: .boldYellow
    case .error: .boldRed
    }
  }
}

extension RunRecord {
  /// Whether the finding is about tests that the list of slow tests contains: `A.slow took 2 s`, or
  /// `11 tests took 1 s or longer`.
  func listsAsSlow(_ finding: Finding) -> Bool {
    guard finding.ruleID == "tests.slow", finding.severity != .error else { return false }
    return !slow.isEmpty && finding.message.contains(" tests took ")
      || slow.contains { finding.message.hasPrefix("\($0.name) took ") }
  }
}
