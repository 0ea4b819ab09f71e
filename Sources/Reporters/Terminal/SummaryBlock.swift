import CIModel

/// The most important lines: tests, coverage, findings, warnings, time, and the verdict.
struct SummaryBlock {
  private let record: RunRecord
  private let log: LogReport?

  init(_ record: RunRecord, _ log: LogReport?) {
    self.record = record
    self.log = log
  }

  func draw(on screen: inout Screen) {
    screen.section()
    tests(&screen)
    base(&screen)
    coverage(&screen)
    warnings(&screen)
    changes(&screen)
    reports(&screen)
    if log == nil {
      label("Time", [Span(record.durationSeconds.duration)] + criticalPath(screen), &screen)
    } else if let lines = log?.facts.lines {
      var spans = [Span("\(lines.total.grouped) read")]
      if lines.unrecognized > 0 {
        spans.append(Span(", \(lines.unrecognized.grouped) not recognized", .dim))
      }
      label("Lines", spans, &screen)
    }
    verdict(&screen)
  }

  private func label(_ name: String, _ spans: [Span], _ screen: inout Screen) {
    screen.flow([Span(name.padded(to: 10), .dim)] + spans, indent: 0, hanging: 10)
  }

  private func tests(_ screen: inout Screen) {
    let tally = Tally(record)
    guard tally.total > 0 else {
      if record.steps.contains(where: { $0.runsTests && $0.attempts > 0 }) {
        label("Tests", [Span("none ran", record.verdict == .passed ? .yellow : .red)], &screen)
      }
      return
    }
    var spans: [Span] = []
    func add(_ words: String, _ ink: Ink) {
      if !spans.isEmpty { spans.append(Span(", ")) }
      spans.append(Span(Screen.unbroken(words), ink))
    }
    for outcome in Tally.order {
      guard let count = tally.outcomes[outcome], count > 0 else { continue }
      add(
        "\(count.grouped) \(outcome.words)",
        outcome.isFailure ? .red : outcome == .passed ? .green : .plain)
    }
    if tally.quarantined > 0 { add("\(tally.quarantined.grouped) quarantined", .yellow) }
    if tally.flaky > 0 { add("\(tally.flaky.grouped) flaky", .yellow) }
    if tally.interfering > 0 { add("\(tally.interfering.grouped) with interference", .yellow) }
    if tally.knownIssues > 0 { add(counted(tally.knownIssues, "known issue"), .dim) }
    label("Tests", spans, &screen)
    if let reason = tally.notToldReason { label("Unknown", [Span(reason)], &screen) }
  }

  /// How the test results differ from the target branch.
  private func base(_ screen: inout Screen) {
    guard let base = record.base, let tests = base.tests else { return }
    let ink: Ink = tests.newlyFailing == nil ? .plain : .red
    label("Compared", [Span(tests.words, ink), Span(" since \(base.branch)", .dim)], &screen)
  }

  private func coverage(_ screen: inout Screen) {
    guard let coverage = record.coverage else { return }
    let lines = coverage.totals.lines
    let failed = coverage.thresholds.filter { !$0.passed && $0.name == "coverage.minimum" }
    let ink: Ink = failed.isEmpty ? coverage.thresholds.isEmpty ? .bold : .green : .red
    let change = record.base?.coverageWords(lines).map { ", \(Screen.unbroken($0))" }
    var spans = [
      Span(lines.percent, ink),
      Span(" of lines (\(lines.covered.grouped) of \(lines.count.grouped))"),
      Span(change ?? "", .bold),
      Span(
        ", functions\u{A0}\(coverage.totals.functions.percent), regions\u{A0}"
          + coverage.totals.regions.percent, .dim),
    ]
    for threshold in failed {
      spans += [Span(", "), Span("\(threshold.requiredText)\u{A0}required", .red)]
    }
    if coverage.isPartial { spans += [Span(", "), Span("partial\u{A0}data", .yellow)] }
    label("Coverage", spans, &screen)
    if let patch = coverage.patch {
      label("Patch", self.patch(patch, coverage), &screen)
    }
  }

  private func patch(_ patch: Coverage.Patch, _ coverage: Coverage) -> [Span] {
    let failed = coverage.thresholds.filter { !$0.passed && $0.name == "coverage.patch" }
    let isJudged = failed.allSatisfy(coverage.isJudged)
    var spans = [Span(patch.lines.percent, failed.isEmpty ? .bold : isJudged ? .red : .yellow)]
    if let explanation = patch.explanation {
      spans.append(Span(": \(explanation)", .dim))
    } else {
      spans.append(
        Span(" of changed lines (\(patch.lines.covered.grouped) of \(patch.lines.count.grouped))"))
    }
    for threshold in failed {
      let words = "\(threshold.requiredText) required" + (isJudged ? "" : ", cannot be checked")
      spans += [Span(", "), Span(Screen.unbroken(words), .red)]
    }
    if let problem = patch.problem { spans += [Span(", "), Span(problem, .yellow)] }
    return spans
  }

  private func warnings(_ screen: inout Screen) {
    let lintSteps = record.lintSteps
    var counts: [String: Int] = [:]
    for diagnostic in record.diagnostics where diagnostic.severity == .warning {
      counts[WarningPolicy.category(of: diagnostic, lintSteps: lintSteps), default: 0] += 1
    }
    var parts = [WarningPolicy.compiler, WarningPolicy.linker, WarningPolicy.lint].compactMap {
      category in counts[category].map { "\($0.grouped) \(category)" }
    }
    let tests = record.testWarnings.count
    if tests > 0 { parts.append("\(tests.grouped) of tests") }
    parts += record.shownRuntimeWarnings.map { "\($0.count.grouped) \($0.category)" }
    guard !parts.isEmpty else { return }
    let new = record.base?.warningWords.map { " (\($0))" } ?? ""
    label("Warnings", [Span(parts.joined(separator: ", ") + new, .yellow)], &screen)
  }

  private func changes(_ screen: inout Screen) {
    guard let changes = record.changes else { return }
    guard changes.totals.files > 0 || !changes.commits.isEmpty else {
      // On the default branch itself there is nothing to compare, and rules had nothing to judge.
      let rest = record.checkout?.isModified == true ? ", apart from uncommitted changes" : ""
      if record.tests.isEmpty { label("Changes", [Span("none since the base" + rest)], &screen) }
      return
    }
    label(
      "Changes",
      [
        Span("\(counted(changes.totals.files, "file")), "),
        Span("+\(changes.totals.additions)", .green), Span(" "),
        Span("-\(changes.totals.deletions)", .red),
        Span(changes.isStaged ? ", staged" : " in \(counted(changes.commits.count, "commit"))"),
      ], &screen)
  }

  private func reports(_ screen: inout Screen) {
    let paths = record.reports.compactMap(\.path).map(Screen.unbroken)
    guard !paths.isEmpty else { return }
    label("Reports", [Span(paths.joined(separator: ", "), .cyan)], &screen)
  }

  /// The critical path: the minimum time of a run with concurrent steps.
  private func criticalPath(_ screen: Screen) -> [Span] {
    guard let path = record.criticalPath, record.durationSeconds >= 1,
      record.steps.count(where: { $0.attempts > 0 }) > path.count
    else { return [] }
    let seconds = record.steps.reduce(0) {
      path.contains($1.id) ? $0 + $1.durationSeconds : $0
    }
    let arrow = screen.symbols.arrow
    return [
      Span(", \(seconds.duration) of it for \(path.joined(separator: " \(arrow) "))", .dim)
    ]
  }

  private func verdict(_ screen: inout Screen) {
    let symbols = screen.symbols
    let spans: [Span]
    let reasons = VerdictReasons.of(record, log).joined(separator: ", ")
    let because = reasons.isEmpty ? "" : ": " + reasons
    switch record.verdict {
    case .passed:
      // Errors are possible when `--fail-on never` allows them.
      let findings = record.findings.filter { $0.suppressed == nil && !record.listsAsSlow($0) }
      var found = [Severity.error, .warning].compactMap { severity -> String? in
        let count = findings.count { $0.severity == severity }
        return count > 0 ? counted(count, severity.rawValue) : nil
      }
      if record.findings.contains(where: { $0.severity == .warning && record.listsAsSlow($0) }) {
        found.append(counted(record.slow.count, "slow test"))
      }
      spans = [
        Span("\(symbols.passed) Passed", because.isEmpty ? .boldGreen : .boldYellow),
        Span(because), Span(found.isEmpty ? "" : " with " + found.joined(separator: ", ")),
      ]
    case .failed:
      spans = [Span("\(symbols.failed) Failed", .boldRed), Span(because)]
    case .cancelled:
      let running = record.steps.filter { $0.status == .cancelled && $0.attempts > 0 }.map(\.id)
      let text = running.isEmpty ? "" : " while \(running.joined(separator: ", ")) ran"
      spans = [Span("\(symbols.failed) Cancelled", .boldYellow), Span(text)]
    case .unknown:
      let reasons =
        log?.facts.reasons.joined(separator: ", ") ?? "it is still running, or was killed"
      let text = reasons.isEmpty ? "the log contains no result" : reasons
      spans = [Span("? Unknown", .boldYellow), Span(": \(text)")]
    }
    screen.flow(spans, indent: 0, hanging: 2)
  }
}
