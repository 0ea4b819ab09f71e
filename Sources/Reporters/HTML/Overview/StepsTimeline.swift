import CIModel

/// The steps as bars on one time line; those on the critical path are marked.
struct StepsTimeline {
  private let record: RunRecord
  private let links: PageLinks
  private let critical: Set<String>
  /// The number of seconds that the full width represents.
  private let span: Double

  init(_ record: RunRecord, _ links: PageLinks) {
    self.record = record
    self.links = links
    critical = Set(record.criticalPath ?? [])
    let end = record.steps.map { ($0.startSeconds ?? 0) + $0.durationSeconds }.max() ?? 0
    span = max(end, record.durationSeconds, 0.001)
  }

  private static let shown = 500

  func render() -> HTML {
    guard !record.steps.isEmpty else { return HTML() }
    var html = Parts.heading("Steps", record.steps.count, mark: "steps")
    if let path = record.criticalPath, path.count > 1 {
      let seconds = record.steps.filter { critical.contains($0.id) }.reduce(0) {
        $0 + $1.durationSeconds
      }
      html += """
        <p>Critical path, \(seconds.duration) of \(record.durationSeconds.duration): \
        \(path.joined(separator: " → "))</p>

        """
    }
    html.markup(
      """
      <div class="table" tabindex="0" role="region" aria-label="Steps"><table><thead><tr>\
      <th>Step</th><th>Result</th><th class="num">Time</th>\
      <th class="optional">When
      """)
    html += axis
    html.markup("</th></tr></thead><tbody>\n")
    // Sorted by start time; steps that never started come last.
    let told = record.steps.filter { $0.isUpToDate != true }.enumerated().sorted { left, right in
      (left.element.startSeconds ?? .infinity, left.offset)
        < (right.element.startSeconds ?? .infinity, right.offset)
    }.map(\.element)
    let upToDate = record.steps.filter { $0.isUpToDate == true }
    for step in told.prefix(Self.shown) { html += row(step) }
    for step in upToDate.prefix(StepResult.listedUpToDate) { html += row(step) }
    html.markup("</tbody></table></div>\n")
    if told.count > Self.shown {
      html += Parts.leftOut("\(counted(told.count - Self.shown, "step")) left out")
    }
    if upToDate.count > StepResult.listedUpToDate {
      html += Parts.leftOut(
        "\(counted(upToDate.count - StepResult.listedUpToDate, "more step")) up to date")
    }
    return html
  }

  /// The labels of the axis, in seconds: start, middle and end.
  private var axis: HTML {
    guard record.steps.contains(where: { $0.startSeconds != nil }) else { return HTML() }
    return """
      <span class="axis"><span>0</span><span>\((span / 2).duration)</span><span>\(span.duration)</span></span>
      """
  }

  private func row(_ step: StepResult) -> HTML {
    var html: HTML = """
      <tr><th scope="row"><b>\(step.id)</b> <span class="dim">\(step.action)</span>
      """
    if isCritical(step) {
      html += " <span class=\"tag\">critical path</span>"
    }
    if let shard = step.shard { html += " <span class=\"tag\">shard \(shard.text)</span>" }
    html += "</th><td><span class=\"\(step.style)\">\(step.result)</span>"
    if step.attempts > 1 { html += " <span class=\"tag warn\">attempt \(step.attempts)</span>" }
    if let log = links.log(of: step.id) { html += " <a href=\"\(log)\">log</a>" }
    html += details(step)
    let time = step.attempts == 0 && step.durationSeconds == 0 ? "" : step.durationSeconds.duration
    html += "</td><td class=\"num\">\(time)</td><td class=\"bar optional\">\(bar(step))</td></tr>\n"
    if step.suite != nil, let lanes = WorkerLanes(step, of: record) {
      html += "<tr><td colspan=\"4\">\(lanes.render())</td></tr>\n"
    }
    return html
  }

  private func isCritical(_ step: StepResult) -> Bool {
    critical.count > 1 && critical.contains(step.id)
  }

  private func details(_ step: StepResult) -> HTML {
    guard step.status.isBad || step.status == .warned else { return HTML() }
    var html = HTML()
    if links.log(of: step.id) == nil, let log = step.logPath {
      html += "<p class=\"place\">\(path: log)</p>"
    }
    if !step.runsTests, let command = step.command { html += Parts.command(command) }
    if let lines = step.lastLines {
      html += Parts.block(
        Clipped(lines.joined(separator: "\n"), .end, bytes: 4_000, lines: 10), style: "output")
    }
    return html
  }

  private func bar(_ step: StepResult) -> HTML {
    guard let start = step.startSeconds else { return HTML() }
    let from = share(start)
    let width = max(60, share(step.durationSeconds))
    return """
      <svg class="bar" viewBox="0 0 10000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="back" width="10000" height="10"/>\
      <rect class="\(step.style)\(isCritical(step) ? " critical" : "")" x="\(min(from, 9_940))" width="\(min(width, 10_000 - min(from, 9_940)))" \
      height="10"/></svg>
      """
  }

  /// The share of the width, in ten-thousandths.
  private func share(_ seconds: Double) -> Int {
    let share = seconds / span
    guard share.isFinite, share > 0 else { return 0 }
    return Int(min(1, share) * 10_000)
  }
}

extension StepResult {
  fileprivate var result: String {
    status == .passed && isUpToDate != true ? status.words : reason ?? status.words
  }

  fileprivate var style: String {
    switch status {
    case .passed: isUpToDate == true ? "none" : "pass"
    case .failed, .timedOut: "fail"
    case .warned, .cancelled: "warn"
    case .skipped, .blocked: "none"
    }
  }
}

extension StepResult.Status {
  fileprivate var isBad: Bool {
    switch self {
    case .failed, .timedOut: true
    case .passed, .warned, .skipped, .blocked, .cancelled: false
    }
  }
}
