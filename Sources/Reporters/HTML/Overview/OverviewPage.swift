import CIModel

/// The result of the run on one screen.
struct OverviewPage {
  let context: PageContext
  let causes: [FailureCause]

  private var record: RunRecord { context.record }

  func render() -> HTML {
    var page = verdict
    page += "<div class=\"tiles\">\(tiles)</div>\n"
    page += failures
    page += SinceBase(record).render()
    page += LookNext(context).render()
    page += RequirementsList(record).render()
    page += StepsTimeline(record, context.links).render()
    page += notes
    page += "<div class=\"columns\">\(RunFacts(record).render())</div>\n"
    return page
  }

  // MARK: - The verdict

  private var verdict: HTML {
    let reasons = VerdictReasons.of(record, nil)
    var html: HTML = """
      <div class="verdict \(record.verdict.style)"><h1>The run \(record.verdict.sentence)</h1>
      \(RunHeader(context: context).render())
      """
    if !reasons.isEmpty {
      html.markup("<ul>")
      for reason in reasons { html += "<li>\(reason)</li>" }
      html.markup("</ul>\n")
    }
    html +=
      "<p class=\"dim\">\(record.startedAt.words) · took \(record.durationSeconds.duration)</p></div>\n"
    return html
  }

  // MARK: - Numbers

  private var tiles: HTML {
    let tally = Tally(record)
    var html = HTML()
    if tally.total > 0 {
      let failed = record.tests.count { $0.failsTheRun }
      html += tile(
        failed > 0 ? failed.grouped : tally.total.grouped,
        failed > 0 ? "of \(counted(tally.total, "test")) failed" : "\(tally.words)",
        failed > 0 ? "fail" : "pass", .tests)
    }
    if let coverage = record.coverage {
      html += tile(
        coverage.totals.lines.percent,
        "of lines covered" + (coverage.isPartial ? ", partial data" : "")
          + (record.base?.coverageWords(coverage.totals.lines).map { ", \($0)" } ?? ""),
        style(of: "coverage.minimum", coverage), .coverage)
      if let patch = coverage.patch, patch.lines.count > 0 {
        html += tile(
          patch.lines.percent, "of changed lines covered", style(of: "coverage.patch", coverage),
          .changes)
      }
    }
    let findings = record.findings.filter { $0.suppressed == nil }
    if !findings.isEmpty {
      let bad = findings.count(where: \.failsTheRun)
      let all = counted(findings.count, "finding")
      html += tile(
        (bad > 0 ? bad : findings.count).grouped,
        bad > 0
          ? "of \(all) \(bad == 1 ? "fails" : "fail") the run"
          : findings.count == 1 ? "finding" : "findings",
        bad > 0 ? "fail" : "warn", .findings)
    }
    let warnings = WarningTally(record).total
    if warnings > 0 {
      html += tile(
        warnings.grouped,
        (warnings == 1 ? "warning" : "warnings")
          + (record.base?.warningWords.map { ", \($0)" } ?? ""), "warn", .warnings)
    }
    if tally.flaky > 0 {
      html += tile(
        tally.flaky.grouped, tally.flaky == 1 ? "flaky test" : "flaky tests", "warn", .tests)
    }
    if let changes = record.changes, changes.totals.files > 0 {
      html += tile(
        changes.totals.files.grouped,
        "\(changes.totals.files == 1 ? "file" : "files") changed, +\(changes.totals.additions.grouped) "
          + "−\(changes.totals.deletions.grouped)", "", .changes)
    }
    return html
  }

  /// The style of a coverage share: whether its requirement is met; no colour without a
  /// requirement.
  ///
  /// - Parameter requirement: A key of `.ci.yml`; requirements for single files are listed
  ///   separately.
  private func style(of requirement: String, _ coverage: Coverage) -> String {
    let all = coverage.thresholds.filter { $0.name == requirement && $0.scope == nil }
    guard let missed = all.first(where: { !$0.passed }) else { return all.isEmpty ? "" : "pass" }
    return coverage.isJudged(missed) ? "fail" : "warn"
  }

  private func tile(_ number: String, _ words: String, _ style: String, _ page: ReportPage) -> HTML
  {
    "<a class=\"tile \(style)\" href=\"\(context.links.page(page))\"><b>\(number)</b><span>\(words)</span></a>"
  }

  // MARK: - Failures

  private static let shownCauses = 10

  private var failures: HTML {
    let errors = record.diagnostics.filter { $0.severity == .error }
    var html = HTML()
    if !errors.isEmpty {
      html += Parts.heading("Errors", errors.count)
      for error in errors.prefix(Self.shownCauses) {
        html += DiagnosticCard(context: context, diagnostic: error).render()
      }
      if errors.count > Self.shownCauses {
        html += more(errors.count - Self.shownCauses, "error", .warnings)
      }
    }
    if !causes.isEmpty {
      html += Parts.heading("What failed", causes.reduce(0) { $0 + $1.failures.count })
      for cause in causes.prefix(Self.shownCauses) { html += summary(cause) }
      if causes.count > Self.shownCauses {
        html += more(causes.count - Self.shownCauses, "cause", .tests)
      }
    }
    return html
  }

  private func summary(_ cause: FailureCause) -> HTML {
    guard let first = cause.failures.first else { return HTML() }
    let link = context.links.place(first.mark, on: .tests)
    let name = first.title
    var html: HTML = """
      <article class="cause"><header><h3><a href="\(link)">\(name)</a></h3><span class="tag fail">\
      \(first.what)</span>
      """
    if first.isNew { html += Parts.newTag }
    if cause.failures.count > 1 {
      let new = cause.newCount - 1
      let words = new > 0 ? ", \(new.grouped) of them new" : ""
      html +=
        "<span class=\"dim\">and \((cause.failures.count - 1).grouped) more for the same reason\(words)</span>"
    }
    html += "</header>\n"
    if let earlier = first.test?.earlier { html += FailureCard.earlier(earlier) }
    if let arguments = first.firstArguments {
      let others = first.otherCases
      html += """
        <p class="wrap">with <code>\(Clipped(arguments, bytes: 300, lines: 3).text)</code>\
        \(others > 0 ? " and \(counted(others, "more case"))" : "")</p>

        """
    }
    if let message = first.firstMessage {
      let difference = SnapshotDifference(message)
      let short = Clipped(
        difference?.text ?? message, bytes: 600, lines: difference == nil ? 6 : 12)
      if short.rest != nil, let values = ValueDifference(message) {
        html += Parts.block(Clipped(values.headline, bytes: 600, lines: 6), style: "message")
        html += ValueDifference.markup(values.rows(around: 1, most: 8))
      } else {
        html += Parts.block(short, style: "message")
      }
    }
    html += "<p>\(context.place(first.place?.file, first.place?.line))</p></article>\n"
    return html
  }

  private func more(_ count: Int, _ noun: String, _ page: ReportPage) -> HTML {
    "<p><a href=\"\(context.links.page(page))\">\(counted(count, "more \(noun)"))</a></p>\n"
  }

  private var notes: HTML {
    guard !record.notes.isEmpty else { return HTML() }
    var html = Parts.heading("Notes")
    html.markup("<ul class=\"notes\">")
    for note in record.notes.prefix(200) { html += "<li>\(sentence: note)</li>\n" }
    html.markup("</ul>\n")
    if record.notes.count > 200 {
      html += Parts.leftOut("\(counted(record.notes.count - 200, "note")) left out")
    }
    return html
  }
}

extension RunRecord.Verdict {
  var style: String {
    switch self {
    case .passed: "pass"
    case .failed: "fail"
    case .cancelled: "warn"
    case .unknown: "none"
    }
  }
}

extension Timestamp {
  /// The time as `2026-11-20 23:31 UTC`.
  var words: String {
    iso8601.prefix(16).replacing("T", with: " ") + " UTC"
  }
}
