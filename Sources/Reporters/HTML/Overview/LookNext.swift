import CIModel

/// The improvements in a run that passed, and suggestions for the next steps.
struct LookNext {
  private let context: PageContext
  private var record: RunRecord { context.record }

  init(_ context: PageContext) { self.context = context }

  private static let most = 6

  func render() -> HTML {
    guard record.verdict == .passed else { return HTML() }
    return list("What got better", better) + list("Worth a look", next)
  }

  private func list(_ title: String, _ entries: [HTML]) -> HTML {
    guard !entries.isEmpty else { return HTML() }
    var html = Parts.heading(title)
    html.markup("<ul class=\"notes\">\n")
    for entry in entries.prefix(Self.most) { html += "<li>\(entry)</li>\n" }
    html.markup("</ul>\n")
    return html
  }

  // MARK: - Improvements

  private var better: [HTML] {
    guard let base = record.base, let coverage = record.coverage else { return [] }
    var entries: [HTML] = []
    if let change = base.coverageWords(coverage.totals.lines), change.hasPrefix("+") {
      let link = context.links.page(.coverage)
      entries.append(
        "<a href=\"\(link)\">Line coverage</a> is \(coverage.totals.lines.percent), \(change).")
    }
    let files = coverage.files.map { ($0, base.change(of: $0)) }.filter { $0.1.hundredths > 0 }
      .sorted { ($1.1.hundredths, $0.0.path) < ($0.1.hundredths, $1.0.path) }
    for (file, change) in files.prefix(3) {
      entries.append(
        "\(context.name(of: file, displayedPath(file.path))): \(file.lines.percent), \(change.words)."
      )
    }
    return entries
  }

  // MARK: - Suggestions

  private var next: [HTML] { coverage + tests + warnings }

  private var coverage: [HTML] {
    guard let coverage = record.coverage else { return [] }
    var entries: [HTML] = []
    if let change = record.base?.coverageWords(coverage.totals.lines), change.hasPrefix("-") {
      entries.append(
        "\(link("Line coverage", .coverage)) is \(coverage.totals.lines.percent), \(change).")
    }
    if let patch = coverage.patch, patch.lines.missed > 0 {
      let lines = counted(patch.lines.missed, "changed line")
      entries.append("\(link(lines, .changes)) never ran.")
    }
    let worst = coverage.files.max { ($0.lines.missed, $1.path) < ($1.lines.missed, $0.path) }
    if let worst, worst.lines.missed > 0 {
      entries.append(
        """
        \(context.name(of: worst, displayedPath(worst.path))) misses the most lines: \
        \(worst.lines.missed.grouped) of \(worst.lines.count.grouped).
        """)
    }
    return entries
  }

  private var tests: [HTML] {
    var entries: [HTML] = []
    func add(_ count: Int, _ words: String, _ mark: String? = nil) {
      guard count > 0 else { return }
      let tests = counted(count, "test")
      let link = mark.map { place(tests, $0) } ?? link(tests, .tests)
      entries.append("\(link) \(words).")
    }
    add(record.tests.count(where: \.isUnsteady), "failed and passed without a change", "flaky")
    add(
      record.tests.count { $0.outcome.isFailure && !$0.failsTheRun },
      "failed and cannot fail the run: quarantined")
    add(record.tests.count { $0.usualSeconds != nil }, "took much longer than usual", "slow")
    add(record.tests.count { $0.assertsNothing == true }, "passed and checked nothing")
    let timed = record.tests.filter { $0.durationSeconds?.isFinite ?? false }
    let slowest = timed.max { $0.durationSeconds ?? 0 < $1.durationSeconds ?? 0 }
    if timed.count > 1, let slowest, let seconds = slowest.durationSeconds, seconds >= 1 {
      entries.append(
        "\(place(slowest.shownName, "slow")) is the slowest test: \(seconds.duration).")
    }
    return entries
  }

  private var warnings: [HTML] {
    let count = WarningTally(record).total
    guard count > 0 else { return [] }
    let new = record.base?.warningWords.map { ", \($0)" } ?? ""
    return ["\(link(counted(count, "warning"), .warnings))\(new)."]
  }

  private func link(_ words: String, _ page: ReportPage) -> HTML {
    "<a href=\"\(context.links.page(page))\">\(words)</a>"
  }

  /// - Parameter mark: An `id` that exists on the page of tests whenever this entry is shown.
  private func place(_ words: String, _ mark: String) -> HTML {
    "<a href=\"\(context.links.place(mark, on: .tests))\">\(words)</a>"
  }
}
