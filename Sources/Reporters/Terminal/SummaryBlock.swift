import CIModel

/// The lines one looks for first: tests, coverage, findings, warnings, time, and the verdict.
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
    coverage(&screen)
    warnings(&screen)
    if log == nil {
      label("Time", [Span(record.durationSeconds.duration)], &screen)
    } else if let lines = log?.facts.lines {
      var spans = [Span("\(lines.total) read")]
      if lines.unrecognized > 0 { spans.append(Span(", \(lines.unrecognized) unknown", .dim)) }
      label("Lines", spans, &screen)
    }
    verdict(&screen)
  }

  private func label(_ name: String, _ spans: [Span], _ screen: inout Screen) {
    screen.flow([Span(name.padded(to: 10), .dim)] + spans, indent: 0, hanging: 10)
  }

  private func tests(_ screen: inout Screen) {
    let outcomes: [TestOutcome] = [
      .failed, .crashed, .timedOut, .unfinished, .notRun, .passed, .skipped, .cancelled,
    ]
    let tally = Tally(record)
    guard tally.total > 0 else {
      if record.steps.contains(where: { $0.action == "swift-test" && $0.attempts > 0 }) {
        label("Tests", [Span("none ran", record.verdict == .passed ? .yellow : .red)], &screen)
      }
      return
    }
    var spans: [Span] = []
    for outcome in outcomes {
      guard let count = tally.outcomes[outcome], count > 0 else { continue }
      if !spans.isEmpty { spans.append(Span(", ")) }
      let ink: Ink = outcome.isFailure ? .red : outcome == .passed ? .green : .plain
      spans.append(Span("\(count) \(outcome.words)", ink))
    }
    let flaky = record.tests.count { $0.outcome == .passed && $0.runs.count > 1 && $0.wasFailing }
    if flaky > 0 { spans.append(Span(", \(flaky) flaky", .yellow)) }
    let known = record.tests.reduce(0) { $0 + $1.issues.count(where: \.isKnown) }
    if known > 0 { spans.append(Span(", \(counted(known, "known issue"))", .dim)) }
    label("Tests", spans, &screen)
  }

  private func coverage(_ screen: inout Screen) {
    guard let coverage = record.coverage else { return }
    let lines = coverage.totals.lines
    let failed = coverage.thresholds.filter { !$0.passed }
    let ink: Ink = failed.isEmpty ? coverage.thresholds.isEmpty ? .bold : .green : .red
    var spans = [
      Span(lines.percent, ink),
      Span(" of lines (\(lines.covered) of \(lines.count))"),
      Span(
        ", functions \(coverage.totals.functions.percent), regions "
          + coverage.totals.regions.percent, .dim),
    ]
    for threshold in failed {
      spans.append(Span(", \(threshold.requiredText) required", .red))
    }
    if coverage.isPartial { spans.append(Span(", partial data", .yellow)) }
    label("Coverage", spans, &screen)
    if let patch = coverage.patch {
      label(
        "Patch",
        [
          Span(patch.lines.percent, .bold),
          Span(" of changed lines (\(patch.lines.covered) of \(patch.lines.count))"),
        ], &screen)
    }
  }

  private func warnings(_ screen: inout Screen) {
    let compiler = record.diagnostics.count { $0.severity == .warning }
    var parts = compiler > 0 ? ["\(compiler) compiler"] : []
    parts += record.runtimeWarnings.filter { $0.count > 0 }.map { "\($0.count) \($0.category)" }
    guard !parts.isEmpty else { return }
    label("Warnings", [Span(parts.joined(separator: ", "), .yellow)], &screen)
  }

  private func verdict(_ screen: inout Screen) {
    let symbols = screen.symbols
    let spans: [Span]
    switch record.verdict {
    case .passed:
      spans = [Span("\(symbols.passed) Passed", .boldGreen)]
    case .failed:
      let reasons = Verdict.reasons(record, log).joined(separator: ", ")
      spans = [
        Span("\(symbols.failed) Failed", .boldRed), Span(reasons.isEmpty ? "" : ": " + reasons),
      ]
    case .cancelled:
      let running = record.steps.filter { $0.status == .cancelled }.map(\.id)
      let text = running.isEmpty ? "" : " while \(running.joined(separator: ", ")) ran"
      spans = [Span("\(symbols.failed) Cancelled", .boldYellow), Span(text)]
    case .unknown:
      let text = log == nil ? "it runs still, or was killed" : "the log holds no result"
      spans = [Span("? Unknown", .boldYellow), Span(": \(text)")]
    }
    screen.flow(spans, indent: 0, hanging: 2)
  }
}

extension TestCase {
  /// An earlier run of it failed.
  fileprivate var wasFailing: Bool { runs.dropLast().contains { $0.outcome.isFailure } }
}

/// How many tests ended how.
struct Tally: Hashable {
  var outcomes: [TestOutcome: Int] = [:]

  init(_ record: RunRecord) {
    for test in record.tests { outcomes[test.outcome, default: 0] += 1 }
    guard record.tests.isEmpty else { return }
    // Only sums are known.
    let xctest = record.counts.xctest ?? XCTestCounts()
    let testing = record.counts.swiftTesting ?? SwiftTestingCounts()
    outcomes[.passed] = xctest.passed + testing.passed
    outcomes[.failed] = xctest.failed + testing.failed
    outcomes[.skipped] = xctest.skipped + testing.skipped
    outcomes[.cancelled] = testing.cancelled
    outcomes[.unfinished] = xctest.unfinished + testing.unfinished
  }

  var total: Int { outcomes.values.reduce(0, +) }
}

/// Why a run failed, in few words.
enum Verdict {
  static func reasons(_ record: RunRecord, _ log: LogReport?) -> [String] {
    var reasons: [String] = []
    let tally = Tally(record)
    for (outcome, words) in [
      (TestOutcome.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
      (.unfinished, "did not end"), (.notRun, "did not run"),
    ] {
      guard let count = tally.outcomes[outcome], count > 0 else { continue }
      reasons.append(reasons.isEmpty ? "\(counted(count, "test")) \(words)" : "\(count) \(words)")
    }
    let loose = record.crashes.count { $0.test == nil }
    if loose > 0 { reasons.append(counted(loose, "crash", plural: "crashes")) }
    let errors = record.diagnostics.count { $0.severity == .error }
    if errors > 0 { reasons.append(counted(errors, "error")) }
    let findings = record.findings.count(where: \.failsTheRun)
    if findings > 0 { reasons.append(counted(findings, "finding")) }
    let unexplained = record.steps.filter { step in
      switch step.status {
      case .timedOut: true
      case .failed: !explains(step, record)
      case .passed, .warned, .skipped, .blocked, .cancelled: false
      }
    }
    for step in unexplained {
      reasons.append("\(step.id): \(step.reason ?? step.status.words)")
    }
    if reasons.isEmpty, let log { reasons = log.facts.reasons }
    return reasons
  }

  /// Whether the tests or diagnostics that are counted already say why a step failed.
  private static func explains(_ step: StepResult, _ record: RunRecord) -> Bool {
    if step.action == "swift-test", record.tests.contains(where: \.outcome.isFailure) {
      return true
    }
    return record.diagnostics.contains {
      $0.severity == .error && ($0.step == step.id || $0.step == nil)
    }
  }
}
